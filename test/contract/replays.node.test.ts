import { expect, it } from 'vitest'
import { keptOf } from '../../src/http/idempotency.ts'
import { takesKey } from '../../src/http/operation.ts'
import { rereadings } from '../../src/http/reread.ts'
import { operations } from './operations.ts'

// docs/conventions.md, Idempotency-Key: at most 8 KiB are kept of an answer; a longer one is read again when it is replayed.

/** What these answer is a few fields of bounded length: it always fits. */
const SHORT = `
  addAddress addAttachment addFavorite addOrderNote adjustStock addVariant answerIncident applyAsRider blockUser broadcast cancelErasure cancelSubscription
  checkSubscriptionPayment confirmBooking createPost createSubcategory createZone deleteUser forceLogout markMessagesRead payOrder predictProvider
  previewConversion readAllNotifications readNotification reactivateSubscription renewSubscription reportProduct reportShop requestBooking requestEmail
  requestExpenseApproval requestPayoutApproval requestPayoutNumber requestPhone requestRefundApproval requestSettlement requestWithdrawal resendExpenseCode
  resendPayoutCode resendRefundCode resolvePayout resolveRefund resolveReport resolveTransaction restoreUser retryRefund scheduleErasure sendMessage setRole
  subscribe unblockUser upgradeSubscription verifyEmailByStaff verifyPhoneByStaff withdraw withdrawAsRider writeToTicket createSellerProfile requestPayin
  confirmPayout confirmPayoutNumber verifyNewEmail verifyPhone
`
  .trim()
  .split(/\s+/)

const keyed = operations.filter(({ method, path, operation }) => takesKey(method, path, operation))
const addressOf = rereadings(operations)
const IDS = new Proxy({}, { get: () => 'x' })
const canBeRead = ({ operation }: (typeof keyed)[number]) =>
  addressOf(operation, IDS) !== undefined || operation.again !== undefined

it('every operation that takes a key answers what can be read again, or little', () => {
  const unread = keyed.filter((each) => !canBeRead(each) && !SHORT.includes(each.operation.id))
  expect(unread.map(({ operation }) => operation.id)).toEqual([])
  const needless = SHORT.filter((id) => keyed.every(({ operation }) => operation.id !== id))
  expect(needless).toEqual([])
})

it('reads what is about one thing by its id, and never at an address that shows the caller’s own', () => {
  const at = (id: string, data: unknown = IDS) =>
    addressOf(keyed.find(({ operation }) => operation.id === id)?.operation ?? expect.fail(id), data)?.path
  expect(at('setProductStatus')).toBe('/api/v1/products/x')
  expect(at('acceptOrder')).toBe('/api/v1/orders/x')
  expect(at('placeOrder')).toBe('/api/v1/orders/x')
  expect(at('acceptDelivery')).toBe('/api/v1/deliveries/x')
  expect(at('placeCheckout')).toBe('/api/v1/orders/checkout/x')
  expect(at('mergeCart')).toBe('/api/v1/cart')
  expect(at('blockUser')).toBeUndefined()
  expect(at('approveRider')).toBe('/api/v1/riders/x')
  expect(at('acceptOrder', { number: 1 })).toBeUndefined()
})

it('keeps an answer whole up to 6,000 bytes, and of a longer one its small fields', () => {
  const answer = (text: string) => JSON.stringify({ success: true, data: { id: 'a', version: 3, items: [text] } })
  expect(keptOf(answer('x'))).toBe(answer('x'))
  expect(keptOf(answer('漢'.repeat(2000)))).toBe('part:{"data":{"id":"a","version":3}}')
  const refusal = { success: false, error: { code: 'CONFLICT', message: 'non', details: ['x'.repeat(7000)] } }
  expect(JSON.parse(keptOf(JSON.stringify(refusal)))).toEqual({
    ...{ success: false, error: { code: 'CONFLICT', message: 'non' } },
  })
})
