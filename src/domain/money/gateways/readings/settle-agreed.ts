import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { ATTEMPT_STATES, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'

/** References of incidents about what people decided of the attempts that `named` selects: one for each decision. */
const decidedRefs = (named: SQL) => sql`(
  SELECT i.ref FROM gateway_transactions g CROSS JOIN incidents i ON i.ref > 'decided:' || g.id || ':' AND i.ref < 'decided:' || g.id || ';'
  WHERE g.id IN ${named})`

const AGREED = "L'opérateur dit la même chose."

/** Attempts, named by id, of which their gateway says what our books say: nobody asks again, and what people had decided is settled. */
export function settleAgreed(ctx: Ctx, ids: string[]): Write[] {
  if (ids.length === 0) return []
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return [
    ctx.db
      .update(gatewayTransactions)
      .set({ agreedAt: ctx.now, nextCheckAt: null, updatedAt: ctx.now })
      .where(
        and(
          sql`gateway_transactions.id IN ${named}`,
          isNull(gatewayTransactions.agreedAt),
          sql`${ATTEMPT_STATES.decided.in('gateway_transactions.status')}`,
        ),
      ),
    ...closeIncidents(ctx, decidedRefs(named), AGREED),
  ]
}
