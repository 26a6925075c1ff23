import { afterEach, beforeEach } from 'vitest'
import { connect } from '#db/client.ts'
import type { LiveNote } from '#db/schema/core/live.ts'
import { type Actor, type Ctx, newSenders } from '#domain/core/context.ts'
import type { Providers } from '#providers/providers.ts'
import { d1Over } from '../d1.ts'
import { idsOf, randomOf } from '../random.ts'
import { SETTINGS } from '../settings.ts'
import { openStore } from '../store.ts'
import { gatewaysOver } from './outside.ts'

export const NOW = Date.UTC(2026, 8, 1, 10)

type Row = Record<string, unknown>
export type Call = { what: string; with: unknown }

/**
 * The domain's own context over SQLite in memory: no network, no clock, and everything outside answers as told. Every test
 * of the file begins on the same rows, those that `prepare` adds; what it does to them is forgotten.
 */
export function openDomain(prepare?: (domain: TestDomain) => void) {
  const domain = createDomain()
  const { store, calls, answers, laters, liveCalls } = domain
  beforeEach(() => {
    store.begin()
    for (const list of [calls, answers, laters, liveCalls]) list.length = 0
    domain.ctx.live.wakes = 0
    prepare?.(domain)
  })
  afterEach(() => store.forget())
  return domain
}

function createDomain() {
  const store = openStore()
  const d1 = d1Over(store, async (_kind, work) => work())
  const ids = idsOf(randomOf(1), () => NOW)
  const calls: Call[] = []
  const answers: unknown[] = []
  const laters: (() => Promise<unknown>)[] = []
  const liveCalls: { userId: string; notes: LiveNote[] }[] = []
  const answer = (what: string) => async (request: unknown, second?: unknown) => {
    calls.push({ what, with: second === undefined ? request : [request, second] })
    return answers.shift() ?? { kind: 'unknown', detail: 'nobody told' }
  }
  const outside = (name: string, verbs: string[]) => Object.fromEntries(verbs.map((v) => [v, answer(`${name}.${v}`)]))
  const providers = {
    ...gatewaysOver({
      pawapay: outside('pawapay', ['deposit', 'payout', 'refund', 'read']),
      mbiyopay: outside('mbiyopay', ['payin', 'payout', 'read', 'findByReference']),
    }),
    sms: outside('sms', ['send']),
    email: outside('email', ['send']),
    google: outside('google', ['verify']),
    pushes: {},
    turnstile: undefined,
    webhook: outside('webhook', ['post']),
  } as unknown as Providers

  const ctx: Ctx = {
    db: connect(d1),
    caller: { kind: 'guest' },
    now: NOW,
    ids,
    providers,
    objects: {} as Ctx['objects'],
    live: {
      wakes: 0,
      tell: async (userId, notes) => void liveCalls.push({ userId, notes }),
      open: async () => new Response(),
    },
    files: {} as Ctx['files'],
    backups: {} as Ctx['backups'],
    edge: { purge: async () => true },
    // Hashes that earlier versions kept were made with this secret.
    settings: { ...SETTINGS, codeSecret: 'core-code-secret' },
    senders: newSenders(),
    later: (work) => void laters.push(work),
  }

  return {
    store,
    ctx,
    /** The service some milliseconds later. */
    after: (ms: number, extra: Partial<Ctx> = {}): Ctx => ({ ...ctx, now: NOW + ms, ...extra }),
    /** The service while another request commits `sql` after this one's reads, when it draws its first id. */
    meanwhile(sql: string, at: Ctx = ctx): Ctx {
      let isDone = false
      const v7 = () => {
        if (!isDone) store.run({ sql, params: [] })
        isDone = true
        return ids.v7()
      }
      return { ...at, ids: { ...ids, v7 } }
    },
    as: (actor: Partial<Actor>): Ctx => ({
      ...ctx,
      caller: { kind: 'person', actor: { ...NOBODY, ...actor } },
    }),
    calls,
    answers,
    laters,
    /** Live messages, by the person whom they went to. */
    liveCalls,
    /** Messages that go out once the answer is given, `email.send a@soko.test`, in the order of the alphabet. */
    async sent(): Promise<string[]> {
      answers.push(...store.rows('SELECT 1 FROM outbox').map(() => ({ kind: 'sent' })))
      for (const work of laters.splice(0)) await work()
      return calls.map(({ what, with: message }) => `${what} ${(message as { to: string }).to}`).sort()
    },
    rows: <T = Row>(sql: string, ...params: unknown[]) => store.rows<T>(sql, ...params),
    row: <T = Row>(sql: string, ...params: unknown[]) => store.rows<T>(sql, ...params)[0],
    add(table: string, row: Row) {
      const names = Object.keys(row)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      store.run({ sql, params: Object.values(row) })
    },
    run: (sql: string, ...params: unknown[]) => void store.run({ sql, params }),
  }
}
export type TestDomain = ReturnType<typeof createDomain>

const NOBODY: Actor = {
  id: 'actor',
  role: 'BUYER',
  sessionId: 'session',
  provenAt: null,
  phone: null,
  hasSecondFactor: false,
  email: 'actor@soko.test',
  sellerProfileId: null,
  riderId: null,
}
