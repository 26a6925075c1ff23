import { beforeAll, beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { expectLaws } from '#testing/laws.ts'
import { newCanaries } from '#testing/stories/canaries.ts'
import { again } from '#testing/stories/money.ts'
import { newIncident, onIncident } from '#testing/stories/office.ts'
import { type Data, message, ok } from '#testing/stories/orders.ts'
import { withNumber } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { daysPass, growOld, leap, letSeal, sealedText, undone, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.2 with 8.3.8: erasure reaches the files of sealed orders, and the orders stay for who sold them.

clockGoesOn()

/** An order whose buyer wrote a word that stands nowhere else into every field, and the words by field. */
async function orderOfSomebody() {
  const canary = newCanaries()
  const stall = await newMarket({ stock: 100 })
  const buyer = await withNumber(stall.buyer, freshPhone())
  ok(await call(buyer, 'PUT', '/users/me', { name: canary.in('name') }))
  const more = { deliveryAddress: `12, avenue ${canary.word('street')}, Bukavu`, note: canary.in('note') }
  const order = await deliveredOrder({ ...stall, buyer }, undefined, more)
  ok(await message(buyer, order.id, canary.in('message')))
  const about = { orderId: order.id, title: canary.in('title'), description: canary.in('description') }
  const incident = await newIncident(buyer, about)
  ok(await onIncident(await signUp('SUPPORT'), incident.id, 'dismiss', { note: 'Réglé entre eux' }))
  ok(await actOnOrder(buyer, order.id, 'confirm-receipt'))
  const words = new Map([...canary.planted].map(([word, field]) => [field, word]))
  words.set('email', buyer.email).set('phone', buyer.phone)
  return { id: order.id as string, buyer, seller: stall.seller as Person, words }
}
type Theirs = Awaited<ReturnType<typeof orderOfSomebody>>

/** Fields whose words stand in a sealed file. */
async function fieldsIn({ words }: Theirs): Promise<string[]> {
  const text = (await sealedText()).toLowerCase()
  return [...words].flatMap(([field, word]) => (text.includes(word.toLowerCase()) ? field : []))
}
const asksToGo = async (person: Person) =>
  ok(await call(await again(person), 'POST', '/users/me/delete', { password: PASSWORD }))
const isErased = async ({ id }: Person) =>
  (await first<{ at: number | null }>('SELECT erased_at AS at FROM users WHERE id = ?', id))?.at !== null

/** A sale as its seller sees it, without the buyer. */
async function saleOf({ seller, id }: Theirs): Promise<Data> {
  const as = await again(seller)
  const { number, status, items, total, currency } = ok(await call(as, 'GET', `/orders/${id}`)) as Data
  const { orders } = ok(await call(as, 'GET', '/orders/seller?limit=100')) as Data
  return { number, status, items, total, currency, listed: orders.map((one: Data) => one.id) }
}

let [theirs, other, before] = [{} as Theirs, {} as Theirs, {} as Theirs]
let left: string[] = []
let sales: Data[] = []
beforeAll(async () => {
  theirs = await orderOfSomebody()
  other = await orderOfSomebody()
  before = await orderOfSomebody()
  await asksToGo(before.buyer)
  await growOld(WARM_DAYS - 2)
  sales = [await saleOf(theirs), await saleOf(before)]
  left = await letSeal(theirs.id, other.id, before.id)
}, 120_000)
beforeEach(() => expect(left, 'orders that were not sealed').toEqual([]))

it('8.6.2 an order of who was erased before is sealed without a word of them', async () => {
  expect(await isErased(before.buyer)).toBe(true)
  expect(await fieldsIn(before)).toEqual([])
  expect(await undone('read', () => saleOf(before))).toEqual(sales[1])
})

it('8.6.2 no sealed file has a word of who is erased, and the seller has the order', { timeout: 120_000 }, async () => {
  expect(sales[0].listed).toEqual([theirs.id])
  expect(await fieldsIn(theirs)).toEqual(expect.arrayContaining(['street', 'message']))
  const kept = await fieldsIn(other)
  await asksToGo(theirs.buyer)
  await leap(31)
  await daysPass(1)
  expect(await isErased(theirs.buyer)).toBe(true)
  expect(await fieldsIn(theirs)).toEqual([])
  expect(await fieldsIn(other)).toEqual(kept)
  expect(await saleOf(theirs)).toEqual(sales[0])
  await expectLaws()
})
