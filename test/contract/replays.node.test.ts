import { expect, it } from 'vitest'
import * as z from 'zod'
import { keptOf, readAgainBy } from '#http/idempotency.ts'
import { takesKey } from '#http/operation.ts'
import { addressOf, rereadings } from '#http/reread.ts'
import { operations } from './operations.ts'

// docs/conventions.md, Idempotency-Key: an answer that can be read again is read again when it is replayed, and not kept.

/** Answers that are kept as they were given, by the reason for which they show nothing that its reader may lose. Each is short. */
const KEPT: Record<string, string> = {
  'a count, a time, an address in part or that something was sent': `
    requestEmail scheduleErasure cancelErasure requestPhone forceLogout previewConversion markMessagesRead requestWithdrawal requestPayoutNumber
    predictProvider broadcast readAllNotifications`,
  'about the person who asked, or made of their own words: theirs as long as they can sign in': `
    acceptTerms addAddress createSellerProfile reportProduct reportShop reportReview applyAsRider sendMessage addAttachment addIncidentEvidence addTicketEvidence writeToTicket readNotification registerDevice payOrder
    checkSubscriptionPayment subscribe renewSubscription upgradeSubscription cancelSubscription reactivateSubscription adjustStock addVariant
    withdraw withdrawAsRider`,
  'for the team, which reads it as long as it is the team: with another role the key was used for something else': `
    resolveReport addOrderNote approveReview rejectReview requestRefundApproval resendRefundCode retryRefund resolveRefund requestPayoutApproval resendPayoutCode confirmPayout
    resolvePayout resolveTransaction requestSettlement requestBooking confirmBooking requestExpenseApproval resendExpenseCode`,
  'a ticket of the person who asked, which opens nothing after a minute': 'issueLiveTicket',
  'what anybody reads': 'createSubcategory createZone',
}
const kept = Object.values(KEPT).flatMap((ids) => ids.trim().split(/\s+/))

/** Fields that a replay shows as they were: no reading has them. */
const SAID_ONCE = { verifyNewEmail: ['deviceToken'], verifyPhone: ['deviceToken'] }

const keyed = operations.filter(({ method, path, operation }) => takesKey(method, path, operation))
const rereadingOf = rereadings(operations)
const IDS = new Proxy({}, { get: () => 'x' })

it('every operation that takes a key answers what is read again, or what nobody takes from its reader', () => {
  const isRead = ({ operation }: (typeof keyed)[number]) => readAgainBy(operation, rereadingOf(operation)) !== undefined
  const unread = keyed.filter((each) => !isRead(each)).map(({ operation }) => operation.id)
  expect([...new Set(unread)].sort()).toEqual(kept.toSorted())
})

it.each(keyed)(
  '$operation.id is read again by fields that its answer always has, and keeps no others',
  ({ operation }) => {
    const rereading = rereadingOf(operation)
    if (!rereading) return
    const shape: Record<string, z.ZodType> = operation.ok instanceof z.ZodObject ? operation.ok.shape : {}
    for (const id of rereading.ids) expect(shape[id]?.isOptional(), id).toBe(false)
    expect(rereading.own).toEqual(Object.entries(SAID_ONCE).find(([id]) => id === operation.id)?.[1] ?? [])
  },
)

it('reads what is about one thing by its id, and never at an address that shows the caller’s own', () => {
  const at = (id: string, data: unknown = IDS) =>
    addressOf(rereadingOf(keyed.find(({ operation }) => operation.id === id)?.operation ?? expect.fail(id)), data)
  expect(at('setProductStatus')).toBe('/api/v1/products/x')
  expect(at('acceptOrder')).toBe('/api/v1/orders/x')
  expect(at('placeOrder')).toBe('/api/v1/orders/x')
  expect(at('acceptDelivery')).toBe('/api/v1/deliveries/x')
  expect(at('placeCheckout')).toBe('/api/v1/orders/checkout/x')
  expect(at('mergeCart')).toBe('/api/v1/cart')
  expect(at('blockUser')).toBe('/api/v1/users/x')
  expect(at('addAddress')).toBeUndefined()
  expect(at('approveRider')).toBe('/api/v1/riders/x')
  expect(at('acceptOrder', { number: 1 })).toBeUndefined()
})

it('keeps of what is read again its ids, and another answer whole up to 6,000 bytes', () => {
  const answer = (text: string) => JSON.stringify({ success: true, data: { id: 'a', version: 3, items: [text] } })
  expect(keptOf(answer('x'), (name) => name === 'id')).toBe('{"data":{"id":"a"}}')
  expect(keptOf(answer('x'), undefined)).toBe(answer('x'))
  expect(keptOf(answer('漢'.repeat(2000)), undefined)).toBe('{}')
  const refusal = { success: false, error: { code: 'CONFLICT', message: 'non', details: ['x'.repeat(7000)] } }
  for (const isKept of [undefined, () => false])
    expect(JSON.parse(keptOf(JSON.stringify(refusal), isKept))).toEqual({
      ...{ success: false, error: { code: 'CONFLICT', message: 'non' } },
    })
})
