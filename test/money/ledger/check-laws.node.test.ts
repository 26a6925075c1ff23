import { expect, it } from 'vitest'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { checkAskedLaws, checkLaws } from '#domain/money/ledger/clock/check-laws.ts'
import { checkNightLaws } from '#domain/money/ledger/clock/check-night-laws.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { showChecks } from '#domain/money/ledger/show-checks.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdNight } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransfer } from '#testing/domain/money.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx, after, rows, row, run } = domain
const [broken, unasked] = ['a broken one', 'one that cannot be asked'] as const
/** Declares a law that reads nothing of the service, or gives it up. */
const declare = (name: string, query?: string, isNightly = false) => {
  run('DELETE FROM law_parts WHERE name = ?', name)
  if (query)
    run(
      `INSERT INTO law_parts (name, part, is_nightly, is_shown, whole, some, range) VALUES (?1, 0, ?2, 1, ?3, ?3, ?3)`,
      ...[name, isNightly ? 1 : 0, query],
    )
}

const incidents = () =>
  rows<{ ref: string; description: string }>('SELECT ref, description FROM incidents ORDER BY ref')
const verdict = async (name: string) => (await showChecks(ctx)).checks.find((one) => one.name === name)
const notes = () => rows(`SELECT subject, key FROM touched WHERE subject IN ('order', 'rider') ORDER BY subject, key`)

it('opens an incident for each law that is broken or cannot be asked, once a day', async () => {
  await checkLaws(ctx)
  expect(incidents()).toEqual([])
  declare(broken, "SELECT 'a' UNION ALL SELECT 'b'")
  declare(unasked, 'SELECT nothing FROM nowhere')
  await checkLaws(ctx)
  await checkLaws(after(1000))
  expect(incidents()).toEqual([
    { ref: 'law:a broken one:2026-09-01', description: '« a broken one » : 2 cas. Voyez GET /ledger/checks.' },
    {
      ref: 'law:one that cannot be asked:2026-09-01',
      description: "« one that cannot be asked » : elle n'a pas pu être vérifiée. Voyez GET /ledger/checks.",
    },
  ])
  await checkLaws(after(DAY_MS))
  expect(incidents()).toHaveLength(4)
})

it('keeps the last verdict of each law, and forgets those of laws that are given up', async () => {
  const verdicts = (where: string) => rows(`SELECT name, ok, checked_at FROM law_verdicts WHERE ${where} ORDER BY name`)
  declare(broken, "SELECT 'a'")
  declare(unasked, "SELECT 'a' WHERE 0")
  await checkLaws(ctx)
  await holdNight(domain)
  expect(verdicts('ok = 0')).toEqual([{ name: broken, ok: 0, checked_at: NOW }])
  expect(verdicts('1')).toHaveLength(Object.keys({ ...LAWS, ...NIGHT_LAWS }).length + 2)
  declare(broken, "SELECT 'a' WHERE 0")
  declare(unasked, 'SELECT nothing FROM nowhere')
  await checkLaws(after(1000))
  expect(verdicts('ok = 0')).toEqual([])
  expect(verdicts(`name IN ('${broken}', '${unasked}')`)).toEqual([
    { name: broken, ok: 1, checked_at: NOW + 1000 },
    { name: unasked, ok: 1, checked_at: NOW },
  ])
  declare(broken)
  declare(unasked)
  await checkLaws(after(2000))
  expect(verdicts(`name IN ('${broken}', '${unasked}')`)).toEqual([])
})

it('says which things break a law, the first twenty of all', async () => {
  declare(
    broken,
    "SELECT 'thing ' || value FROM json_each('[10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34]')",
    true,
  )
  await holdNight(domain)
  const told = await verdict(broken)
  expect(told).toMatchObject({ ok: false, difference: '25' })
  expect(told?.things).toHaveLength(20)
  declare(broken, "SELECT 'thing 11'", true)
  await holdNight(domain, DAY_MS)
  expect(await verdict(broken)).toMatchObject({ ok: false, difference: '1', things: ['thing 11'] })
  declare(broken, "SELECT 'x' WHERE 0", true)
  await holdNight(domain, 2 * DAY_MS)
  expect(await verdict(broken)).toMatchObject({ ok: true, difference: '0', things: [] })
  expect(rows(`SELECT status FROM incidents WHERE ref GLOB 'law:${broken}:*'`)).toEqual([{ status: 'RESOLVED' }])
})

const COSTS = 'an order costs its goods and its delivery'
const tilt = (by: number) => run(`UPDATE orders SET total_minor = total_minor + ? WHERE id = 'o1'`, by)

it('a thing that changes while a run reads is held by the next one', async () => {
  addPaidOrder(domain)
  await checkLaws(ctx)
  expect(notes()).toEqual([])
  // The run draws ids for its incidents between its reads and its commit.
  tilt(1)
  const meanwhile = domain.meanwhile(`UPDATE orders SET total_minor = total_minor - 1 WHERE id = 'o1'`)
  await checkLaws(meanwhile)
  expect(await verdict(COSTS)).toMatchObject({ ok: false, things: ['o1'] })
  expect(notes()).toEqual([{ subject: 'order', key: 'o1' }])
  await checkLaws(after(1000))
  expect(await verdict(COSTS)).toMatchObject({ ok: true, things: [] })
  expect(notes()).toEqual([])
})

it('a run that dies before its commit is made again', async () => {
  addPaidOrder(domain)
  await checkLaws(ctx)
  tilt(1)
  const dies = {
    ...ctx,
    ids: {
      ...ctx.ids,
      v7: () => {
        throw new Error('gone')
      },
    },
  }
  await expect(checkLaws(dies)).rejects.toThrow('gone')
  expect((await verdict(COSTS))?.ok).toBe(true)
  await checkLaws(after(1000))
  expect(await verdict(COSTS)).toMatchObject({ ok: false, things: ['o1'] })
})

it('takes in the oldest notes first, a thousand a call, and says that more are left', async () => {
  await checkLaws(ctx)
  run(`INSERT INTO touched (epoch, subject, key) SELECT 0, 'order', 'x' || value FROM (
    WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1000) SELECT value FROM n)`)
  addPaidOrder(domain)
  tilt(1)
  expect(await checkLaws(ctx)).toBe(1000)
  expect((await verdict(COSTS))?.ok).toBe(true)
  expect(rows('SELECT 1 FROM touched WHERE epoch = 0')).toEqual([])
  expect(await checkLaws(ctx)).toBe(0)
  expect(await verdict(COSTS)).toMatchObject({ ok: false, things: ['o1'] })
})

it('makes the run that was asked for, once', async () => {
  const at = () => row<{ at: number | null }>(`SELECT run_asked_at AS at FROM law_clock`)?.at
  const checked = () => row<{ at: number }>('SELECT max(checked_at) AS at FROM law_verdicts')?.at
  await checkAskedLaws(ctx)
  expect(checked()).toBe(null)
  run('UPDATE law_clock SET run_asked_at = ?', NOW)
  await checkAskedLaws(after(1000))
  expect([at(), checked()]).toEqual([null, NOW + 1000])
  await checkAskedLaws(after(2000))
  expect(checked()).toBe(NOW + 1000)
})

it('costs the hour only the new transfers of an account that has many', async () => {
  const many = (from: number, to: number) =>
    run(
      `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
       SELECT 't' || value, 'charge:collected', 'r' || value, 'platform:cash', 'platform:charges', 1, 'USD', ${NOW} + value FROM (
         WITH RECURSIVE n (value) AS (SELECT ${from} UNION ALL SELECT value + 1 FROM n WHERE value < ${to}) SELECT value FROM n)`,
    )
  many(1, 10_000)
  await checkLaws(ctx)
  const proved = () => row(`SELECT proved_minor FROM accounts WHERE code = 'platform:charges'`)
  expect(proved()).toEqual({ proved_minor: 10_000 })
  // Rows that are proved are not read again, even if they are wrong.
  run(`DROP TRIGGER transfers_no_update`)
  run(`UPDATE transfers SET amount_minor = 2 WHERE id = 't5'`)
  many(10_001, 10_007)
  await checkLaws(after(1000))
  expect(proved()).toEqual({ proved_minor: 10_007 })
  const name = 'every account is the sum of its transfers'
  expect(await verdict(name)).toMatchObject({ ok: true })
  // The night adds all up, in pieces of their own walk.
  await holdNight(domain)
  expect(await verdict(name)).toMatchObject({ ok: false, things: ['platform:cash', 'platform:charges'] })
  run(`UPDATE transfers SET amount_minor = 1 WHERE id = 't5'`)
  await holdNight(domain, DAY_MS)
  expect(await verdict(name)).toMatchObject({ ok: true, things: [] })
})

it('a sum of a busy account ends although transfers come meanwhile, and the night goes on where it stopped', async () => {
  run(
    `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
     SELECT 't' || value, 'charge:collected', 'r' || value, 'platform:cash', 'platform:charges', 1, 'USD', ${NOW} + value FROM (
       WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 9000) SELECT value FROM n)`,
  )
  await checkLaws(ctx)
  let slices = 0
  // Each run makes one slice, and a transfer follows it.
  const once = () => ({ hasTime: () => slices++ % 2 === 0 })
  for (let i = 0; i < 300; i++) {
    await checkNightLaws(ctx, once())
    slices = 0
    addTransfer(domain, 'charge:collected', `later ${i}`, 'platform:cash', 'platform:charges', 3)
  }
  const { checks } = await showChecks(ctx)
  expect(checks.filter(({ wholeAt }) => wholeAt === null)).toEqual([])
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(rows(`SELECT walk FROM law_walks WHERE held_to IS NOT NULL`)).toEqual([])
})

it('finds a balance that somebody changed without a transfer', async () => {
  addPaidOrder(domain)
  await checkLaws(ctx)
  run(`UPDATE accounts SET balance_minor = balance_minor + 1 WHERE code = 'gatewayB:clearing'`)
  await checkLaws(after(1000))
  expect(await verdict('every account is the sum of its transfers')).toMatchObject({
    ok: false,
    things: ['gatewayB:clearing'],
  })
})

it('a slice of the night that the hour overtook is held again', async () => {
  addPaidOrder(domain)
  await holdNight(domain)
  run(`UPDATE orders SET total_minor = total_minor + 1`)
  await checkLaws(ctx)
  expect(await verdict(COSTS)).toMatchObject({ ok: false })
  const [{ turn }] = rows<{ turn: number }>('SELECT turn FROM law_clock') as [{ turn: number }]
  await holdNight(domain, DAY_MS)
  expect(row<{ turn: number }>('SELECT turn FROM law_clock')?.turn).toBeGreaterThan(turn)
  expect(await verdict(COSTS)).toMatchObject({ ok: false, things: ['o1'] })
})
