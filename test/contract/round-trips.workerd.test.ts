import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshEmail, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailedToken, WORDS } from '#testing/fixtures/mails.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { logIn, PASSWORD, renewed, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { appCode, appOf, totpChallenge, withTotp } from '#testing/fixtures/totp.ts'
import { codeFor } from '#testing/sandbox.ts'
import { oneOfEach, type People } from './callers.ts'
import { address, isAllowed, type Named, operations } from './operations.ts'

// docs/limits.md, Trips to the database: trips to D1 are the budget. A read makes one, signed in or not, a
// write two, with an Idempotency-Key too: the session and the key are read with what the verb reads first.

/** Operations that make a trip more, each with its reason. */
const MORE = {
  /** A form is read only for a caller whose session holds, so the session has a trip of its own. */
  form: 3,
  /** A try is counted before anything is compared: that write waits for the session. */
  tried: 3,
  /** A try at a password, counted before it is read. */
  triedPassword: 4,
  /** A checkout reads the cart, then what its lines are, and commits. */
  checkout: 3,
  /** A read of the team that is put on record: that write waits for the session. */
  recorded: 2,
}

const trips = ({ headers }: Answer) => Number(headers.get('x-d1-round-trips') ?? Number.NaN)

let people: People
let market: Market
let rider: Person

beforeAll(async () => {
  people = (await allRenewed(await oneOfEach())) as People
  market = await newMarket({ stock: 100 })
  market = { ...market, seller: await renewed(market.seller) }
  rider = await renewed(await newRider())
})

async function allRenewed<Them extends Record<string, Person>>(them: Them): Promise<Them> {
  const entries = Object.entries(them).map(async ([name, person]) => [name, await renewed(person)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Them
}

async function expectTrips(most: number, as: Person | null, method: string, path: string, body?: unknown) {
  const answer = await call(as, method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.error)}`).toBeLessThan(300)
  expect(trips(answer), `${method} ${path}`).toBeLessThanOrEqual(most)
  return answer.data
}

describe('reads', () => {
  /** Asks gateway A before it answers, or reads the whole book. */
  const isOutside = (path: string) => /active-configuration|ledger\/checks/.test(path)
  const isRecorded = (path: string) => path.endsWith('/orders/admin/export/csv')
  /** The operation needs a query: the tests of each count its trips. */
  const asksFor = ({ operation }: Named) => operation.query !== undefined && !z.safeParse(operation.query, {}).success
  /** Opens a live connection, whose trips its own test counts. */
  const opensSocket = ({ operation }: Named) => operation.status === 101
  const lists = operations.filter(
    (route) =>
      route.method === 'GET' &&
      !/:/.test(route.path) &&
      !isOutside(route.path) &&
      !asksFor(route) &&
      !opensSocket(route),
  )

  it.each(lists.filter(({ operation }) => operation.roles === 'public'))('$name: one trip', async (route) => {
    await expectTrips(1, guest, 'GET', address(route))
  })

  it.each(lists.filter(({ operation }) => operation.roles !== 'public'))(
    '$name: one trip, for every role',
    async (route) => {
      for (const person of Object.values(people).filter(({ role }) => isAllowed(route, role))) {
        await expectTrips(isRecorded(route.path) ? MORE.recorded : 1, person, 'GET', address(route))
      }
    },
  )

  it('GET /products with everything asked at once: one trip', async () => {
    await expectTrips(
      1,
      guest,
      'GET',
      '/products?search=cafe&currency=USD&minPrice=1&maxPrice=99&inStock=true&sort=priceAsc&page=2',
    )
  })

  it('one thing: one trip, for a guest and for whom it belongs to', async () => {
    const { productId, buyer, seller } = market
    const product = await expectTrips(1, guest, 'GET', `/products/${productId}`)
    await expectTrips(1, guest, 'GET', `/products/slug/${product.slug}`)
    await expectTrips(1, seller, 'GET', `/products/${productId}`)
    await expectTrips(1, seller, 'GET', `/products/shop/${seller.shopId}`)
    await expectTrips(1, seller, 'GET', `/products/stock/shop/${seller.shopId}?search=cafe&lowOnly=true`)
    await expectTrips(1, seller, 'GET', `/products/variants/${product.variants[0].id}/stock`)
    await expectTrips(1, seller, 'GET', `/products/variants/${product.variants[0].id}/stock/movements`)
    await expectTrips(1, guest, 'GET', `/seller/shop/${seller.shopId}`)
    await expectTrips(1, guest, 'GET', `/plans/${seller.planId}`)
    const { id } = await paidOrder(market)
    await expectTrips(1, buyer, 'GET', `/orders/${id}`)
    await expectTrips(1, seller, 'GET', `/orders/${id}`)
    await expectTrips(1, buyer, 'GET', `/orders/${id}/tracking`)
    await expectTrips(1, people.SUPPORT, 'GET', `/users/${buyer.id}`)
  })
})

describe('writes: two trips', () => {
  it('variants and their stock', async () => {
    const { seller, productId } = market
    const { id } = await expectTrips(2, seller, 'POST', `/products/${productId}/variants`, { price: 5, stock: 5 })
    const path = `/products/variants/${id}`
    await expectTrips(2, seller, 'PUT', path, { price: 6 })
    await expectTrips(2, seller, 'PUT', `${path}/stock`, { stock: 6, expectedStock: 5, reason: 'Comptage' })
    await expectTrips(2, seller, 'PUT', `${path}/stock/threshold`, { lowStockThreshold: 2 })
    const items = [{ variantId: id, type: 'RESTOCK', amount: 1 }]
    await expectTrips(2, seller, 'POST', '/products/stock/bulk', { items })
    await expectTrips(2, seller, 'DELETE', path)
  })

  it('an order, from the seller’s yes to the buyer’s receipt', async () => {
    const { seller, buyer } = market
    const { id } = await paidOrder(market)
    await expectTrips(2, seller, 'POST', `/orders/${id}/accept`)
    await expectTrips(2, seller, 'POST', `/orders/${id}/prepare`)
    const ready = await expectTrips(2, seller, 'POST', `/orders/${id}/ready`)
    const job = `/deliveries/${ready.delivery.id}`
    await expectTrips(2, rider, 'POST', `${job}/accept`)
    await expectTrips(2, rider, 'POST', `${job}/release`)
    await expectTrips(2, rider, 'POST', `${job}/accept`)
    // The two steps with a code count the try first, in a trip of its own.
    await expectTrips(MORE.tried, rider, 'POST', `${job}/pickup`, { code: ready.pickupCode })
    const { dropoffCode } = await expectTrips(1, buyer, 'GET', `/orders/${id}/tracking`)
    await expectTrips(MORE.tried, rider, 'POST', `${job}/deliver`, { code: dropoffCode })
    await expectTrips(2, buyer, 'POST', `/orders/${id}/confirm-receipt`)
  })

  it('messages about an order', async () => {
    const { buyer, seller } = market
    const { id } = await paidOrder(market)
    const path = `/orders/${id}/messages`
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(jpeg())]), 'a.jpg')
    const photo = await expectTrips(MORE.form, buyer, 'POST', `${path}/attachments`, form)
    const words = { channel: 'BUYER_SELLER', clientMessageId: 'un', body: 'Bonjour', attachments: [photo.id] }
    const sent = await expectTrips(2, buyer, 'POST', path, words)
    await expectTrips(2, buyer, 'POST', path, words)
    for (const as of [buyer, seller]) await expectTrips(1, as, 'GET', `${path}?channel=BUYER_SELLER`)
    await expectTrips(MORE.recorded, people.SUPPORT, 'GET', `${path}?channel=BUYER_SELLER`)
    const upTo = { channel: 'BUYER_SELLER', upToMessageId: sent.id }
    await expectTrips(2, seller, 'POST', `${path}/read`, upTo)
    await expectTrips(2, seller, 'POST', `${path}/read`, upTo)
  })

  it('the other ends of an order', async () => {
    const { seller, buyer } = market
    await expectTrips(2, seller, 'POST', `/orders/${(await paidOrder(market)).id}/reject`)
    await expectTrips(2, buyer, 'POST', `/orders/${(await paidOrder(market)).id}/cancel`)
    await expectTrips(2, people.SUPPORT, 'POST', `/orders/admin/${(await readyOrder(market)).id}/cancel`)
    const accepted = await paidOrder(market)
    expect((await actOnOrder(seller, accepted.id, 'accept')).status).toBe(200)
    await expectTrips(2, seller, 'POST', `/orders/${accepted.id}/seller-cancel`, { reason: 'Plus de stock' })
  })

  it('a delivery that fails and comes back', async () => {
    const { id, delivery, pickupCode } = await readyOrder(market)
    const job = `/deliveries/${delivery.id}`
    await expectTrips(2, rider, 'POST', `${job}/accept`)
    expect((await call(rider, 'POST', `${job}/pickup`, { code: pickupCode })).status).toBe(200)
    await expectTrips(2, rider, 'POST', `${job}/fail`, { reasonCode: 'BUYER_ABSENT' })
    wait(600_000)
    await expectTrips(2, rider, 'POST', `${job}/fail`, { reasonCode: 'BUYER_ABSENT' })
    await expectTrips(2, rider, 'POST', `${job}/returned`)
    await expectTrips(2, market.seller, 'POST', `/orders/${id}/return-received`)
  })

  it('a catalogue', async () => {
    const { ADMIN, SELLER } = people
    const name = `Rayon ${crypto.randomUUID().slice(0, 8)}`
    const category = await expectTrips(2, ADMIN, 'POST', '/products/categories', { name })
    await expectTrips(2, ADMIN, 'PUT', `/products/categories/${category.id}`, { sortOrder: 4 })
    await expectTrips(2, ADMIN, 'POST', `/products/categories/${category.id}/subcategories`, { name: 'Tout' })
    const product = await createProduct(SELLER, await newCategory(), {
      variants: JSON.stringify([variant(), variant({ name: 'Autre' })]),
    })
    expect(trips(product)).toBeLessThanOrEqual(MORE.form)
    for (const status of ['PUBLISHED', 'DRAFT', 'ARCHIVED', 'DRAFT']) {
      await expectTrips(2, SELLER, 'POST', `/products/${product.data.id}/status`, { status })
    }
  })

  it('plans, shops, riders, accounts', async () => {
    const { ADMIN, SELLER, RIDER, SUPPORT } = people
    const fields = { maxProducts: 5, maxPhotosPerProduct: 5, maxShops: 5 }
    const plan = await expectTrips(2, ADMIN, 'POST', '/plans', {
      name: `Plan ${crypto.randomUUID().slice(0, 8)}`,
      ...fields,
    })
    await expectTrips(2, ADMIN, 'PUT', `/plans/${plan.id}`, { maxProducts: 6 })
    const prices = [{ billingCycle: 'MONTHLY', currency: 'USD', amount: '5.00' }]
    await expectTrips(2, ADMIN, 'PUT', `/plans/${plan.id}/prices`, { prices })
    const address = { country: 'CD', city: 'Bukavu' }
    const shop = await expectTrips(2, SELLER, 'POST', '/seller/shop', { name: 'Deuxième boutique', address })
    await expectTrips(2, SELLER, 'PUT', `/seller/shop/${shop.id}`, { prepMinutes: 10 })
    await expectTrips(2, SELLER, 'POST', `/seller/shop/${shop.id}/publish`)
    await expectTrips(2, SELLER, 'POST', `/seller/shop/${shop.id}/unpublish`)
    await expectTrips(2, RIDER, 'POST', '/riders/me/availability', { availability: 'OFFLINE' })
    await expectTrips(2, RIDER, 'POST', '/riders/me/location', { lat: -2.5, lng: 28.8 })
    await expectTrips(2, RIDER, 'PUT', '/riders/me', { vehicleType: 'MOTO' })
    const { data: me } = await call(RIDER, 'GET', '/riders/me')
    await expectTrips(2, SUPPORT, 'POST', `/riders/${me.id}/suspend`, { reason: 'Papiers' })
    await expectTrips(2, SUPPORT, 'POST', `/riders/${me.id}/reactivate`)
    await expectTrips(2, SELLER, 'POST', '/subscriptions/me/cancel')
    await expectTrips(2, SELLER, 'POST', '/subscriptions/me/reactivate')
    await expectTrips(2, SUPPORT, 'POST', `/users/${people.BUYER.id}/block`, { reason: 'Abus' })
    await expectTrips(2, SUPPORT, 'POST', `/users/${people.BUYER.id}/unblock`)
  })

  it('ways in: what a guest asks for costs as little for everybody, and a try is counted in a trip of its own', async () => {
    const person = await signUp()
    const { email } = person
    await expectTrips(1, guest, 'POST', '/auth/resend-verification', { email })
    await expectTrips(1, guest, 'POST', '/auth/login/request-otp', { email })
    await expectTrips(3, guest, 'POST', '/auth/login/verify-otp', { email, code: await mailedCode(email, WORDS.login) })
    await expectTrips(2, guest, 'POST', '/auth/password/forgot', { email })
    await expectTrips(2, guest, 'POST', '/auth/password/reset', {
      token: await mailedToken(email),
      newPassword: 'Mot-2-passe',
    })
    const me = { ...person, token: (await logIn(email, 'Mot-2-passe')).data.accessToken }
    // The tries of a known password are counted before it is read.
    const change = { currentPassword: 'Mot-2-passe', newPassword: PASSWORD }
    await expectTrips(3, me, 'POST', '/auth/password/update', change)
    const second = freshEmail('second')
    await expectTrips(2, me, 'POST', '/auth/secondary-email', { email: second })
    await expectTrips(MORE.tried, me, 'POST', '/auth/secondary-email/verify', { code: await codeFor(second) })
    // A young address recovers nothing.
    await run('UPDATE users SET secondary_email_verified_at = 1 WHERE id = ?', person.id)
    const { recoveryId } = await expectTrips(2, guest, 'POST', '/auth/recovery/start', { identifier: email })
    const method = 'SECONDARY_EMAIL'
    await expectTrips(2, guest, 'POST', '/auth/recovery/send-code', { recoveryId, method })
    const code = await mailedCode(second, WORDS.recovery)
    await expectTrips(3, guest, 'POST', '/auth/recovery/verify', { recoveryId, code })
    await expectTrips(2, me, 'POST', '/auth/secondary-email/promote', { email: second })
    await expectTrips(2, me, 'DELETE', '/auth/secondary-email')
  })

  it('an authenticator: its tries are counted in the trip that reads it, a pending token in one of its own', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    await expectTrips(3, guest, 'POST', '/auth/login/totp', { pendingToken, code: appCode(app) })
    await expectTrips(MORE.tried, person, 'POST', '/auth/totp/regenerate-backup-codes', { code: appCode(app, 1) })
    // The tries of a known password are counted before it is read.
    await expectTrips(3, person, 'POST', '/auth/totp/disable', { password: PASSWORD })
    const { otpauthUrl } = await expectTrips(2, person, 'POST', '/auth/totp/setup')
    await expectTrips(MORE.tried, person, 'POST', '/auth/totp/confirm', { code: appCode(appOf(otpauthUrl)) })
  })

  it('one’s own account, and what staff do to it', async () => {
    const [me, { ADMIN, SUPPORT }] = [await signUp('BUYER', { phone: freshPhone() }), people]
    const newEmail = freshEmail('neuf')
    await expectTrips(2, me, 'PUT', '/users/me', { name: 'Aline Mapendo' })
    const form = new FormData()
    form.append('avatar', new Blob([jpeg()]))
    await expectTrips(MORE.form, me, 'POST', '/users/me/avatar', form)
    await expectTrips(2, me, 'DELETE', '/users/me/avatar')
    const place = { label: 'Maison', recipientName: 'Aline', phone: '0810000123', country: 'CD', city: 'Bukavu' }
    const { id } = await expectTrips(2, me, 'POST', '/users/me/addresses', place)
    await expectTrips(2, me, 'PUT', `/users/me/addresses/${id}`, { city: 'Goma' })
    await expectTrips(2, me, 'DELETE', `/users/me/addresses/${id}`)
    await expectTrips(2, SUPPORT, 'POST', `/users/${me.id}/verify-phone`)
    await expectTrips(2, SUPPORT, 'POST', `/users/${me.id}/verify-email`)
    await expectTrips(2, me, 'DELETE', '/users/me/phone')
    // The tries of a known password are counted before it is read.
    await expectTrips(3, me, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD })
    await expectTrips(MORE.tried, me, 'POST', '/users/me/email/verify', { code: await codeFor(newEmail) })
    await expectTrips(3, me, 'POST', '/users/me/delete', { password: PASSWORD })
    await expectTrips(2, me, 'POST', '/users/me/delete/cancel')
    await expectTrips(2, SUPPORT, 'POST', `/users/${me.id}/force-logout`)
    await expectTrips(2, ADMIN, 'POST', `/users/${me.id}/role`, { role: 'SUPPORT' })
    await expectTrips(2, ADMIN, 'POST', `/users/${me.id}/delete`, { reason: 'Demande' })
    await expectTrips(2, ADMIN, 'POST', `/users/${me.id}/restore`)
  })

  it('an order that is paid through a gateway: the answer of the gateway is kept while the buyer reads ours', async () => {
    const placed = await postOrder(market)
    expect(placed.status).toBe(201)
    expect(trips(placed)).toBeLessThanOrEqual(2)
  })

  it('of devices: two', async () => {
    const { buyer } = market
    const app = { kind: 'FCM', token: 'token-of-a-phone-that-counts' }
    const device = await expectTrips(2, buyer, 'POST', '/notifications/devices', app)
    await expectTrips(2, buyer, 'DELETE', `/notifications/devices/${device.id}`)
  })

  it('with an Idempotency-Key: no more than without', async () => {
    const { buyer, seller, variantId, productId } = market
    const under = () => ({ 'idempotency-key': crypto.randomUUID() })
    const expectKeyed = async (most: number, as: Person, path: string, body?: unknown) => {
      const answer = await call(as, 'POST', path, body, under())
      expect(answer.status, `${path} ${JSON.stringify(answer.error)}`).toBeLessThan(300)
      expect(trips(answer), path).toBeLessThanOrEqual(most)
      return answer.data
    }
    await expectKeyed(2, buyer, '/cart/items', { variantId, quantity: 1 })
    await expectKeyed(2, seller, `/products/${productId}/variants`, { price: 5, stock: 5 })
    await expectKeyed(2, buyer, '/notifications/read-all')
    const { id } = await paidOrder(market)
    await expectKeyed(2, seller, `/orders/${id}/accept`)
    await expectKeyed(2, seller, `/orders/${id}/prepare`)
    await expectKeyed(2, people.ADMIN, '/products/categories', { name: `Rayon ${crypto.randomUUID().slice(0, 8)}` })
    await expectKeyed(2, buyer, '/orders', orderBody(market))
    const payer = { payerPhoneNumber: freshPhone(), network: 'airtel', countryCode: 'CD' }
    const how = { fulfillmentMethod: 'PICKUP', paymentMethod: 'MOBILE_MONEY' }
    await expectKeyed(MORE.checkout, buyer, '/orders/checkout', { ...how, ...payer })
  })

  it('replays with a key in one trip and that of reading it again', async () => {
    const [key, body] = [{ 'idempotency-key': crypto.randomUUID() }, { variantId: market.variantId, quantity: 1 }]
    await call(market.buyer, 'POST', '/cart/items', body, key)
    const replay = await call(market.buyer, 'POST', '/cart/items', body, key)
    expect([replay.headers.get('idempotent-replayed'), trips(replay)]).toEqual(['true', 1])
  })
})
