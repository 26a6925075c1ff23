import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { call, guest } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter, wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, refuse } from '#testing/sandbox.ts'
import { breaks, MINUTE, SECOND } from '#testing/stories/money.ts'
import { expectOnly } from '#testing/stories/office.ts'
import { freshAddress, from } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: GET /platform/health (ADMIN, SUPPORT, ACCOUNTANT): {ticks [{job, lastSuccessAt, lastDurationMs, left, failing}], outbox
// {pendingCodes, oldestCodeAt, pending, failed}, movements {open, oldestUnaskedAt}, laws [{name, ok, checkedAt}], database {bytes,
// limitBytes}, backups {lastAt, rows}}. `/ready` is 503 with the reason when a tick is older than 5 min, a code older than 2, an
// unasked movement older than 10, or a law is broken.
//
// Silent: whether a service whose cron never ran is ready, what `failing` is, whether `pending` counts codes too.

clockGoesOn()
/** Every job has run, and nothing is wrong. */
beforeEach(async () => {
  await clearFaults()
  await nightCronAfter(MINUTE)
  await hourCronAfter(SECOND)
  await minuteCronAfter(SECOND)
})

const ready = () => call(guest, 'GET', '/ready')
/** Is not ready; in which words. */
async function unready(): Promise<string> {
  const { status, error } = await ready()
  expect(status).toBe(503)
  return `${error?.reason ?? ''} ${error?.message}`
}
const expectReady = async (when: string) => expect([when, (await ready()).status]).toEqual([when, 200])
const askCode = async (email: string) => {
  const asked = await call(guest, 'POST', '/auth/login/request-otp', { email }, from(freshAddress()))
  expect(asked.status).toBe(200)
}
/** The minute's cron runs so many times, a minute apart. */
async function minutes(times: number) {
  for (let i = 0; i < times; i++) await minuteCronAfter(MINUTE)
}
const health = async () => {
  const { status, data } = await call(await signUp('ADMIN'), 'GET', '/platform/health')
  expect(status).toBe(200)
  return data
}

const instant = z.iso.datetime({ precision: 3 })
const whole = z.int().nonnegative()
const Health = z.strictObject({
  ticks: z
    .array(
      z.strictObject({
        job: z.string().min(1),
        lastSuccessAt: instant.nullable(),
        lastDurationMs: z.number().nonnegative().nullable(),
        left: whole.nullable(),
        failing: z.unknown(),
      }),
    )
    .min(3),
  outbox: z.strictObject({ pendingCodes: whole, oldestCodeAt: instant.nullable(), pending: whole, failed: whole }),
  movements: z.strictObject({ open: whole, oldestUnaskedAt: instant.nullable() }),
  laws: z.array(z.strictObject({ name: z.string().min(1), ok: z.boolean(), checkedAt: instant.nullable() })).min(1),
  database: z.strictObject({ bytes: whole, limitBytes: whole }),
  backups: z.strictObject({ lastAt: instant.nullable(), rows: whole.nullable() }),
  pushes: z.strictObject({ webPush: z.literal(true), fcm: z.literal(true) }),
  notReady: z.unknown(),
  history: z.unknown(),
})

describe('GET /platform/health', () => {
  it('is for ADMIN, SUPPORT and ACCOUNTANT only', async () => {
    await expectOnly(['ADMIN', 'SUPPORT', 'ACCOUNTANT'], ['GET', '/platform/health'])
    expect((await call(guest, 'GET', '/platform/health')).status).toBe(401)
  })

  it('has these fields and no others, and a law is ok while it is held', async () => {
    const shown = Health.parse(await health())
    expect(shown.laws.filter(({ ok }) => !ok)).toEqual([])
    expect(shown.laws.some(({ checkedAt }) => checkedAt !== null)).toBe(true)
    expect(shown.database.limitBytes).toBeGreaterThanOrEqual(10_000_000_000)
    expect(shown.database.bytes).toBeLessThan(shown.database.limitBytes)
  })

  it('says when each job last succeeded', async () => {
    wait(10 * MINUTE)
    await minuteCronAfter(0)
    const at = new Date().toISOString()
    expect((await health()).ticks.map((one: { lastSuccessAt: string }) => one.lastSuccessAt)).toContain(at)
    wait(3 * MINUTE)
    const later = (await health()).ticks.map((one: { lastSuccessAt: string | null }) => one.lastSuccessAt ?? '')
    expect(later.sort().at(-1)).toBe(at)
  })

  it('counts what waits: codes, messages and movements', async () => {
    const before = await health()
    const { email } = await signUp()
    await breaks('EMAIL', 'down')
    const at = Date.now()
    await askCode(email)
    const phone = freshPhone()
    const placed = await postOrder(await newMarket(), { payerPhoneNumber: phone })
    expect(placed.status).toBe(201)
    const shown = await health()
    expect(shown.outbox.pendingCodes).toBe(before.outbox.pendingCodes + 1)
    expect(Date.parse(shown.outbox.oldestCodeAt)).toBeGreaterThanOrEqual(at)
    expect(shown.movements.open).toBe(before.movements.open + 1)
    await clearFaults()
    await refuse(phone)
    await minutes(3)
    const after = await health()
    expect(after.outbox).toMatchObject({ pendingCodes: before.outbox.pendingCodes, oldestCodeAt: null })
    expect(after.movements.open).toBe(before.movements.open)
  })
})

describe('GET /ready', () => {
  const reasons = new Set<string>()

  it('fails when the tick is older than five minutes, until it runs again', async () => {
    await expectReady('at once')
    wait(4 * MINUTE)
    await expectReady('after four minutes')
    wait(MINUTE + 10 * SECOND)
    reasons.add(await unready())
    await minuteCronAfter(SECOND)
    await expectReady('after a tick')
  })

  it('fails when a code waits longer than two minutes, until it is sent; a notice may wait', async () => {
    const market = await newMarket()
    await breaks('EMAIL', 'down')
    await paidOrder(market)
    await minutes(4)
    await expectReady('while a notice waits')
    const { email } = await signUp()
    await askCode(email)
    await minutes(1)
    await expectReady('while a code waits a minute')
    await minutes(2)
    reasons.add(await unready())
    await clearFaults()
    await minutes(6)
    expect(await count("outbox WHERE recipient = ? AND status = 'PENDING'", email)).toBe(0)
    await expectReady('when it is sent')
  })

  it('fails when a movement was not asked about for ten minutes, until it is; one that waits for its person may wait', async () => {
    const phone = freshPhone()
    const { data: order } = await postOrder(await newMarket(), { payerPhoneNumber: phone })
    await minutes(12)
    await expectReady('while the phone waits')
    // As if no tick had asked for a quarter of an hour.
    await run(
      `UPDATE gateway_transactions SET asked_at = NULL, checks = 0, created_at = created_at - ?1, sent_at = sent_at - ?1,
         updated_at = updated_at - ?1, next_check_at = ?2 WHERE subject_id = ?3`,
      ...[15 * MINUTE, Date.now() - 15 * MINUTE, order.id],
    )
    reasons.add(await unready())
    const { movements } = await health()
    expect(Date.parse(movements.oldestUnaskedAt)).toBeLessThan(Date.now() - 10 * MINUTE)
    await minutes(1)
    await expectReady('when it was asked about')
    await refuse(phone)
  })

  it('fails when a law is broken, until it is held again', async () => {
    const { variantId } = await newMarket()
    captureErrors()
    const change = (by: number) => run('UPDATE variants SET stock = stock + ? WHERE id = ?', by, variantId)
    await change(1)
    try {
      await hourCronAfter(MINUTE)
      await minuteCronAfter(SECOND)
      reasons.add(await unready())
      expect((await health()).laws.some(({ ok }: { ok: boolean }) => !ok)).toBe(true)
    } finally {
      await change(-1)
    }
    await hourCronAfter(60 * MINUTE)
    await minuteCronAfter(SECOND)
    await expectReady('when it is held')
    expect((await health()).laws.some(({ ok }: { ok: boolean }) => !ok)).toBe(false)
  })

  it('says which of the four it is, and nothing that only the team may know', () => {
    expect(reasons.size).toBe(4)
    for (const words of reasons) expect(words).not.toMatch(/@|\d{6}|SELECT|D1_/)
  })
})
