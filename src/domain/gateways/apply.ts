import { and, eq } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { commit, onFreshState, refusedFor } from '../../db/commit.ts'
import { gatewayTransactions } from '../../db/schema/money.ts'
import { Stale } from '../../db/violation.ts'
import { sayAmount } from '../../kernel/money.ts'
import type { Reading } from '../../kernel/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import type { Ctx } from '../context.ts'
import { openIncident } from '../incidents/open.ts'
import { transition } from '../machine.ts'
import { sendOutbox } from '../notices/send.ts'
import { followPayout } from '../payouts/follow.ts'
import type { GatewayTransaction } from './intend.ts'
import { transactionMachine } from './machine.ts'
import { freshTransaction } from './queries.ts'
import { settle } from './settle.ts'

/** When the sweep asks again: after 30 s, 2 min, 10 min, then hourly (gateways.md). */
const CHECK_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]

/**
 * The one way an outcome enters the books: callbacks, status reads, the call's own answer and staff all end here. A
 * verdict is applied once, in the same commit as what it causes; final states do not change; a contradiction or another
 * amount opens an incident and moves nothing (contract.md section 2, unknown outcomes).
 * @returns the attempt as it is afterwards
 */
export function applyReading(ctx: Ctx, seen: GatewayTransaction, reading: Reading): Promise<GatewayTransaction> {
  let tx = seen
  return onFreshState(async () => {
    try {
      const writes = await consequences(ctx, tx, reading)
      if (writes.length === 0) return tx
      const [rows] = await commit(
        ctx,
        writes,
        ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, tx.id)),
      )
      // One write only remembers when to ask again: it tells nobody anything.
      if (writes.length > 1) ctx.later(() => sendOutbox(ctx))
      return rows[0] ?? tx
    } catch (error) {
      tx = await freshTransaction(ctx, tx.id)
      // A late payin found the stock gone between its read and its commit: decide again.
      throw refusedFor(error, 'INSUFFICIENT_STOCK') ? new Stale() : error
    }
  })
}

async function consequences(ctx: Ctx, tx: GatewayTransaction, { outcome, money }: Reading): Promise<Write[]> {
  const known = { ...('externalId' in outcome && outcome.externalId && { externalId: outcome.externalId }) }
  switch (outcome.kind) {
    case 'succeeded': {
      if (tx.status === 'succeeded') return []
      if (tx.status === 'failed') return contradiction(ctx, tx, 'succeeded')
      if (money && (money.amountMinor !== tx.amountMinor || money.currency !== tx.currency)) {
        if (tx.status === 'review') return []
        return [
          ...transition(ctx, transactionMachine, tx, 'doubt', { set: { ...known, nextCheckAt: null } }),
          openIncident(ctx, {
            ref: `amount:${tx.id}`,
            severity: 'HIGH',
            title: 'Montant différent annoncé par un opérateur',
            description: `Attendu ${sayAmount(tx.amountMinor, tx.currency)}, annoncé ${sayAmount(money.amountMinor, money.currency)} (${tx.reference}).`,
          }),
        ]
      }
      // What the gateway doubted is decided by a person, not by a later reading.
      if (tx.status === 'review') return []
      return finish(ctx, tx, 'succeeded', known)
    }
    case 'declined': {
      if (tx.status === 'failed' || tx.status === 'review') return []
      if (tx.status === 'succeeded') return contradiction(ctx, tx, 'failed')
      const failure = { failureCode: outcome.failureCode, failureMessage: outcome.failureMessage ?? null }
      return finish(ctx, tx, 'failed', { ...known, ...failure })
    }
    case 'pending':
      if (!isOpen(tx)) return []
      return [
        touch(ctx, tx, { ...known, ...(outcome.state && { state: outcome.state }) }, 'underWay'),
        ...(await followPayout(ctx, tx, outcome.state)),
      ]
    case 'notFound':
      return isOpen(tx) ? untraced(ctx, tx) : []
    default:
      return isOpen(tx) ? [touch(ctx, tx, {}, 'unanswered')] : []
  }
}

/** Still asked about: an expired payin's money may come late. */
const isOpen = ({ status }: GatewayTransaction) => status === 'pending' || status === 'expired'

/** The verdict with everything it causes: a person's decision comes in here as well. */
export async function finish(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
  set: Partial<GatewayTransaction> = {},
): Promise<Write[]> {
  const event = ({ succeeded: 'succeed', failed: 'fail', expired: 'expire' } as const)[verdict]
  // However late the clock gave it up: no answer may have been heard yet, and only one ends the questions.
  const nextCheckAt = verdict === 'expired' ? ctx.now + HOUR_MS : null
  const writes = await settle(ctx, { ...tx, ...set }, verdict)
  return [
    ...transition(ctx, transactionMachine, tx, event, { set: { ...set, nextCheckAt, finalAt: ctx.now } }),
    ...writes,
  ]
}

/** Asked about hourly for a day; then, where the gateway still has it under way, daily for a month; then given up. */
function afterExpiry(ctx: Ctx, { createdAt }: GatewayTransaction, isUnderWay: boolean): number | null {
  const age = ctx.now - createdAt
  if (age < DAY_MS) return ctx.now + HOUR_MS
  return isUnderWay && age < 30 * DAY_MS ? ctx.now + DAY_MS : null
}

/**
 * The gateway has no trace of it. A look-up can race with a request in flight, so nothing is concluded within 15
 * minutes. Then a deposit or payin was not made; a payout may never be released on silence: a person decides.
 */
async function untraced(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const mayBeInFlight = ctx.now - (tx.sentAt ?? tx.createdAt) < 15 * MINUTE_MS
  if (mayBeInFlight || tx.status === 'expired') return [touch(ctx, tx, {})]
  if (tx.kind === 'deposit') return finish(ctx, tx, 'failed', { failureCode: 'NOT_FOUND' })
  if (tx.kind === 'payin') return finish(ctx, tx, 'expired', { failureCode: 'NOT_FOUND' })
  return [
    touch(ctx, tx, { state: 'NOT_FOUND' }),
    openIncident(ctx, {
      ref: `untraced:${tx.id}`,
      severity: 'HIGH',
      title: "Versement sans trace chez l'opérateur",
      description: `L'opérateur ne connaît pas ${tx.reference}. Vérifiez avec lui avant de décider.`,
    }),
  ]
}

/**
 * Nothing is decided yet: remembers what is known and when to ask again. It moves no state, so it takes no lock, and it
 * leaves alone what a verdict has ended meanwhile.
 */
function touch(
  ctx: Ctx,
  tx: GatewayTransaction,
  set: Partial<GatewayTransaction>,
  how: 'underWay' | 'unanswered' | 'untraced' = 'untraced',
): Write {
  const after = CHECK_AFTER_MS[tx.checks] ?? HOUR_MS
  // Silence ends no questions: after a day without us, one failed read would else forget money that came in.
  const isOver = tx.status === 'expired' && how !== 'unanswered'
  const nextCheckAt = isOver ? afterExpiry(ctx, tx, how === 'underWay') : ctx.now + after
  return ctx.db
    .update(gatewayTransactions)
    .set({ ...set, checks: tx.checks + 1, nextCheckAt, updatedAt: ctx.now })
    .where(and(eq(gatewayTransactions.id, tx.id), eq(gatewayTransactions.status, tx.status)))
}

const contradiction = (ctx: Ctx, tx: GatewayTransaction, said: string): Write[] => [
  openIncident(ctx, {
    ref: `contradiction:${tx.id}:${said}`,
    severity: 'CRITICAL',
    title: 'Un opérateur se contredit',
    description: `${tx.reference} est ${tx.status} chez nous ; l'opérateur dit maintenant ${said}.`,
  }),
]
