import { type Caller, call } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { approve } from '#testing/sandbox.ts'
import { type Data, DELIVERY, ok, payBy } from '#testing/stories/orders.ts'

/** A shop with two products. */
export type Stall = Market & { otherVariantId: string }

const SHOPS = 5
const BUYERS = 40

/** The people of the measured market: sellers with their shops, buyers and riders. */
export async function openMarket() {
  const stalls: Stall[] = []
  for (let shop = 0; shop < SHOPS; shop++) {
    const market = await newMarket({ stock: 1000 })
    const more = { variants: JSON.stringify([variant({ stock: 1000 })]) }
    const other = await publishedProduct(market.seller, await newCategory(), more)
    stalls.push({ ...market, otherVariantId: other.variants[0].id })
  }
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => signUp()))
  const riders = [await newRider(), await newRider(), await newRider()]
  return { stalls, buyers, riders }
}
export type People = Awaited<ReturnType<typeof openMarket>>

const withKey = () => ({ 'idempotency-key': crypto.randomUUID() })
const post = async (as: Caller, path: string, body?: unknown): Promise<Data> =>
  ok(await call(as, 'POST', path, body, withKey()))
const say = (as: Caller, orderId: string, body: string) =>
  post(as, `/orders/${orderId}/messages`, {
    channel: 'BUYER_SELLER',
    clientMessageId: crypto.randomUUID().slice(0, 12),
    body,
  })

/** An order under way, with those who move it. */
type Order = { id: string; buyer: Caller; seller: Caller; rider: Caller; deliveryId?: string; pickupCode?: string }

/** Plays orders from the cart to the end. All of them take a step before the next one, as orders of some days lie side by side. */
export async function playOrders(people: People, count: number): Promise<void> {
  const orders: Order[] = []
  for (let number = 0; number < count; number++) orders.push(await buy(people, number))
  for (const step of [talk, accept, prepare, makeReady, deliver, confirm]) for (const order of orders) await step(order)
}

async function buy({ stalls, buyers, riders }: People, number: number): Promise<Order> {
  const { seller, variantId, otherVariantId } = stalls[number % stalls.length] as Stall
  const buyer = buyers[number % buyers.length] as Caller
  for (const id of [variantId, otherVariantId]) await post(buyer, '/cart/items', { variantId: id, quantity: 1 })
  const { quoteId } = ok(await call(buyer, 'POST', '/cart/quote', DELIVERY)) as Data
  const phone = freshPhone()
  const { orders } = await post(buyer, '/orders/checkout', { quoteId, paymentMethod: 'MOBILE_MONEY', ...payBy(phone) })
  await approve(phone)
  return { id: orders[0].id, buyer, seller, rider: riders[number % riders.length] as Caller }
}

async function talk({ id, buyer, seller }: Order): Promise<void> {
  await say(buyer, id, 'Bonjour, est-ce que le colis part aujourd’hui ?')
  await say(seller, id, 'Oui, avant midi.')
}

const accept = ({ id, seller }: Order) => post(seller, `/orders/${id}/accept`)
const prepare = ({ id, seller }: Order) => post(seller, `/orders/${id}/prepare`)

async function makeReady(order: Order): Promise<void> {
  const { delivery, pickupCode } = await post(order.seller, `/orders/${order.id}/ready`)
  Object.assign(order, { deliveryId: delivery.id, pickupCode })
}

async function deliver({ id, buyer, rider, deliveryId, pickupCode }: Order): Promise<void> {
  const ride = (step: string, body?: object) => post(rider, `/deliveries/${deliveryId}/${step}`, body)
  await ride('accept')
  await ride('pickup', { code: pickupCode })
  const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${id}/tracking`)) as Data
  await ride('deliver', { code: dropoffCode })
}

const confirm = ({ id, buyer }: Order) => post(buyer, `/orders/${id}/confirm-receipt`)
