import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { PROMPTS } from '../../../kernel/limits.ts'
import type { Ctx } from '../../core/context.ts'

const PROMPTS_IN_FLIGHT = guard('PROMPTS_IN_FLIGHT', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message: 'Trois demandes de paiement attendent déjà une réponse sur ce téléphone.',
})
const PROMPTS_REFUSED = guard('PROMPTS_REFUSED', 'TOO_MANY_REQUESTS', {
  message: 'Trop de paiements ont échoué sur ce téléphone. Réessayez dans une heure, ou depuis un autre numéro.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/**
 * Ends the commit that would ask one more payment of a phone which has too many open, or refused too many of late: nobody's
 * phone rings without end, whoever asks and whatever for. One that no gateway ends is open for a quarter of an hour
 * (docs/limits.md, Attempts and One at a time). 409 PAYMENT_IN_PROGRESS, 429
 */
export const requireFewPrompts = (ctx: Ctx, { id, phone }: GatewayTransaction): Write[] => [
  abortWhen(
    ctx.db,
    PROMPTS_REFUSED,
    sql`(SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status = 'failed'
      AND g.final_at > ${ctx.now - PROMPTS.windowMs} AND g.kind IN ('payin', 'deposit') AND g.sent_at IS NOT NULL) >= ${PROMPTS.refused}`,
  ),
  abortWhen(
    ctx.db,
    PROMPTS_IN_FLIGHT,
    sql`(SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status <> 'succeeded' AND g.status = 'pending' AND g.id <> ${id}
      AND g.created_at > ${ctx.now - PROMPTS.openForMs} AND g.kind IN ('payin', 'deposit')) >= ${PROMPTS.inFlight}`,
  ),
]
