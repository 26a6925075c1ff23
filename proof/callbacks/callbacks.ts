import { createHash } from 'node:crypto'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { findByReference } from '#domain/money/gateways/queries.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { Failure } from '#kernel/failure.ts'
import type { Reading } from '#kernel/outcome.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { contextOf } from '../simulation/context.ts'
import { checkLaws } from '../simulation/laws/laws.ts'
import type { Market } from '../simulation/market.ts'
import { newSimulation, type Simulation } from '../simulation/simulation.ts'
import { MOVEMENTS, type MovementName } from './movements.ts'

/** Events that can arrive about a movement, as a callback or as the answer to a question. */
export const EVENTS = [
  'succeeded',
  'failed',
  'pending',
  'succeededTwice',
  'forged',
  'otherAmount',
  'unknown',
  'notFound',
] as const
export type Event = (typeof EVENTS)[number]
const LONGEST = 5

export type Verdict = 'pending' | 'succeeded' | 'failed' | 'expired' | 'review' | 'review after silence'
export type Exploration = { sequences: number; applied: number; states: number; breaks: string[] }

/**
 * Says what the books must hold after an event: the first final verdict stands. Silence about a deposit means that it was not
 * made, about a payin that it is given up for now, and about money on its way out nothing.
 */
export function next(verdict: Verdict, event: Event, kind: GatewayTransaction['kind']): Verdict {
  if (verdict !== 'pending' && verdict !== 'expired') return verdict
  if (event === 'succeeded' || event === 'succeededTwice') return 'succeeded'
  if (event === 'failed') return 'failed'
  // An order whose payin was given up no longer says that a payment is pending; nothing else differs.
  if (event === 'otherAmount') return verdict === 'expired' ? 'review after silence' : 'review'
  if (event === 'notFound' && kind === 'deposit') return verdict === 'expired' ? 'expired' : 'failed'
  if (event === 'notFound' && kind === 'payin') return 'expired'
  return verdict
}

export const BOOKS = [
  'SELECT id, status FROM gateway_transactions ORDER BY id',
  'SELECT id, status, payment_status, paid_currency, paid_subtotal_minor, paid_fee_minor, refunded_minor, cancelled_by FROM orders ORDER BY id',
  'SELECT id, status, plan_id, current_period_start, current_period_end FROM subscriptions ORDER BY id',
  'SELECT id, status, paid_at FROM subscription_payments ORDER BY id',
  `SELECT id, CASE WHEN ${PAYOUT_STATES.moving.inText('status')} THEN 'on its way' ELSE status END FROM payouts ORDER BY id`,
  'SELECT id, status FROM refunds ORDER BY id',
  'SELECT refund_id, number, status, movement_id IS NULL FROM refund_attempts ORDER BY refund_id, number',
  'SELECT kind, ref, from_account, to_account, amount_minor, currency FROM transfers ORDER BY kind, ref',
  'SELECT * FROM accounts WHERE balance_minor <> 0 ORDER BY code, currency',
  'SELECT owner_id, type, amount_minor, currency, balance_after_minor FROM wallet_entries ORDER BY rowid',
  'SELECT id, stock, held FROM variants ORDER BY id',
]
/** Beside the books, everything a later decision reads: two histories that agree in it have one future. */
export const REST_OF_STATE = [
  'SELECT id, status, external_id, state, sent_at, failure_code FROM gateway_transactions ORDER BY id',
  'SELECT id, status FROM payouts ORDER BY id',
  'SELECT ref, status FROM incidents ORDER BY ref',
]

/**
 * Every order of up to five events about one movement. With `merge`, a prefix that leads to a state seen before is not
 * followed again from the same depth or deeper: its futures are known. Without it every sequence is played.
 */
export async function explore(market: Market, name: MovementName, { merge }: { merge: boolean }): Promise<Exploration> {
  const { store } = market
  const found: Exploration = { sequences: 0, applied: 0, states: 0, breaks: [] }
  store.begin()
  try {
    const simulation = newSimulation(1, market)
    simulation.hasFaults = false
    const reference = await MOVEMENTS[name](simulation, (actor) => speak(simulation, actor).ctx)
    simulation.now += 20 * MINUTE_MS
    const books = new Map<Verdict, string>()
    const seen = new Map<string, number>()
    const rows = (queries: string[]) => JSON.stringify(queries.map((sql) => store.run({ sql, params: [] }).rows))

    async function follow(verdict: Verdict, kind: GatewayTransaction['kind'], path: Event[]): Promise<void> {
      const now = rows(BOOKS)
      const known = books.get(verdict)
      if (known === undefined) books.set(verdict, now)
      else if (known !== now)
        found.breaks.push(`${name} after ${path.join(', ')}: the books of ${verdict} differ\n${known}\n${now}`)
      const state = createHash('sha1').update(now).update(rows(REST_OF_STATE)).digest('base64')
      const left = LONGEST - path.length
      const isNew = !seen.has(state)
      if (isNew) {
        found.states++
        checkLaws(simulation)
        for (const { law, details } of simulation.breaks.splice(0))
          found.breaks.push(`${name} after ${path.join(', ')}: ${law} ${details}`)
      }
      if (merge && (seen.get(state) ?? -1) >= left) return
      seen.set(state, left)
      if (left === 0) return
      for (const event of EVENTS) {
        store.db.exec(`SAVEPOINT d${path.length}`)
        found.sequences++
        found.applied += event === 'succeededTwice' ? 2 : 1
        await arrive(simulation, reference, event)
        await follow(next(verdict, event, kind), kind, [...path, event])
        store.db.exec(`ROLLBACK TO d${path.length}; RELEASE d${path.length}`)
        if (found.breaks.length > 5) return
      }
    }
    const { ctx } = speak(simulation, null)
    const tx = await findByReference(ctx, reference)
    if (!tx) throw new Error(`${name} made no movement`)
    await follow('pending', tx.kind, [])
  } finally {
    store.forget()
  }
  return found
}

/** A context whose gateways say what they are told to say, and the work it leaves for later. */
export function speak(simulation: Simulation, actor: Actor | null, reading?: Reading, isTrue = true) {
  const later: (() => Promise<unknown>)[] = []
  const task = {
    id: 0,
    label: reading ? 'callback' : 'market',
    isDead: false,
    crashIn: -1,
    d1FaultIn: -1,
    isDisturbed: false,
  }
  const ctx: Ctx = contextOf(simulation, task, actor, (work) => void later.push(work))
  if (reading) {
    const verdict = isTrue ? ('verified' as const) : ('forged' as const)
    const said = async () => (isTrue ? reading : ({ outcome: { kind: 'unknown', detail: 'SILENT' } } as const))
    const claim = (request: { body: Uint8Array }) => JSON.parse(new TextDecoder().decode(request.body)) as string
    const { A, B } = ctx.providers.gateways
    for (const gateway of [A, B])
      gateway.verifyCallback = async (request) => ({
        verdict,
        ...(isTrue && { reference: claim(request), ...(gateway === A && { reading }) }),
      })
    for (const gateway of [A, B]) gateway.read = said
  }
  return { ctx, later }
}

function readingOf(event: Event, tx: GatewayTransaction): Reading {
  const money = { amountMinor: tx.amountMinor, currency: tx.currency }
  switch (event) {
    case 'failed':
      return { outcome: { kind: 'declined', failureCode: 'PAYMENT_NOT_APPROVED' } }
    case 'pending':
      return { outcome: { kind: 'pending', state: 'PROCESSING' } }
    case 'otherAmount':
      return { outcome: { kind: 'succeeded' }, money: { ...money, amountMinor: money.amountMinor + 1 } }
    case 'unknown':
      return { outcome: { kind: 'unknown', detail: 'TIMEOUT' } }
    case 'notFound':
      return { outcome: { kind: 'notFound' } }
    default:
      return { outcome: { kind: 'succeeded' }, money }
  }
}

/** One event reaches us: only an answer can be unknown or not found; a duplicate comes as a callback and as an answer. */
export async function arrive(simulation: Simulation, reference: string, event: Event): Promise<void> {
  const { ctx: own } = speak(simulation, null)
  const tx = await findByReference(own, reference)
  if (!tx) throw new Error('the movement is gone')
  const later30s = () => simulation.store.run({ sql: 'UPDATE gateway_transactions SET asked_at = NULL', params: [] })
  // Between two events the half minute passes in which a movement is asked about once; the clock itself is in the books.
  later30s()
  const { ctx, later } = speak(simulation, null, readingOf(event, tx), event !== 'forged')
  if (event === 'unknown' || event === 'notFound') await pollGateway(ctx, tx)
  else {
    const body = Uint8Array.from(Buffer.from(JSON.stringify(reference)))
    const request = {
      method: 'POST',
      url: 'https://soko.test/',
      headers: new Headers(),
      body,
      countAsGuest: async () => {},
      refuseUnclear: () => {},
    }
    try {
      await receiveCallback(ctx, tx.gateway, request)
    } catch (error) {
      if (event !== 'forged' || !(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error
      for (const work of later) await work()
    }
    later30s()
    if (event === 'succeededTwice') await pollGateway(ctx, { ...tx, askedAt: null })
  }
}
