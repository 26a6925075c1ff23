import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { cronAfter } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { expectLaws } from '#testing/laws.ts'
import { again } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { dayPasses, growOld, hasLines, isSealed, letSeal, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'
import { newTwin, notesOf, type Twin } from '#testing/stories/sealing/twins.ts'

// Rule 8.6.2: whoever acts in the moment in which an order is sealed has acted on it, once, and nothing of it is lost.

clockGoesOn()

const ORDERS = 12
const incident = { type: 'ORDER', title: 'Article abîmé', description: 'Le sac est déchiré et la moitié manque.' }
const twins: Twin[] = []
const [noted, disputed] = [new Map<string, number>(), new Set<string>()]
let support = {} as Person
let control = ''
let left: string[] = []

/** Every run of the clock has somebody beside it who writes a note of one order and reads another; one in a while opens an incident. */
async function besideTheClock(turn: number, cron: string, ms: number): Promise<void> {
  const [one, other] = [twins[turn % ORDERS] as Twin, twins[(turn + 5) % ORDERS] as Twin]
  const runs = cronAfter(cron)(ms)
  const [staff, buyer] = [await again(support), await again(other.buyer)]
  const acts = [
    call(staff, 'POST', `/orders/admin/${one.id}/notes`, { body: `Rappel ${turn}` }),
    call(buyer, 'GET', `/orders/${other.id}`),
  ]
  const isDisputed = turn % 8 === 3 && !disputed.has(other.id)
  if (isDisputed) acts.push(call(buyer, 'POST', '/incidents', { ...incident, orderId: other.id }))
  const statuses = (await Promise.all(acts)).map(({ status }) => status)
  await runs
  expect(statuses, `beside ${cron}`).toEqual(isDisputed ? [201, 200, 201] : [201, 200])
  noted.set(one.id, (noted.get(one.id) ?? 0) + 1)
  if (isDisputed) disputed.add(other.id)
}

describe('8.6.2 acts beside the clock that seals', () => {
  beforeAll(async () => {
    support = await signUp('SUPPORT')
    for (let i = 0; i < ORDERS; i++) twins.push(await newTwin())
    control = (await newTwin()).id
    await growOld(WARM_DAYS - 2)
    let turn = 0
    for (let day = 0; day < 5; day++) await dayPasses((cron, ms) => besideTheClock(turn++, cron, ms))
    left = await letSeal(control)
  }, 300_000)
  beforeEach(() => expect(left, 'an order that nobody touched, and that was not sealed').toEqual([]))

  it('are all done, each once', async () => {
    const staff = await again(support)
    for (const { id } of twins) expect((await notesOf(staff, id)).length).toBe(noted.get(id))
    await expectLaws()
  })

  it('keep the orders warm about which an incident is open', async () => {
    expect(disputed.size).toBeGreaterThan(2)
    for (const id of disputed) expect(await hasLines(id)).toBe(true)
  })

  it('leave each order whole: its lines are in D1 or in a file', async () => {
    for (const { id } of twins) expect((await hasLines(id)) || (await isSealed(id))).toBe(true)
  })
})
