import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { cronAfter } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { checksOf, valuesOf } from '#testing/stories/broken-laws.ts'
import { again, MINUTE } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { completed, market } from '#testing/stories/sealing/ended-orders.ts'
import { dayPasses, daysPass } from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.1: whoever reads the laws reads their last verdicts, and whoever asks for a run asks for one.

clockGoesOn()

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Tables that laws read, and that no list of verdicts needs. */
const BOOKS = /\b(transfers|accounts|orders|payouts|stock_movements|payin_shares|gateway_transactions|refunds)\b/

/** The statements that the service asks the database while this runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const database = Object.getPrototypeOf(env.DB) as D1Database
  const prepare = database.prepare
  const spy = vi.spyOn(database, 'prepare').mockImplementation(function (this: D1Database, sql) {
    asked.push(sql)
    return prepare.call(this, sql)
  })
  await work()
  spy.mockRestore()
  return asked
}
const lawful = (asked: string[]) => asked.filter((sql) => BOOKS.test(sql))
const asksRun = (as: Person) => call(as, 'POST', '/ledger/checks/run')
/** An hour of the clock, without the night: every minute's, every five minutes' and the hour's expression. */
async function anHour(): Promise<void> {
  for (let i = 0; i < 12; i++) for (const cron of ['* * * * *', '*/5 * * * *']) await cronAfter(cron)(2.5 * MINUTE)
  await cronAfter('17 * * * *')(0)
  await cronAfter('* * * * *')(MINUTE)
}
const instants = (body: unknown, key: string) => valuesOf(body, key).map((one) => Date.parse(String(one)))
const newest = (body: unknown, key: string) => Math.max(...instants(body, key))

let [finance, other] = [{} as Person, {} as Person]
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  other = await signUp('ADMIN')
  for (let i = 0; i < 3; i++) await completed(await market())
  await daysPass(2)
}, 60_000)

describe('8.6.1 GET /ledger/checks', () => {
  it('shows of each law its last verdict, and when it was held of what changed and of the whole', async () => {
    const data = await checksOf(finance)
    expect(data.checks.length).toBeGreaterThan(20)
    for (const check of data.checks) expect(check).toMatchObject({ name: expect.any(String), ok: true })
    for (const key of ['checkedAt', 'wholeAt', 'runAskedAt']) expect(valuesOf(data, key).length, key).toBeGreaterThan(0)
    for (const key of ['checkedAt', 'wholeAt'])
      for (const at of valuesOf(data, key)) expect(String(at), key).toMatch(INSTANT)
  })

  it('holds no law: it reads verdicts, in one trip', async () => {
    const as = await again(finance)
    let trips = ''
    const asked = await statementsOf(async () => {
      trips = (await call(as, 'GET', '/ledger/checks')).headers.get('x-d1-round-trips') ?? ''
    })
    expect(lawful(asked).length, 'laws that were held for a reader').toBe(0)
    expect(trips).toBe('1')
  })

  it('says the same until the clock held the laws again', async () => {
    const first = await checksOf(finance)
    expect(valuesOf(first, 'checkedAt').length, 'checkedAt').toBeGreaterThan(0)
    await cronAfter('* * * * *')(10 * MINUTE)
    expect(valuesOf(await checksOf(finance), 'checkedAt')).toEqual(valuesOf(first, 'checkedAt'))
    await cronAfter('17 * * * *')(50 * MINUTE)
    // Laws of the night keep theirs until the night.
    expect(newest(await checksOf(finance), 'checkedAt')).toBeGreaterThan(newest(first, 'checkedAt'))
  })
})

describe('8.6.1 POST /ledger/checks/run', () => {
  it('asks for a run of what the hour holds, which the clock makes within the hour', async () => {
    const askedAt = Date.now()
    const as = await again(finance)
    const held = await statementsOf(async () => ok(await asksRun(as)))
    expect(lawful(held).length, 'laws that the request held itself').toBe(0)
    const asked = valuesOf(await checksOf(finance), 'runAskedAt')
    expect(
      asked.some((at) => Date.parse(String(at)) >= askedAt),
      `runAskedAt: ${JSON.stringify(asked)}`,
    ).toBe(true)
    await anHour()
    const { checks } = (await checksOf(finance)) as unknown as { checks: { name: string; checkedAt: string }[] }
    const sums = checks.find(({ name }) => name === 'every account is the sum of its transfers')
    expect(Date.parse(sums?.checkedAt ?? '')).toBeGreaterThanOrEqual(askedAt)
  })

  it('asked a thousand times is one run', { timeout: 120_000 }, async () => {
    const asks = async (times: number) => {
      const people = [await again(finance), await again(other)]
      const asked = await statementsOf(async () => {
        for (let done = 0; done < times; done += 50) {
          const count = Math.min(50, times - done)
          const answers = await together(count, (i) => asksRun(people[(done / 50 + i) % 2] as Person))
          expect(tally(answers)).toEqual({ 200: count })
        }
      })
      expect(lawful(asked).length, 'laws that requests held themselves').toBe(0)
      return (await statementsOf(anHour)).length
    }
    const afterOne = await asks(1)
    expect(await asks(1000)).toBeLessThan(afterOne * 1.5)
  })

  it('is not asked for by reading, nor left to be made twice', async () => {
    await dayPasses()
    const before = await checksOf(finance)
    expect(valuesOf(before, 'wholeAt').length, 'wholeAt').toBeGreaterThan(0)
    await cronAfter('* * * * *')(MINUTE)
    await cronAfter('*/5 * * * *')(4 * MINUTE)
    expect(valuesOf(await checksOf(finance), 'wholeAt')).toEqual(valuesOf(before, 'wholeAt'))
  })
})
