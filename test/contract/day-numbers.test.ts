import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { isStaffAct } from '#testing/staff-acts.ts'
import { completedOrder, review } from '#testing/stories/reviews.ts'
import { operations } from './operations.ts'

// docs/limits.md, Quotas: nobody writes without an end; what a day allows is a number.

type Call = [who: Person, method: string, path: string, body?: object]
let [market, rider, addressId, itemId, orderId]: [Market?, Rider?, string?, string?, string?] = []
let reviewed: { id: string; other: string } | undefined
const at = () => market ?? expect.fail('not made')
const line = () => ({ variantId: at().variantId, quantity: 2 })

/** Acts that each counter counts, by an example: with the counter full it is refused. */
const COUNTED: Record<string, Record<string, () => Call>> = {
  edits: {
    updateProfile: () => [at().buyer, 'PUT', '/users/me', { name: 'Aline Autre' }],
    setPreferences: () => [at().buyer, 'PUT', '/notifications/preferences', { orders: { email: false } }],
    addAddress: () => [at().buyer, 'POST', '/users/me/addresses', ADDRESS],
    editAddress: () => [at().buyer, 'PUT', `/users/me/addresses/${addressId}`, { label: 'Autre' }],
    removeAddress: () => [at().buyer, 'DELETE', `/users/me/addresses/${addressId}`],
    addFavorite: () => [at().buyer, 'POST', '/favorites', { type: 'PRODUCT', targetId: at().productId }],
    updateMySellerProfile: () => [at().seller, 'PUT', '/seller/profile/me', { businessName: 'Autre Maison' }],
    setThreshold: () => [at().seller, 'PUT', `/products/variants/${at().variantId}/stock/threshold`, THRESHOLD],
    cancelSubscription: () => [at().seller, 'POST', '/subscriptions/me/cancel'],
    reactivateSubscription: () => [at().seller, 'POST', '/subscriptions/me/reactivate'],
    editReview: () => [at().buyer, 'PUT', `/reviews/${reviewed?.id}`, { rating: 4 }],
    answerReview: () => [at().seller, 'POST', `/reviews/${reviewed?.id}/answer`, { body: 'Merci.' }],
    deleteReview: () => [at().buyer, 'DELETE', `/reviews/${reviewed?.other}`],
    setAvailability: () => [rider as Rider, 'POST', '/riders/me/availability', { availability: 'OFFLINE' }],
  },
  'cart lines': {
    reorder: () => [at().buyer, 'POST', `/orders/${orderId}/reorder`],
    replaceCart: () => [at().buyer, 'PUT', '/cart', { items: [{ ...line(), quantity: 5 }] }],
    addCartItem: () => [at().buyer, 'POST', '/cart/items', line()],
    setCartItem: () => [at().buyer, 'PUT', `/cart/items/${itemId}`, { quantity: 8 }],
    mergeCart: () => [at().buyer, 'POST', '/cart/merge', { items: [{ ...line(), quantity: 9 }] }],
  },
  'order lines': { placeOrder: () => [at().buyer, 'POST', '/orders', orderBody(at())] },
  devices: {
    registerDevice: () => [
      at().buyer,
      'POST',
      '/notifications/devices',
      { kind: 'FCM', token: 'token-of-a-day-of-many' },
    ],
  },
  quotes: { quoteCart: () => [at().buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' }] },
}
const THRESHOLD = { lowStockThreshold: 3 }

beforeAll(async () => {
  market = await newMarket({ stock: 100 })
  rider = await newRider()
  orderId = (await paidOrder(market)).id
  const done = await completedOrder(market)
  const both = { products: [{ productId: market.productId, rating: 5 }], shop: { rating: 5 } }
  const { reviews } = (await review(market.buyer, done.orderId, both)).data
  reviewed = { id: reviews[0].id, other: reviews[1].id }
  addressId = (await call(market.buyer, 'POST', '/users/me/addresses', ADDRESS)).data.id
  itemId = (await call(market.buyer, 'POST', '/cart/items', { variantId: market.variantId, quantity: 1 })).data.items[0]
    .id
})

describe.each(Object.entries(COUNTED))('%s', (counter, acts) => {
  it.each(Object.entries(acts))('count %s, which is refused past a day’s', async (_, make) => {
    const [who, method, path, body] = make()
    await run(
      `INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 1000000, ?)
       ON CONFLICT (key) DO UPDATE SET count = excluded.count, window_ends_at = excluded.window_ends_at`,
      `${counter}:${who.id}`,
      Date.now() + 3_600_000,
    )
    const answer = await call(who, method, path, body)
    expect([answer.status, answer.error?.message]).toEqual([429, expect.stringContaining('permis en un jour')])
    await run('DELETE FROM attempts WHERE key = ?', `${counter}:${who.id}`)
    const done = await call(who, method, path, body)
    expect(done.status, JSON.stringify(done.error)).toBeLessThan(300)
    expect((await first('SELECT count FROM attempts WHERE key = ?', `${counter}:${who.id}`))?.count).toBe(1)
    if (path.startsWith('/users/me/addresses') && method === 'POST') addressId = done.data.id
  })
})

it('a line of a cart that stays as it is is not written, and not counted', async () => {
  const { buyer, variantId } = await newMarket()
  const put = (quantity: number) => call(buyer, 'PUT', '/cart', { items: [{ variantId, quantity }] })
  const { data } = await put(3)
  const merged = await call(buyer, 'POST', '/cart/merge', { items: [{ variantId, quantity: 2 }] })
  expect([await put(3), merged].map(({ data: cart }) => cart)).toEqual([data, data])
  expect((await first('SELECT count FROM attempts WHERE key = ?', `cart lines:${buyer.id}`))?.count).toBe(1)
  expect((await put(4)).data.version).toBe(data.version + 1)
})

/** Writes that are played above for none of their counters, each with what ends it; numbers that a day has stand in docs/limits.md. */
const OTHERWISE: Record<string, string> = {
  'edits, counted and played in test/catalogue/products/day-numbers and beside': `
    editVariant adjustStock setStock changeStocks setProductStatus orderProductImages removeProductImage updateProduct submitProduct updateShop
    publishShop unpublishShop editMyRider editKyc scheduleErasure`,
  'a day’s number of its own': `
    setAvatar addKycDocument addRiderDocument addProductImages setShopLogo setShopBanner importProducts createProduct addVariant createShop
    requestCopy createReviews reportReview reportProduct reportShop openIncident answerIncident createTicket writeToTicket sendMessage addAttachment addIncidentEvidence addTicketEvidence
    releaseDelivery linkGoogle
    registerPasskey confirmTotp`,
  'codes, passwords and mails, each with tries and messages that are counted': `
    reauthenticate updatePassword createPassword requestSecondaryEmail verifySecondaryEmail promoteSecondaryEmail disableTotp
    regenerateBackupCodes requestEmail verifyNewEmail requestPhone verifyPhone requestWithdrawal requestPayoutNumber confirmPayoutNumber`,
  'takes away what was counted when it came': `
    unlinkGoogle removeSecondaryEmail removePasskey removeAvatar removePhone removeKycDocument removeFavorite removeVariant deleteProduct
    closeShop removeCartItem emptyCart deleteNotification removeDevice revokeSession logoutAll`,
  'goes one way: the thing that moves was paid for, or made and counted, before': `
    submitKyc acceptOrder rejectOrder prepareOrder readyOrder handoverOrder sellerCancelOrder receiveReturn cancelOrder confirmReceipt
    acceptDelivery pickUpDelivery deliverDelivery failDelivery returnDelivery addProof reopenTicket closeTicket createSellerProfile applyAsRider
    cancelErasure cancelRecovery withdraw withdrawAsRider acceptTerms`,
  'asks a payer or a gateway, which prompts and unpaid orders bound': `
    placeCheckout payOrder payCheckout checkOrderPayment subscribe renewSubscription upgradeSubscription checkSubscriptionPayment`,
  'writes over one row that is there, or none': `
    issueLiveTicket setLocation markMessagesRead readAllNotifications readNotification previewConversion predictProvider startPasskeyRegistration setUpTotp`,
}

it('every write of who is not of the team has a day’s number, or says what else ends it', () => {
  const writes = operations.filter(
    (route) => route.method !== 'GET' && route.operation.roles !== 'public' && !isStaffAct(route),
  )
  const told = Object.values(OTHERWISE).flatMap((ids) => ids.trim().split(/\s+/))
  const counted = Object.values(COUNTED).flatMap((acts) => Object.keys(acts))
  expect([...told, ...counted].sort()).toEqual([...new Set(writes.map(({ operation }) => operation.id))].sort())
})
