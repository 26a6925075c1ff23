import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { PROMPTS, UNPAID_ORDERS } from '../../../kernel/limits.ts'
import type { Ctx } from '../../core/context.ts'

const TOO_MANY_UNPAID = guard('TOO_MANY_UNPAID', 'CONFLICT', { reason: 'TOO_MANY_UNPAID' })
const PROMPTS_IN_FLIGHT = guard('PROMPTS_IN_FLIGHT', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message: 'Trois demandes de paiement attendent déjà une réponse sur ce téléphone.',
})
const PROMPTS_REFUSED = guard('PROMPTS_REFUSED', 'TOO_MANY_REQUESTS', {
  message: 'Trop de paiements ont échoué sur ce téléphone. Réessayez dans une heure, ou depuis un autre numéro.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/** Ends the commit where too many orders of a buyer hold stock unpaid (docs/limits.md, One at a time). 409 TOO_MANY_UNPAID */
export const requireFewUnpaid = (ctx: Ctx, buyerId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_UNPAID,
    sql`(SELECT count(*) FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'PENDING_PAYMENT') >=
      CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'COMPLETED')
        THEN ${UNPAID_ORDERS.afterwards} ELSE ${UNPAID_ORDERS.untilFirstCompleted} END`,
  )

/**
 * Ends the commit that would ask one more payment of a phone which has too many open, or refused too many of late: nobody's
 * phone rings without end (docs/limits.md, Attempts). 409 PAYMENT_IN_PROGRESS, 429
 */
export const requireFewPrompts = (ctx: Ctx, phone: string): Write[] => [
  abortWhen(
    ctx.db,
    PROMPTS_REFUSED,
    sql`(SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status = 'failed'
      AND g.final_at > ${ctx.now - PROMPTS.windowMs} AND g.kind IN ('payin', 'deposit') AND g.sent_at IS NOT NULL) >= ${PROMPTS.refused}`,
  ),
  abortWhen(
    ctx.db,
    PROMPTS_IN_FLIGHT,
    sql`(SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status = 'pending'
      AND g.kind IN ('payin', 'deposit')) >= ${PROMPTS.inFlight}`,
  ),
]
