import { beforeAll, expect, it } from 'vitest'
import type { Person } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { captureLines } from '#testing/fixtures/planted.ts'
import {
  brokenLaws,
  FAULTS,
  type Ground,
  groundOf,
  lawIncidents,
  mendingOf,
  plant,
  plantUnseen,
} from '#testing/stories/broken-laws.ts'
import { MINUTE } from '#testing/stories/money.ts'
import { clockGoesOn, serviceWith } from '#testing/stories/production.ts'
import { completed, market } from '#testing/stories/sealing/ended-orders.ts'
import { databaseThat, forgets, refuses } from '#testing/stories/sealing/failing-parts.ts'
import { dayPasses, daysPass } from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.1: the hour tells of what was broken in rows that changed, the night of what was broken anywhere.

clockGoesOn()

let finance = {} as Person
let old = {} as Ground
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  old = await groundOf((await completed(await market())).id)
  await daysPass(3)
}, 60_000)

it.each(Object.entries(FAULTS))('8.6.1 the next hour tells of a new row that is wrong: %s', async (_, fault) => {
  const ground = await groundOf((await completed(await market())).id)
  await hourCronAfter(0)
  expect([await brokenLaws(finance), await lawIncidents()]).toEqual([[], []])
  await plant(fault, ground)
  await hourCronAfter(60 * MINUTE)
  const [broken, incidents] = [await brokenLaws(finance), await lawIncidents()]
  await plant(mendingOf(fault), ground)
  expect(broken.length, 'laws that are broken').toBeGreaterThan(0)
  expect(incidents.length, 'incidents of laws').toBeGreaterThan(0)
  await dayPasses()
  expect([await brokenLaws(finance), await lawIncidents()]).toEqual([[], []])
})

it.each(Object.entries(FAULTS))('8.6.1 one night tells of an old row that is wrong unseen: %s', async (_, fault) => {
  await dayPasses()
  expect([await brokenLaws(finance), await lawIncidents()]).toEqual([[], []])
  await plantUnseen(fault, old)
  await dayPasses()
  const [broken, incidents] = [await brokenLaws(finance), await lawIncidents()]
  await plantUnseen(mendingOf(fault), old)
  expect(broken.length, 'laws that are broken').toBeGreaterThan(0)
  expect(incidents.length, 'incidents of laws').toBeGreaterThan(0)
  await dayPasses()
  expect([await brokenLaws(finance), await lawIncidents()]).toEqual([[], []])
})

it.each([
  ['are refused', refuses('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')],
  ['lose their answers', forgets('D1_ERROR: Network connection lost.')],
])('8.6.1 an hour whose commits %s leaves no row unheld', { timeout: 60_000 }, async (_, fault) => {
  const ground = await groundOf((await completed(await market())).id)
  await hourCronAfter(0)
  const wrong = FAULTS['an order that costs more than its goods and its delivery']
  if (!wrong) throw new Error('this fault has another name')
  await plant(wrong, ground)
  captureLines()
  for (const oneIn of [1, 2]) await serviceWith(databaseThat(fault, oneIn)).tick(60 * MINUTE, '17 * * * *')
  await hourCronAfter(60 * MINUTE)
  const broken = await brokenLaws(finance)
  await plant(mendingOf(wrong), ground)
  expect(broken.length, 'laws that are broken').toBeGreaterThan(0)
  await dayPasses()
  expect([await brokenLaws(finance), await lawIncidents()]).toEqual([[], []])
})
