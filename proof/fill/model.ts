import { env } from 'cloudflare:workers'
import { type Caller, call, type Person } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { newZone, type Rider } from '#testing/fixtures/deliveries.ts'
import { freshPhone, PROFILE, SHOP, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { renewed, signUp, withPhone } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { approve, refuse, until } from '#testing/sandbox.ts'
import { type Data, DELIVERY, ok, PICKUP, payBy } from '#testing/stories/orders.ts'
import { listTables, type Rows, rowsSince, type Table, takeRows } from './snapshot.ts'

/** Rows that one story left, and the moment at which it began. Copies are the same rows with other ids, people and times. */
export type Story = { rows: Rows; beganAt: number; lastedMs: number }

/** Orders that are over, and orders under way: of these a market has a number at any time. */
export const ENDED = ['delivered', 'collected', 'expired', 'rejected', 'withdrawn'] as const
export const OPEN = ['unpaid', 'paid', 'accepted', 'ready', 'carried'] as const
export type OrderStory = (typeof ENDED)[number] | (typeof OPEN)[number]
export type StoryName = 'seller' | 'product' | 'buyer' | 'rider' | OrderStory

type Seller = Person & { shopId: string; profileId: string; planId: string }
type Market = { seller: Seller; buyer: Person; rider: Rider; variantIds: string[]; productId: string }
type Staff = { admin: Person; support: Person; finance: Person }
/** A market with one of each person and thing, made through the front door, and the rows that were there before all of them. */
export type Model = { tables: Table[]; base: Rows; stories: Record<StoryName, Story>; market: Market; staff: Staff }

const MINUTE_MS = 60_000
const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const post = async (as: Caller, path: string, body?: unknown): Promise<Data> =>
  ok(await call(as, 'POST', path, body, key()))

/** Plays the model on the stand-in platform of `testing`, whose database has to be empty. */
export async function playModel(): Promise<Model> {
  const tables = await listTables()
  const yearly = [{ billingCycle: 'YEARLY' as const, currency: 'USD' as const, amount: '60.00' }]
  const plan = await newPlan(yearly, { maxProducts: 100_000, maxShops: 3 })
  const [category, zone] = [await newCategory(), await newZone('Bukavu')]
  const [admin, support, finance] = [await signUp('ADMIN'), await signUp('SUPPORT'), await signUp('ACCOUNTANT')]
  const stories: Partial<Record<StoryName, Story>> = {}

  async function tell<T>(name: StoryName, play: () => Promise<T>): Promise<T> {
    wait(MINUTE_MS)
    await rest()
    const [before, beganAt] = [await takeRows(tables), Date.now()]
    const played = await play()
    await rest()
    stories[name] = { rows: rowsSince(tables, before, await takeRows(tables)), beganAt, lastedMs: Date.now() - beganAt }
    return played
  }

  await rest()
  const base = await takeRows(tables)
  const seller = await tell('seller', () => openShop(plan.id, support))
  const product = await tell('product', () => putOnSale(seller, category, support))
  const buyer = await tell('buyer', () => signUp('BUYER', { phone: freshPhone() }))
  const rider = await tell('rider', () => join(zone, support))
  const variantIds = product.variants.map(({ id }: { id: string }) => id)
  const market = { seller, buyer, rider, variantIds, productId: product.id }
  for (const name of [...ENDED, ...OPEN]) {
    const fresh = { seller: await renewed(seller), buyer: await renewed(buyer), rider: await renewed(rider) }
    await tell(name, () => PLAYS[name]({ ...market, ...fresh }))
  }
  const staff = { admin, support, finance }
  return { tables, base, stories: stories as Record<StoryName, Story>, market, staff }
}

/** Waits until no message is left to send. */
const rest = () =>
  until(async () => {
    const due = `SELECT count(*) AS n FROM outbox WHERE status = 'PENDING' AND next_at <= ?`
    return (await env.DB.prepare(due).bind(Date.now()).first<{ n: number }>())?.n === 0
  }, 'the last message')

async function openShop(planId: string, support: Person): Promise<Seller> {
  const person = await signUp('SELLER', { phone: freshPhone() })
  const { id: profileId } = ok(await call(person, 'POST', '/seller/profile', PROFILE)) as Data
  const seller = await renewed(person)
  const phone = freshPhone()
  ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(planId, phone, { billingCycle: 'YEARLY' })))
  await approve(phone)
  const { id } = ok(await call(seller, 'POST', '/seller/shop', SHOP)) as Data
  ok(await call(seller, 'POST', `/seller/shop/${id}/publish`))
  ok(await call(support, 'POST', `/seller/shop/moderation/${id}/approve`, {}))
  return { ...seller, profileId, shopId: id, planId }
}

async function putOnSale(seller: Seller, category: Awaited<ReturnType<typeof newCategory>>, support: Person) {
  const variants = [variant({ stock: 100_000 }), variant({ name: 'Sac', stock: 100_000, price: '20.00' })]
  const product = await publishedProduct(seller, category, {
    name: NAME_OF_PRODUCT,
    variants: JSON.stringify(variants),
  })
  ok(await call(support, 'POST', `/moderation/products/${product.id}/approve`, {}))
  return product
}
/** Copies have other names in its place. */
export const NAME_OF_PRODUCT = 'Sucre du Kivu'

async function join(zone: string, support: Person): Promise<Rider> {
  const person = await withPhone()
  const applied = { vehicleType: 'MOTO', vehiclePlate: 'BKV 12', zones: [zone] }
  const { id: riderId } = ok(await call(person, 'POST', '/riders/apply', applied)) as Data
  ok(await call(support, 'POST', `/riders/${riderId}/approve`))
  ok(await call(person, 'POST', '/riders/me/availability', { availability: 'ONLINE' }))
  return { ...person, role: 'RIDER', riderId }
}

type Order = Market & { id: string; phone: string }

async function order(market: Market, how: object): Promise<Order> {
  const { buyer, variantIds } = market
  for (const variantId of variantIds) await post(buyer, '/cart/items', { variantId, quantity: 1 })
  const { quoteId } = ok(await call(buyer, 'POST', '/cart/quote', how)) as Data
  const phone = freshPhone()
  const { orders } = await post(buyer, '/orders/checkout', { quoteId, paymentMethod: 'MOBILE_MONEY', ...payBy(phone) })
  return { ...market, id: orders[0].id, phone }
}

async function pay(of: Order): Promise<void> {
  wait(MINUTE_MS)
  await approve(of.phone)
}

const act = async ({ id }: Order, as: Caller, step: string, body?: object): Promise<Data> => {
  wait(MINUTE_MS)
  return post(as, `/orders/${id}/${step}`, body)
}
const ride = async ({ rider }: Order, deliveryId: string, step: string, body?: object) => {
  wait(MINUTE_MS)
  await post(rider, `/deliveries/${deliveryId}/${step}`, body)
}

async function prepare(market: Market, how: object): Promise<{ order: Order; ready: Data }> {
  const one = await accept(market, how)
  await act(one, market.seller, 'prepare')
  return { order: one, ready: await act(one, market.seller, 'ready') }
}

async function accept(market: Market, how: object): Promise<Order> {
  const one = await order(market, how)
  await pay(one)
  await act(one, market.seller, 'accept')
  return one
}

async function talk({ id, buyer, seller }: Order): Promise<void> {
  const say = (as: Caller, body: string) =>
    post(as, `/orders/${id}/messages`, {
      channel: 'BUYER_SELLER',
      clientMessageId: crypto.randomUUID().slice(0, 12),
      body,
    })
  await say(buyer, 'Bonjour, est-ce que le colis part aujourd’hui ?')
  await say(seller, 'Oui, avant midi.')
}

const PLAYS: Record<OrderStory, (market: Market) => Promise<unknown>> = {
  async delivered(market) {
    const { order: one, ready } = await prepare(market, DELIVERY)
    await talk(one)
    await ride(one, ready.delivery.id, 'accept')
    await ride(one, ready.delivery.id, 'pickup', { code: ready.pickupCode })
    const { dropoffCode } = ok(await call(one.buyer, 'GET', `/orders/${one.id}/tracking`)) as Data
    await ride(one, ready.delivery.id, 'deliver', { code: dropoffCode })
    await act(one, one.buyer, 'confirm-receipt')
  },
  async collected(market) {
    const { order: one } = await prepare(market, PICKUP)
    const { pickupCode } = ok(await call(one.buyer, 'GET', `/orders/${one.id}`)) as Data
    await act(one, one.seller, 'handover', { code: pickupCode })
    await act(one, one.buyer, 'confirm-receipt')
  },
  async expired(market) {
    const { phone } = await order(market, DELIVERY)
    await refuse(phone)
    await minuteCronAfter(40 * MINUTE_MS)
  },
  async rejected(market) {
    const one = await order(market, DELIVERY)
    await pay(one)
    await act(one, one.seller, 'reject', { reason: 'Plus en stock.' })
    await minuteCronAfter(MINUTE_MS)
    await approve(one.phone)
  },
  async withdrawn(market) {
    const one = await order(market, PICKUP)
    await pay(one)
    await act(one, one.buyer, 'cancel', { reason: 'Je me suis trompé.' })
    await minuteCronAfter(MINUTE_MS)
    await approve(one.phone)
  },
  unpaid: (market) => order(market, DELIVERY),
  async paid(market) {
    await pay(await order(market, DELIVERY))
  },
  accepted: (market) => accept(market, DELIVERY),
  ready: (market) => prepare(market, DELIVERY),
  async carried(market) {
    const { order: one, ready } = await prepare(market, DELIVERY)
    await ride(one, ready.delivery.id, 'accept')
    await ride(one, ready.delivery.id, 'pickup', { code: ready.pickupCode })
  },
}
