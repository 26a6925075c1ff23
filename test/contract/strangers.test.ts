import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#kernel/roles.ts'
import { call, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { addPaper } from '#testing/fixtures/kyc.ts'
import { type Market, newMarket, readyOrder } from '#testing/fixtures/orders.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { completedOrder, rate } from '#testing/stories/reviews.ts'
import { goodBody } from './bad-values.ts'
import { everything, everythingAtRest } from './everything.ts'
import { address, isPublic, type Named, operations } from './operations.ts'

// Another owner's thing answers 404, as if it were not there (docs/conventions.md, Ids and strangers): every operation that names a thing
// by its id, asked by somebody of the right role who has nothing to do with it.

let market: Market
/** Things of the market, by where an address begins and the parameter's name. */
let theirs: Record<string, string>
let strangers: { BUYER: Person; SELLER: Shopkeeper; RIDER: Person }

beforeAll(async () => {
  market = await newMarket()
  const rider = await newRider()
  const order = await readyOrder(market)
  expect((await call(rider, 'POST', `/deliveries/${order.delivery.id}/accept`)).status).toBe(200)
  const depositId = crypto.randomUUID()
  await env.DB.prepare(
    `INSERT INTO subscription_payments (id, subscription_id, seller_profile_id, deposit_id, amount_minor, currency, status, expires_at, created_at, updated_at, period_end)
     SELECT ?1, id, seller_profile_id, ?1, 500, currency, 'REFUNDED', 1, 1, 1, 1 FROM subscriptions WHERE seller_profile_id = ?2`,
  )
    .bind(depositId, market.seller.profileId)
    .run()
  await env.DB.prepare(
    `INSERT INTO invoices (id, number, seller_profile_id, subscription_payment_id, issuer, buyer, lines, subtotal_minor, tax_bps,
       tax_minor, total_minor, currency, status, issued_at, created_at, updated_at)
     VALUES (?1, 'FAC-2020-000001', ?2, ?1, '{"name":"Soko","address":null}', '{"name":"Kivu Frais","address":null}', '[{"amountMinor":500}]', 500, 0,
       0, 500, 'USD', 'VOID', 1, 1, 1)`,
  )
    .bind(depositId, market.seller.profileId)
    .run()
  await env.DB.prepare("INSERT INTO counters (name, value) VALUES ('series:invoices:2020', 1)").run()
  const passkey = await registerPasskey(market.buyer, await newAuthenticator())
  const home = await call(market.buyer, 'POST', '/users/me/addresses', {
    ...{ label: 'Maison', recipientName: 'Aline', phone: '0810000123', country: 'CD', city: 'Bukavu' },
  })
  const file = await addPaper(market.seller, 'SELFIE')
  const product = await call(market.seller, 'GET', `/products/${market.productId}`)

  const kept = { type: 'PRODUCT', targetId: market.productId }
  expect((await call(market.buyer, 'POST', '/favorites', kept)).status).toBe(201)
  const wanted = { variantId: market.variantId, quantity: 1 }
  expect((await call(market.buyer, 'POST', '/cart/items', wanted)).status).toBe(201)
  const placed = await call(market.buyer, 'POST', '/orders/checkout', {
    ...{ fulfillmentMethod: 'PICKUP', paymentMethod: 'MOBILE_MONEY' },
    ...{ payerPhoneNumber: freshPhone(), network: 'airtel', countryCode: 'CD' },
  })
  const cart = await call(market.buyer, 'POST', '/cart/items', wanted)
  const sent = new FormData()
  sent.append('shopId', market.seller.shopId)
  sent.append('file', new File(['sku\nA'], 'a.csv'))
  const { data: imported } = await call(market.seller, 'POST', '/products/import', sent)
  const incident = await call(market.buyer, 'POST', '/incidents', {
    ...{ type: 'ORDER', title: 'Colis en retard', description: 'Rien depuis hier.', orderId: order.id },
  })
  const ticket = await call(market.buyer, 'POST', '/support/tickets', {
    ...{ subject: 'Colis en retard', category: 'DELIVERY', body: 'Rien depuis hier.' },
  })
  const { data: told } = await call(market.buyer, 'GET', '/notifications')
  const app = { kind: 'FCM', token: 'token-of-the-phone-of-somebody' }
  const device = await call(market.buyer, 'POST', '/notifications/devices', app)
  // Somebody else's review: whoever is signed in reports it, and only its author and its shop do more.
  const reviewed = await rate(await completedOrder())
  const copy = await call(market.buyer, 'POST', '/users/me/export')
  theirs = {
    '/api/v1/users/me/export id': copy.data.id,
    '/api/v1/reviews id': reviewed.id,
    '/api/v1/support/tickets id': ticket.data.id,
    '/api/v1/incidents id': incident.data.id,
    '/api/v1/notifications id': told.notifications[0].id,
    '/api/v1/notifications/devices id': device.data.id,
    '/api/v1/products/import id': imported.id,
    '/api/v1/orders/checkout checkoutId': placed.data.checkoutId,
    '/api/v1/cart/items itemId': cart.data.items[0].id,
    '/api/v1/seller/kyc/documents id': file.data.documents[0].id,
    '/api/v1/orders id': order.id,
    '/api/v1/deliveries id': order.delivery.id,
    '/api/v1/products id': market.productId,
    '/api/v1/products imageId': product.data.images[0].id,
    '/api/v1/products/variants variantId': market.variantId,
    '/api/v1/favorites type': 'PRODUCT',
    '/api/v1/favorites targetId': market.productId,
    '/api/v1/products/shop shopId': market.seller.shopId,
    '/api/v1/products/stock/shop shopId': market.seller.shopId,
    '/api/v1/seller/shop id': market.seller.shopId,
    '/api/v1/subscriptions/payments depositId': depositId,
    '/api/v1/invoices id': depositId,
    '/api/v1/auth/passkey passkeyId': passkey.data.id,
    '/api/v1/users/me/addresses id': home.data.id,
    '/api/v1/auth/sessions sessionId': (await call(market.buyer, 'GET', '/auth/sessions')).data.sessions[0].id,
  }
  strangers = { BUYER: await signUp('BUYER'), SELLER: await newShopkeeper(), RIDER: await newRider() }
})

const isOffice = (role: Role) => ['SUPPORT', 'ADMIN', 'ACCOUNTANT'].includes(role)
const isForOffices = (route: Named) =>
  typeof route.operation.roles !== 'string' && !route.operation.roles.some((role) => !isOffice(role))
/** Products on sale are reported by those who have nothing to do with them. */
const isReport = ({ name }: Named) => name.endsWith('/:id/report')
const owned = operations.filter(
  (route) => route.path.includes(':') && !isPublic(route) && !isForOffices(route) && !isReport(route),
)

it('covers every address with an id in it that people without an office may call', () => {
  const known = (route: Named) =>
    [...route.path.matchAll(/:(\w+)/g)].every(([, name]) => `${route.path.split('/:')[0]} ${name}` in theirs)
  expect(owned.length).toBeGreaterThan(20)
  expect(owned.filter((route) => !known(route)).map(({ name }) => name)).toEqual([])
})

describe('somebody else’s thing', () => {
  it.each(owned)('$name', async (route) => {
    const { roles } = route.operation
    const path = address(route, (name) => theirs[`${route.path.split('/:')[0]} ${name}`] ?? '')
    const before = await everythingAtRest()
    for (const stranger of Object.values(strangers)) {
      if (roles !== 'signedIn' && !roles.includes(stranger.role as never)) continue
      const { status, error } = await call(stranger, route.method, path, goodBody(route.operation))
      // To let go of what one does not keep is what it says: nothing of anybody else's is touched.
      if (route.path === '/api/v1/favorites/:type/:targetId') {
        expect(status).toBe(200)
        continue
      }
      // A job that another rider took is shown to the riders who were offered it: they are told why it is gone.
      const isOffered = route.path === '/api/v1/deliveries/:id/accept'
      expect([status, error?.code], stranger.role).toEqual(isOffered ? [409, 'CONFLICT'] : [404, 'NOT_FOUND'])
    }
    expect(await everything()).toEqual(before)
  })
})
