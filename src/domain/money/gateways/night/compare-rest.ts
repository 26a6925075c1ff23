import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { ATTEMPT_STATES, type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Reading } from '#kernel/outcome.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { transactionMachine } from '../machine.ts'
import { readGateway } from '../readings/ask-gateway.ts'
import { agrees, type GatewayWord, gatewayWordOf } from '../readings/gateway-word.ts'
import { settleAgreed } from '../readings/settle-agreed.ts'
import { attemptDiffers, type Differs } from './differences.ts'

/** Attempts that one night asks about one by one. */
const ASKED_AT_ONCE = 40

/**
 * Asks one by one about final attempts that never agreed: no list had them, or their list was wrong. The one asked longest ago comes
 * first.
 */
export async function compareRest(ctx: Ctx, gateway: GatewayId, beforeMs: number): Promise<void> {
  const t = gatewayTransactions
  const rest = await ctx.db
    .select()
    .from(t)
    .where(and(isUnagreed, eq(t.gateway, gateway), isNull(t.decidedAt), lt(t.finalAt, beforeMs)))
    .orderBy(sql`coalesce(asked_at, 0)`, t.id)
    .limit(ASKED_AT_ONCE)
  for (const tx of rest) {
    const reading = await readGateway(ctx, tx)
    const said = gatewayWordOf(tx, reading)
    const isNowhere = tx.status === 'failed' && reading.outcome.kind === 'notFound'
    const differs = restDiffers(tx, said, reading)
    await commit(ctx, [
      ctx.db.update(t).set({ askedAt: ctx.now }).where(eq(t.id, tx.id)),
      ...(agrees(tx, said) || isNowhere ? settleAgreed(ctx, [tx.id]) : []),
      ...(differs === undefined ? [] : [attemptDiffers(ctx, tx, differs)]),
    ])
  }
}

/** SQL text, because a bound value would keep SQLite from the partial index. */
const isUnagreed = sql`agreed_at IS NULL AND ${ATTEMPT_STATES.decided.in('status')}`

function restDiffers(tx: GatewayTransaction, said: GatewayWord, { outcome }: Reading): Differs | undefined {
  if (agrees(tx, said) || (tx.status === 'failed' && outcome.kind === 'notFound')) return undefined
  const ours = transactionMachine.states[tx.status]
  const as = (word: string, theirs: string, here: string) => ({ word, said: `${theirs}, ${here} chez nous` })
  if (said.is === 'amount') return as('amount', `${said.announced} chez l'opérateur`, formatMoney(tx))
  if (said.is !== 'open') return as(said.is, `${transactionMachine.states[said.is]} chez l'opérateur`, ours)
  return outcome.kind === 'notFound' ? as('notFound', "inconnu de l'opérateur", ours) : undefined
}
