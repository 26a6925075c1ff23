import { and, eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { refusedFor, retryOnStale } from '#db/commit.ts'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { transition } from '#domain/core/machine.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Reading } from '#kernel/outcome.ts'
import { finish } from '../attempts/finish.ts'
import { reportSilent } from '../clock/report-open.ts'
import { transactionMachine } from '../machine.ts'
import { CONTRADICTION, OTHER_AMOUNT, SEVERAL, UNTRACED } from '../matters.ts'
import { PURPOSE_HANDLERS } from '../purposes.ts'
import { getTransaction } from '../queries.ts'
import { isContradicted } from './contradicted.ts'
import { type Decision, decide, type GatewayFacts } from './decide.ts'
import { reversalStands } from './reversal-stands.ts'
import { settleAgreed } from './settle-agreed.ts'

type Facts = GatewayFacts & { reportedAt?: number }

/**
 * The one way an outcome enters the books: callbacks, status reads, the call's own answer and staff all end here. A
 * verdict is applied once, in the same commit as what it causes; final states do not change; a contradiction or another
 * amount opens an incident and moves nothing (docs/states.md, Unknown outcomes).
 * @param behind writes that belong to the same commit, whatever the reading means
 * @returns the attempt as it is afterwards
 */
export function applyReading(
  ctx: Ctx,
  seen: GatewayTransaction,
  reading: Reading,
  behind: Write[] = [],
): Promise<GatewayTransaction> {
  let tx = seen
  return retryOnStale(async () => {
    try {
      const writes = [...(await writesOf(ctx, tx, decide(tx, reading, ctx.now))), ...behind]
      if (writes.length === 0) return tx
      const [rows] = await commit(
        ctx,
        writes,
        ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, tx.id)),
      )
      return rows[0] ?? tx
    } catch (error) {
      tx = await getTransaction(ctx, tx.id)
      // The stock of a late payin went, or its call was made, between the read and the commit: decide again.
      const isNews = refusedFor(error, 'INSUFFICIENT_STOCK') || refusedFor(error, 'REQUEST_IN_PROGRESS')
      throw isNews ? new Stale() : error
    }
  })
}

async function writesOf(ctx: Ctx, tx: GatewayTransaction, decision: Decision): Promise<Write[]> {
  switch (decision.kind) {
    case 'nothing':
      return []
    case 'finish':
      return finish(ctx, tx, decision.verdict, decision.set)
    case 'doubt': {
      const { announced, set } = decision
      return [
        ...transition(ctx, transactionMachine, tx, 'doubt', { set: { ...set, nextCheckAt: null } }),
        openIncident(ctx, {
          ref: refOf(OTHER_AMOUNT, tx.id),
          severity: 'HIGH',
          title: 'Montant différent annoncé par un opérateur',
          description: `Attendu ${formatMoney(tx)}, annoncé ${announced} (${tx.reference}).`,
        }),
      ]
    }
    case 'contradiction': {
      const { said, announced, nextCheckAt } = decision
      const word = said === 'amount' ? `réussi pour ${announced}` : transactionMachine.states[said]
      return [
        ...(nextCheckAt === undefined ? [] : [scheduleCheck(ctx, tx, nextCheckAt, {})]),
        openIncident(ctx, {
          ref: refOf(CONTRADICTION, `${tx.id}:${said}`),
          severity: 'CRITICAL',
          title: 'Un opérateur se contredit',
          description: `Le paiement ${tx.reference} est ${transactionMachine.states[tx.status]} chez nous ; l'opérateur le dit maintenant ${word}.`,
        }),
      ]
    }
    case 'agreed':
      return decision.isSilent && (await isContradicted(ctx, tx))
        ? [scheduleCheck(ctx, tx, null, {})]
        : settleAgreed(ctx, [tx.id])
    case 'stands':
      return reversalStands(ctx, tx, decision.amountMinor)
    case 'askAgain': {
      const { nextCheckAt, set, state } = decision
      const progress = state === undefined ? [] : await PURPOSE_HANDLERS[tx.purpose].onProgress?.(ctx, tx, state)
      return [scheduleCheck(ctx, tx, nextCheckAt, set), ...(progress ?? [])]
    }
    case 'unheardOf':
      return [
        scheduleCheck(ctx, tx, decision.nextCheckAt, { ...decision.set, ...heardOf(ctx) }),
        ...(await reportSilent(ctx, [tx])),
      ]
    case 'several':
      return [
        scheduleCheck(ctx, tx, decision.nextCheckAt, tx.status === 'expired' ? heardOf(ctx) : {}),
        openIncident(ctx, {
          ref: refOf(SEVERAL, tx.id),
          severity: 'CRITICAL',
          title: 'Plusieurs transactions sous une référence',
          description: `L'opérateur a plus d'une transaction sous ${tx.reference} (${formatMoney(tx)}). Vérifiez avec lui laquelle est la nôtre.`,
        }),
      ]
    case 'untraced':
      return [
        scheduleCheck(ctx, tx, decision.nextCheckAt, { state: 'NOT_FOUND' }),
        openIncident(ctx, {
          ref: refOf(UNTRACED, tx.id),
          severity: 'HIGH',
          title: "Versement sans trace chez l'opérateur",
          description: `L'opérateur ne connaît pas ${tx.reference}. Vérifiez avec lui avant de décider.`,
        }),
      ]
  }
}

/** No job reports expired attempts: the writer of the incident marks them as reported. */
const heardOf = ({ now }: Ctx) => ({ reportedAt: now })

/** Schedules the next question without a lock, because it moves no state; it leaves alone an attempt whose status has changed meanwhile. */
const scheduleCheck = (ctx: Ctx, tx: GatewayTransaction, nextCheckAt: number | null, set: Facts): Write =>
  ctx.db
    .update(gatewayTransactions)
    .set({ ...set, checks: tx.checks + 1, nextCheckAt, updatedAt: ctx.now })
    .where(and(eq(gatewayTransactions.id, tx.id), eq(gatewayTransactions.status, tx.status)))
