import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { call, guest } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, wait } from '#testing/clock.ts'
import { emptyDatabase } from '#testing/empty-database.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, inbox, setFault, until } from '#testing/sandbox.ts'

/** Declares a law that reads nothing of the service, or gives it up. */
async function declareLaw(name: string, query?: string): Promise<void> {
  await run('DELETE FROM law_parts WHERE name = ?', name)
  if (query)
    await run(
      'INSERT INTO law_parts (name, part, is_nightly, is_shown, whole, some, range) VALUES (?1, 0, 0, 1, ?2, ?2, ?2)',
      ...[name, query],
    )
}

beforeEach(async () => {
  await emptyDatabase()
  // The clock stands still.
  wait(0)
})
afterEach(() => clearFaults())

const ready = () => call(guest, 'GET', '/ready')
/** Faults that `/ready` tells; nothing if it is ready. */
async function wrong(): Promise<string> {
  const { status, error, data } = await ready()
  if (status === 200) return String(data.status === 'ready' ? '' : data.status)
  expect({ status, code: error?.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  return error?.message ?? ''
}
const health = async () => (await call(await signUp('SUPPORT'), 'GET', '/platform/health')).data
const lines = async () => (await inbox('alerts')).map(({ text }) => text).reverse()
const addMovement = (id: string, nextCheckAt: number | null, more = `'pending', NULL`) =>
  run(
    `INSERT INTO gateway_transactions (id, gateway, kind, purpose, subject_id, reference, amount_minor, currency, phone, network, country,
       status, sent_at, next_check_at, created_at, updated_at)
     VALUES (?, 'B', 'payout', 'WITHDRAWAL', ?, ?, 100, 'USD', '243810000001', 'airtel', 'CD', ${more}, ?, ?, 1)`,
    ...[id, id, id, nextCheckAt, Date.now()],
  )

describe('GET /ready', () => {
  it('a new database has five minutes for its first tick, from the first question on', async () => {
    expect(await wrong()).toBe('')
    wait(5 * MINUTE_MS)
    expect(await wrong()).toBe('')
    wait(SECOND_MS)
    expect(await wrong()).toMatch(/horloge/)
    await minuteCronAfter(0)
    expect(await wrong()).toBe('')
  })

  it('is 503 once the last tick that came to its end is older than five minutes', async () => {
    await minuteCronAfter(0)
    await hourCronAfter(5 * MINUTE_MS)
    expect(await wrong()).toBe('')
    wait(SECOND_MS)
    const { headers } = await ready()
    expect(await wrong()).toMatch(/^L'horloge du service est arrêtée[^.]*\.$/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('x-d1-round-trips'))).toBe(1)
  })

  it('is 503 while a code is unsent for more than two minutes; another message may wait', async () => {
    const { email } = await signUp()
    await minuteCronAfter(0)
    await setFault({ gateway: 'EMAIL', fault: 'down' })
    await call(guest, 'POST', '/auth/login/request-otp', { email })
    await until(async () => (await first<{ attempts: number }>('SELECT attempts FROM outbox'))?.attempts, 'a try')
    wait(2 * MINUTE_MS)
    expect(await wrong()).toBe('')
    await minuteCronAfter(SECOND_MS)
    expect(await wrong()).toMatch(/^Un code attend/)
    expect(await health()).toMatchObject({ outbox: { pendingCodes: 1, pending: 1, failed: 0 } })
    await run(`UPDATE outbox SET lane = 'NOTICE'`)
    expect(await wrong()).toBe('')
    expect((await health()).outbox).toEqual({ pendingCodes: 0, oldestCodeAt: null, pending: 1, failed: 0 })
  })

  it('is 503 while an attempt is due for more than ten minutes and neither sent nor asked about', async () => {
    await minuteCronAfter(0)
    await addMovement('later', Date.now() + HOUR_MS)
    await addMovement('over', null, `'succeeded', 1`)
    const due = Date.now()
    await addMovement('due', due)
    wait(4 * MINUTE_MS)
    await run('UPDATE heartbeats SET succeeded_at = ?', Date.now() + 10 * MINUTE_MS)
    wait(6 * MINUTE_MS)
    expect(await wrong()).toBe('')
    wait(SECOND_MS)
    expect(await wrong()).toMatch(/^Un mouvement d'argent attend/)
    expect((await health()).movements).toEqual({ open: 2, oldestUnaskedAt: new Date(due).toISOString() })
    // The attempt is about nothing that exists: the laws look at it when this file is done.
    await run('DELETE FROM gateway_transactions')
  })

  it('is 503 while a law is broken, until it is found whole again', async () => {
    const name = 'a law that is broken'
    await declareLaw(name, 'SELECT 1')
    try {
      await hourCronAfter(0)
      await minuteCronAfter(0)
      const said = await wrong()
      expect(said).toBe('Un contrôle des comptes est rompu.')
      const { laws, notReady } = await health()
      expect(notReady).toEqual([said])
      expect(laws.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
        { name, ok: false, checkedAt: new Date().toISOString() },
      ])
      await declareLaw(name, 'SELECT 1 WHERE 0')
      await hourCronAfter(0)
      expect(await wrong()).toBe('')
      expect((await health()).laws).toContainEqual({ name, ok: true, checkedAt: new Date().toISOString() })
      // One that could not be looked at keeps its verdict.
      await declareLaw(name, 'SELECT nothing FROM nowhere')
      await hourCronAfter(SECOND_MS)
      expect((await health()).laws).toContainEqual({
        ...{ name, ok: true, checkedAt: new Date(Date.now() - SECOND_MS).toISOString() },
      })
    } finally {
      await declareLaw(name)
    }
    await hourCronAfter(SECOND_MS)
    expect((await health()).laws.map((law: { name: string }) => law.name)).not.toContain(name)
  })
})

describe('GET /platform/health', () => {
  it('says in one trip how each job went, and the day by quarters of an hour', async () => {
    await minuteCronAfter(0)
    await hourCronAfter(0)
    const began = Date.now()
    await minuteCronAfter(MINUTE_MS)
    const { headers, data } = await call(await signUp('ACCOUNTANT'), 'GET', '/platform/health')
    expect(Number(headers.get('x-d1-round-trips'))).toBe(1)
    const at = new Date().toISOString()
    const tick = { job: '* * * * *', lastSuccessAt: at, lastDurationMs: expect.any(Number), left: 0, failing: false }
    expect(data.ticks).toContainEqual(tick)
    expect(data.ticks).toContainEqual({ ...tick, job: 'moveOrders', lastSuccessAt: new Date(began).toISOString() })
    const never = { lastSuccessAt: null, lastDurationMs: null, left: 0, failing: false }
    expect(data.ticks).toContainEqual({ job: '23 1 * * *', ...never })
    expect(data).toMatchObject({
      notReady: [],
      outbox: { pendingCodes: 0, oldestCodeAt: null, pending: 0, failed: 0 },
      movements: { open: 0, oldestUnaskedAt: null },
      database: { limitBytes: 10_000_000_000 },
      backups: { lastAt: null, rows: null },
    })
    expect(data.database.bytes).toBeGreaterThan(500_000)
    const { quarters } = data.history
    expect(quarters.reduce((sum: number, { ticks }: { ticks: number }) => sum + ticks, 0)).toBe(2)
    expect(quarters[0]).toMatchObject({ failures: 0, failed: [], worstMs: expect.any(Number) })
  })

  it('shows the last backup that was finished', async () => {
    const add = (id: string, finishedAt: number | null, rows: number) =>
      run('INSERT INTO backups (id, started_at, finished_at, rows) VALUES (?, 1, ?, ?)', id, finishedAt, rows)
    await add('1', 1000, 7)
    await add('2', 2000, 9)
    await add('3', null, 1)
    expect((await health()).backups).toEqual({ lastAt: new Date(2000).toISOString(), rows: 9 })
  })

  it('counts what failed in the last day, but not what was for nobody', async () => {
    const add = (id: string, failure: string, ageMs: number) =>
      run(
        `INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, next_at, failure, created_at)
         VALUES (?, 'EMAIL', 'a', 'code.login', '', '', 'FAILED', 1, ?, ?)`,
        ...[id, failure, Date.now() - ageMs],
      )
    await add('1', 'HTTP_500', HOUR_MS)
    await add('2', 'NOBODY', HOUR_MS)
    await add('3', 'HTTP_500', DAY_MS + MINUTE_MS)
    expect((await health()).outbox).toMatchObject({ failed: 1, pending: 0 })
  })
})

describe('the webhook', () => {
  it('hears once that the service is not ready, and once that it is again', async () => {
    await minuteCronAfter(0)
    await minuteCronAfter(6 * MINUTE_MS, 2)
    await minuteCronAfter(MINUTE_MS)
    // A fault that comes and goes is told once in five minutes.
    expect(await lines()).toEqual([expect.stringMatching(/^Le service n'est pas prêt\. L'horloge du service/)])
    for (let minute = 0; minute < 5; minute++) await minuteCronAfter(MINUTE_MS)
    expect((await lines()).slice(1)).toEqual(['Le service est de nouveau prêt.'])
    const { alerts } = (await health()).history
    expect(alerts.map(({ text }: { text: string }) => text)).toEqual((await lines()).reverse())
  })

  it('hears of an incident of the service once, without mail, and again where it did not take it', async () => {
    await signUp('ADMIN')
    const name = 'a law that is broken'
    await declareLaw(name, 'SELECT 1')
    const before = (await lines()).length
    const fresh = async () => (await lines()).slice(before)
    try {
      await setFault({ gateway: 'EMAIL', fault: 'down' })
      await setFault({ gateway: 'WEBHOOK', fault: 'serverErrorNotHappened', times: 1 })
      await hourCronAfter(0)
      await minuteCronAfter(0)
      expect(await fresh()).toEqual([])
      for (let minute = 0; minute < 4; minute++) await minuteCronAfter(MINUTE_MS)
      const told = (await fresh()).filter((line) => line.startsWith('Incident'))
      expect(told).toEqual([
        expect.stringMatching(/^Incident INC-\d{4}-\d{6} \(critique\) : Une règle des comptes est rompue\. http/),
      ])
    } finally {
      await declareLaw(name)
    }
    await hourCronAfter(0)
  })

  it('is told nothing more of a line that it did not take for a day', async () => {
    await setFault({ gateway: 'WEBHOOK', fault: 'down' })
    await minuteCronAfter(0)
    await minuteCronAfter(6 * MINUTE_MS)
    await clearFaults()
    const before = (await lines()).length
    await run('UPDATE alerts SET created_at = created_at - ?', DAY_MS)
    await minuteCronAfter(2 * MINUTE_MS)
    expect((await lines()).slice(before)).toEqual(['Le service est de nouveau prêt.'])
    expect(await first('SELECT status FROM alerts ORDER BY id')).toEqual({ status: 'FAILED' })
  })
})
