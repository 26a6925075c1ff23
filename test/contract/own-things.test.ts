import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnJob, newJob, newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { sellerWithFile } from '#testing/fixtures/kyc.ts'
import { paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { isStaffAct } from '#testing/staff-acts.ts'
import { completedOrder, rate } from '#testing/stories/reviews.ts'
import { operations } from './operations.ts'

// docs/accounts.md, Staff acts: nobody of the team decides about what is their own.

/** Acts of the team that may be about the caller's own, by what stops them then, or by why nothing has to. */
const HELD_ELSEWHERE: Record<string, string> = {
  'about one’s own account: 409, and test/people/users holds it': `
    blockUser unblockUser forceLogout deleteUser restoreUser verifyEmailByStaff verifyPhoneByStaff setRole`,
  'about one’s own ticket, or an incident of one’s own order: 403, and test/office holds it': `
    updateTicket assignTicket resolveTicket updateIncident resolveIncident dismissIncident`,
  'about money of one’s own: 409 while there is another ADMIN, with an incident otherwise (core/own-matter.ts)': `
    adminRefundOrder requestRefundApproval resendRefundCode confirmRefund retryRefund resolveRefund rejectRefund resolveTransaction resolvePayout
    unfreezeWallet requestSettlement confirmSettlement adjustLedger requestExpenseApproval resendExpenseCode confirmExpense`,
  'takes from its owner alone, who may do so without the team': 'removeMedia freezeWallet rejectExpense',
  'asks, notes or sends what others decide': `
    addOrderNote checkRefund checkPayout checkTransaction requestPayin requestBooking confirmBooking cancelPayout createExpense updateExpense
    runLedgerChecks`,
  'pays whom the service owes, by a code that all administrators see':
    'requestPayoutApproval resendPayoutCode confirmPayout',
  'belongs to nobody': `
    createPlan updatePlan replacePlanPrices deletePlan setModerationSettings createCategory updateCategory createSubcategory updateSubcategory
    deleteSubcategory deleteCategory createExchangeRate upsertExchangeRate updateExchangeRate deleteExchangeRate createZone updateZone deleteZone
    updatePlatformSettings createPost updatePost deletePost publishPost unpublishPost setPostCover broadcast`,
}

type Things = { kyc: Person & { kycId: string }; invoiced: Person & { invoice: string } } & {
  [thing in 'product' | 'report' | 'review' | 'order' | 'delivery' | 'paid']: string
}
let [things, seller, buyer, rider]: [Things?, Shopkeeper?, Person?, Rider?] = []
const theirs = () => [things, seller, buyer, rider] as [Things, Shopkeeper, Person, Rider]
const why = { reason: 'Je le veux bien' }

/** Each act of the team, tried by whoever the thing belongs to, who is an ADMIN by now. */
const OWN: Record<string, () => [who: Person, path: string, body?: object | undefined]> = {}
const about = (ids: string, of: () => [who: Person, path: string], body?: object | 'nothing') => {
  for (const [id, act] of ids.split(' ').map((each) => each.split(':')))
    OWN[String(id)] = () => [of()[0], `${of()[1]}/${act}`, body === 'nothing' ? undefined : (body ?? why)]
}
about('approveKyc:approve rejectKyc:reject requestKycChanges:request-changes revokeKyc:revoke', () => [
  ...([theirs()[0].kyc, `/seller/kyc/admin/${theirs()[0].kyc.kycId}`] as const),
])
about('approveShop:approve rejectShop:reject requestShopChanges:request-changes', () => [
  ...([theirs()[1], `/seller/shop/moderation/${theirs()[1].shopId}`] as const),
])
about('suspendShop:suspend reactivateShop:reactivate', () => [
  ...([theirs()[1], `/seller/shop/${theirs()[1].shopId}`] as const),
])
about(
  'approveProduct:approve rejectProduct:reject requestProductChanges:request-changes takeProductDown:takedown restoreProduct:restore',
  () => [...([theirs()[1], `/moderation/products/${theirs()[0].product}`] as const)],
)
about('voidInvoice:void', () => [...([theirs()[0].invoiced, `/invoices/${theirs()[0].invoiced.invoice}`] as const)])
about('approveRider:approve rejectRider:reject suspendRider:suspend reactivateRider:reactivate', () => [
  ...([theirs()[3], `/riders/${theirs()[3].riderId}`] as const),
])
about('approveReview:approve rejectReview:reject', () => [
  ...([theirs()[2], `/moderation/reviews/${theirs()[0].review}`] as const),
])
about('resolveReport:resolve', () => [...([theirs()[1], `/moderation/reports/${theirs()[0].report}`] as const)], {
  decision: 'DISMISSED',
})
about('adminCancelOrder:cancel', () => [...([theirs()[2], `/orders/admin/${theirs()[0].order}`] as const)])
about('loseDelivery:lost', () => [...([theirs()[2], `/deliveries/${theirs()[0].delivery}`] as const)])
about(
  'unassignDelivery:unassign',
  () => [...([theirs()[2], `/deliveries/${theirs()[0].delivery}`] as const)],
  'nothing',
)
OWN.assignDelivery = () => [theirs()[2], `/deliveries/${theirs()[0].delivery}/assign`, { riderId: theirs()[3].riderId }]

beforeAll(async () => {
  seller = await newShopkeeper()
  buyer = await signUp()
  rider = await newRider()
  const product = await publishedProduct(seller, await newCategory())
  const job = await newJob({ seller, buyer })
  expect((await actOnJob(rider, job, 'accept')).status).toBe(200)
  const reported = await call(await signUp(), 'POST', `/products/${product.id}/report`, { reasonCode: 'SPAM' })
  const done = await completedOrder({ seller, buyer, productId: product.id, variantId: product.variants[0].id })
  const review = await rate(done)
  const paid = await paidOrder({ seller, buyer, productId: product.id, variantId: product.variants[0].id })
  const subscriber = await newSeller()
  await subscribeAndPay(subscriber, (await newPlan(monthly('9.99'))).id)
  const [invoice] = (await call(subscriber, 'GET', '/invoices/me')).data.invoices
  things = {
    ...{ kyc: await sellerWithFile(), invoiced: { ...subscriber, invoice: invoice.id } },
    ...{
      product: product.id,
      report: reported.data.id,
      review: review.id,
      order: job.orderId,
      delivery: job.deliveryId,
      paid: paid.id,
    },
  }
  for (const { id } of [seller, buyer, rider, things.kyc, things.invoiced]) await changeUser(id, "role = 'ADMIN'")
})

it('every act of the team is refused about one’s own, or says why it needs not be', () => {
  const acts = new Set(operations.filter(isStaffAct).map(({ operation }) => operation.id))
  const elsewhere = Object.values(HELD_ELSEWHERE).flatMap((ids) => ids.trim().split(/\s+/))
  expect([...Object.keys(OWN), ...elsewhere].sort()).toEqual([...acts].sort())
})

const refused = expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining("membre de l'équipe") })

describe('whoever of the team the thing belongs to', () => {
  it.each(Object.keys(OWN))('is refused: %s', async (id) => {
    const [who, path, body] = OWN[id]?.() ?? expect.fail('unknown')
    const answer = await call(who, 'POST', path, body)
    expect([answer.status, answer.error]).toEqual([403, refused])
  })

  it('is refused as seller, as rider and as who complained', async () => {
    const [{ order, delivery }, asSeller, , asRider] = theirs()
    for (const who of [asSeller, asRider]) {
      expect((await call(who, 'POST', `/orders/admin/${order}/cancel`, why)).error).toEqual(refused)
      expect((await call(who, 'POST', `/deliveries/${delivery}/lost`, why)).error).toEqual(refused)
    }
    const complainer = await signUp()
    const { data } = await call(complainer, 'POST', `/seller/shop/${asSeller.shopId}/report`, { reasonCode: 'SPAM' })
    await changeUser(complainer.id, "role = 'SUPPORT'")
    for (const who of [complainer, asSeller]) {
      const answer = await call(who, 'POST', `/moderation/reports/${data.id}/resolve`, { decision: 'DISMISSED' })
      expect(answer.error).toEqual(refused)
    }
  })

  it('changes nothing, and another one decides', async () => {
    const [{ product, order }] = theirs()
    const other = await signUp('SUPPORT')
    expect((await call(other, 'POST', `/moderation/products/${product}/takedown`, why)).status).toBe(200)
    expect((await call(other, 'POST', `/orders/admin/${order}/cancel`, why)).data.status).toBe('CANCELLED')
  })

  it('refuses no refund of an order that they sold', async () => {
    const [{ paid }, asSeller] = theirs()
    const other = await signUp('ADMIN')
    expect((await call(other, 'POST', `/orders/admin/${paid}/cancel`, why)).status).toBe(200)
    const { refunds } = (await call(other, 'GET', `/orders/${paid}/refunds`)).data
    const answer = await call(asSeller, 'POST', `/refunds/${refunds[0].id}/reject`, why)
    expect([answer.status, answer.error?.message]).toEqual([409, expect.stringContaining('autre administrateur')])
  })
})
