import { expect, it } from 'vitest'
import { OWN_ACTS_TOLD } from '#kernel/limits.ts'
import { type Answer, call } from '#testing/api.ts'
import { all, count } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { operations } from './operations.ts'

// docs/limits.md, Bytes of a day: each operation by which an account that is not the team's writes something has an end. Whoever adds one
// says here which; bytes.test.ts and stored-bytes.test.ts play the heaviest of each.

const PLAYED = 'the same again leaves no row more'
const ENDS: Record<string, string> = {
  'products and variants that one seller makes in a day': 'createProduct addVariant',
  'each is of one product, which is made once': 'deleteProduct submitProduct',
  'shops that one seller makes in a day': 'createShop closeShop',
  'imports of one seller in a day': 'importProducts',
  'copies of their data that one person asks for in a day': 'requestCopy',
  'edits of one account in a day': `updateProfile addAddress editAddress removeAddress updateMySellerProfile editKyc updateShop publishShop
    unpublishShop setShopLogo setShopBanner cancelSubscription reactivateSubscription editVariant removeVariant adjustStock setStock
    setThreshold changeStocks setProductStatus addProductImages orderProductImages removeProductImage updateProduct addFavorite
    setPreferences editMyRider setAvailability scheduleErasure editReview deleteReview answerReview`,
  'files of a day, by number and bytes':
    'setAvatar addKycDocument addRiderDocument addProof addAttachment addIncidentEvidence addTicketEvidence',
  'lines of carts and quotes in a day': 'replaceCart addCartItem setCartItem mergeCart reorder quoteCart',
  'lines of orders in a day': 'placeOrder placeCheckout cancelOrder',
  'payments that one account asks for in an hour': `payOrder payCheckout checkOrderPayment subscribe renewSubscription upgradeSubscription
    checkSubscriptionPayment`,
  'the states of an order that was paid': `acceptOrder rejectOrder prepareOrder readyOrder handoverOrder sellerCancelOrder receiveReturn
    confirmReceipt acceptDelivery pickUpDelivery deliverDelivery failDelivery returnDelivery`,
  'jobs that a rider gives back in a day': 'releaseDelivery',
  'messages of one person in a day': 'sendMessage',
  'reports, tickets and incidents of one person in a day, and words in them': `reportProduct reportShop openIncident answerIncident
    createTicket writeToTicket`,
  'reviews, and reports of them, of one person in a day': 'createReviews reportReview',
  'a step of the team before each one of theirs': 'submitKyc applyAsRider reopenTicket closeTicket',
  'one of an account': 'createSellerProfile',
  'one for each version that an ADMIN sets': 'acceptTerms',
  'codes by mail and SMS in an hour or a day': `reauthenticate requestSecondaryEmail verifySecondaryEmail promoteSecondaryEmail requestEmail
    verifyNewEmail requestPhone verifyPhone removePhone removeSecondaryEmail requestWithdrawal requestPayoutNumber confirmPayoutNumber
    withdraw withdrawAsRider createPassword`,
  'ways in that one account adds in a day':
    'linkGoogle unlinkGoogle registerPasskey removePasskey setUpTotp confirmTotp disableTotp',
  'registrations of devices of one account in a day': 'registerDevice',
  'numbers that one account asks a gateway about in an hour': 'predictProvider',
  'only what is there already goes, or is marked': `logoutAll revokeSession removeKycDocument removeCartItem readNotification
    deleteNotification removeDevice regenerateBackupCodes`,
  [PLAYED]: `cancelRecovery startPasskeyRegistration updatePassword removeAvatar cancelErasure removeFavorite emptyCart markMessagesRead
    setLocation readAllNotifications`,
  'it writes nothing': 'previewConversion issueLiveTicket',
}

const market = await newMarket()
const [order, rider, person] = [await paidOrder(market), await newRider(), await signUp()]
const words = { channel: 'BUYER_SELLER', clientMessageId: 'one', body: 'Bonjour' }
const { id: upToMessageId } = (await call(market.seller, 'POST', `/orders/${order.id}/messages`, words)).data
let password: string = PASSWORD
const AGAIN: Record<string, () => Promise<Answer>> = {
  cancelRecovery: () => call(person, 'POST', '/auth/recovery/cancel', {}),
  startPasskeyRegistration: () => call(person, 'POST', '/auth/passkey/register/options', {}),
  updatePassword: () => {
    const before = password
    password = `${PASSWORD}${crypto.randomUUID()}`
    return call(person, 'POST', '/auth/password/update', { currentPassword: before, newPassword: password })
  },
  removeAvatar: () => call(person, 'DELETE', '/users/me/avatar'),
  cancelErasure: () => call(person, 'POST', '/users/me/delete/cancel'),
  removeFavorite: () => call(person, 'DELETE', `/favorites/PRODUCT/${market.productId}`),
  emptyCart: () => call(market.buyer, 'DELETE', '/cart'),
  markMessagesRead: () => call(market.buyer, 'POST', `/orders/${order.id}/messages/read`, { upToMessageId }),
  setLocation: () => call(rider, 'POST', '/riders/me/location', { lat: -2.5 + Math.random() / 10, lng: 28.8 }),
  readAllNotifications: () => call(person, 'POST', '/notifications/read-all'),
}
const idsOf = (texts: string[]) => texts.flatMap((ids) => ids.trim().split(/\s+/))

async function rows(): Promise<Record<string, number>> {
  const tables = await all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_search_*' AND name NOT GLOB '_cf*'`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) found[name] = await count(`"${name}"`)
  return found
}

it('each that leaves no row more is played', () => {
  expect(Object.keys(AGAIN).toSorted()).toEqual(idsOf([ENDS[PLAYED] ?? '']).toSorted())
})

it.each(Object.entries(AGAIN))('%s again and again leaves no row more', async (_, send) => {
  // The owner is told of only so many in a day.
  for (let i = 0; i < OWN_ACTS_TOLD.max; i++) await send()
  const before = await rows()
  for (let i = 0; i < 5; i++) {
    const { status, error } = await send()
    expect([200, 409], JSON.stringify(error)).toContain(status)
  }
  expect(await rows()).toEqual(before)
})

it('each operation by which people write has an end', () => {
  const written = operations.filter(
    ({ method, operation: { roles } }) =>
      method !== 'GET' &&
      roles !== 'public' &&
      (roles === 'signedIn' || roles.some((role) => ['BUYER', 'SELLER', 'RIDER'].includes(role))),
  )
  const known = idsOf(Object.values(ENDS))
  expect(known.toSorted()).toEqual([...new Set(known)].toSorted())
  expect(known.toSorted()).toEqual([...new Set(written.map(({ operation }) => operation.id))].toSorted())
})
