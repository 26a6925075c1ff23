import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { type Market, newMarket, orderRow, postOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { LOST, OVERLOADED, type Stumble, shakyDatabase } from '#testing/fixtures/shaky-database.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { approve, movementsOf, settleMovement, signCallback } from '#testing/sandbox.ts'
import { MINUTE, SECOND } from '#testing/stories/money.ts'
import { callWith } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: whichever trip to the database fails, before it began or after it committed, the answer says what a client can do, the
// same key works afterwards, nothing is lost and nothing is done twice: one order, one payin.

clockGoesOn()

const LATE = { when: 'after', message: LOST } as const
const EARLY = { when: 'before', message: LOST } as const

/** One request whose trip of this number fails once; whether there was such a trip. */
async function failing(
  trip: number,
  stumble: Stumble,
  ask: (settings: { DB: D1Database }) => ReturnType<typeof callWith>,
) {
  const shaky = shakyDatabase(env.DB, ({ number }) => (number === trip ? stumble : undefined))
  const answer = await ask({ DB: shaky.DB })
  return { answer, failed: shaky.trips.length >= trip }
}

/** Played at trip 1, 2, 3 … until there is none of that number. */
async function atEachTrip(play: (trip: number) => Promise<boolean>): Promise<number> {
  for (let trip = 1; trip < 40; trip++) if (!(await play(trip))) return trip - 1
  throw new Error('it makes trips without end')
}

/** A gateway is asked about one movement once in half a minute: what that cost a callback, the cron makes good. */
async function ticks() {
  for (let minute = 0; minute < 3; minute++) await minuteCronAfter(MINUTE)
}

function expectComeAgain({ status, error, headers }: Awaited<ReturnType<typeof callWith>>, what: string) {
  expect([what, status, error?.code]).toEqual([what, 503, 'SERVICE_UNAVAILABLE'])
  expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
}

/** Somebody orders a piece and loses a trip; then asks again with the same key when the answer says so, three times at most. */
async function orderThrough(market: Market, trip: number, stumble: Stumble) {
  const buyer = await signUp()
  const phone = freshPhone()
  const body = orderBody(market, { quantity: 1, payerPhoneNumber: phone })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { answer, failed } = await failing(trip, stumble, (DB) => callWith(DB, buyer, 'POST', '/orders', body, key))
  const isMade = (await count('orders WHERE buyer_id = ?', buyer.id)) > 0
  let last = answer
  for (let again = 0; again < 3 && last.status !== 201; again++) {
    wait(5 * SECOND)
    last = await call(buyer, 'POST', '/orders', body, key)
  }
  return { buyer, phone, answer, isMade, last, failed, what: `trip ${trip} ${stumble.when} ${stumble.message}` }
}

it.each([
  ['before it began', EARLY],
  ['after it committed', LATE],
])('an order is made once and paid once, whichever trip is lost %s', async (_, stumble) => {
  captureErrors()
  const market = await newMarket({ stock: 100 })
  const stories: Awaited<ReturnType<typeof orderThrough>>[] = []
  await atEachTrip(async (trip) => {
    const story = await orderThrough(market, trip, stumble)
    stories.push(story)
    return story.failed
  })
  expect(stories.length).toBeGreaterThan(4)
  for (const { answer, isMade, last, what } of stories) {
    if (answer.status !== 201) expectComeAgain(answer, what)
    // If the order stands and only the answer was lost, the key may say so; if there is none, it makes one.
    expect(isMade ? [201, 'REQUEST_IN_PROGRESS'] : [201], what).toContain(last.error?.reason ?? last.status)
  }
  await ticks()
  const unsent = new Set<string>()
  for (const { buyer, phone, what } of stories) {
    expect([what, await count('orders WHERE buyer_id = ?', buyer.id)]).toEqual([what, 1])
    const prompts = (await movementsOf(phone)).length
    // If the commit which says that the prompt goes out stands and its answer was lost, it may never go: nobody asks twice.
    expect(stumble === LATE ? [0, 1] : [1], what).toContain(prompts)
    if (prompts === 0) unsent.add(buyer.id)
    else await approve(phone)
  }
  expect(unsent.size).toBeLessThanOrEqual(1)
  await ticks()
  for (const { buyer, what } of stories) {
    const order = await first<{ id: string }>('SELECT id FROM orders WHERE buyer_id = ?', buyer.id)
    expect([what, await orderRow(order?.id ?? '')]).toMatchObject([
      what,
      { paymentStatus: unsent.has(buyer.id) ? expect.not.stringMatching(/^PAID$/) : 'PAID' },
    ])
    expect([what, await count('gateway_transactions WHERE subject_id = ?', order?.id)]).toEqual([what, 1])
  }
  expect(await stockOf(market.variantId)).toMatchObject({ stock: 100 - stories.length + unsent.size })
})

it('no order hears of an overloaded database: each trip is made again', async () => {
  captureErrors()
  const market = await newMarket({ stock: 100 })
  const trips = await atEachTrip(async (trip) => {
    const { answer, failed, what } = await orderThrough(market, trip, { when: 'before', message: OVERLOADED })
    expect([what, answer.status]).toEqual([what, 201])
    return failed
  })
  expect(trips).toBeGreaterThan(3)
})

it.each([
  ['before it began', EARLY],
  ['after it committed', LATE],
])(
  'a callback that loses a trip %s is answered so that the gateway sends it again, and books once',
  async (_, stumble) => {
    captureErrors()
    const market = await newMarket({ stock: 100 })
    const orders: { id: string; total: string }[] = []
    const trips = await atEachTrip(async (trip) => {
      const phone = freshPhone()
      const placed = await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, payerPhoneNumber: phone })
      expect(placed.status).toBe(201)
      orders.push(placed.data)
      const id = (await movementsOf(phone))[0]?.id ?? ''
      await settleMovement(id, 'approve', ['silent'])
      const { url, headers, body } = await signCallback(id)
      const path = new URL(url).pathname.replace('/api/v1', '')
      const { answer, failed } = await failing(trip, stumble, (DB) => callWith(DB, guest, 'POST', path, body, headers))
      if (answer.status !== 200) expectComeAgain(answer, `trip ${trip}`)
      wait(5 * SECOND)
      expect((await call(guest, 'POST', path, body, headers)).status, `trip ${trip}`).toBe(200)
      return failed
    })
    expect(trips).toBeGreaterThan(1)
    await ticks()
    for (const [i, { id, total }] of orders.entries()) {
      expect([i, await orderRow(id)]).toMatchObject([i, { paymentStatus: 'PAID' }])
      expect([i, await balance(`order:${id}:held`)]).toEqual([i, Number(total.replace('.', ''))])
    }
  },
)
