import { beforeAll, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

// A matter that hangs on no paid order reaches the team as one incident a day and person, and as tickets (docs/states.md, Incident).

const open = (as: Person, more: object = {}) =>
  call(as, 'POST', '/incidents', { type: 'OTHER', title: 'Urgent', description: 'À lire.', ...more })
const named = { error: { message: expect.stringContaining('ticket') } }

let market: Market
let support: Person
beforeAll(async () => {
  market = await newMarket({ stock: 100 })
  support = await signUp('SUPPORT')
})

it('a person has one open, and one a day, and is told of tickets', async () => {
  const person = await signUp()
  const { data } = await open(person)
  expect(await open(person)).toMatchObject({ status: 409, ...named })
  await call(support, 'POST', `/incidents/${data.id}/dismiss`, {})
  expect(await open(person)).toMatchObject({ status: 429, ...named })
})

it('one incident is opened if several are reported at once', async () => {
  const person = await signUp()
  expect(tally(await together(5, () => open(person)))).toMatchObject({ 201: 1 })
})

it('an order that nobody paid counts as none, and one that was paid is its own', async () => {
  const placed = await postOrder(market)
  expect((await open(market.buyer, { orderId: placed.data.id })).status).toBe(201)
  expect((await open(market.buyer)).status).toBe(409)
  const paid = await paidOrder(market)
  expect((await open(market.buyer, { orderId: paid.id })).status).toBe(201)
  await run('UPDATE attempts SET window_ends_at = 1 WHERE key = ?', `incidents:of-no-order:${market.buyer.id}`)
  expect((await open(market.buyer)).status).toBe(409)
})

it('the team opens what it needs', async () => {
  for (const title of ['Premier', 'Second']) expect((await open(support, { title })).status).toBe(201)
})
