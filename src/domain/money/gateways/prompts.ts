import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { MOVEMENT_DIRECTIONS } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { PROMPTS } from '#kernel/limits.ts'
import { isOfBuyer, isOfSubscriber } from '../above.ts'
import { isNumberOf } from './their-number.ts'

const PROMPTS_IN_FLIGHT = guard('PROMPTS_IN_FLIGHT', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message: 'Trois demandes de paiement attendent déjà une réponse sur ce téléphone.',
})
const PROMPT_OPEN = guard('PROMPT_OPEN', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message: "Une demande de paiement attend déjà une réponse sur ce téléphone. Attendez-la, ou payez d'un autre numéro.",
})
const PROMPTS_REFUSED = guard('PROMPTS_REFUSED', 'TOO_MANY_REQUESTS', {
  message: 'Trop de paiements ont échoué sur ce téléphone. Réessayez dans une heure, ou depuis un autre numéro.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/** Whether this account asked for the movement `g`: as the buyer of its orders, or as the seller of its subscription. */
const isAskedBy = (userId: string) => sql`(${isOfBuyer(userId)} OR ${isOfSubscriber(userId)})`

/**
 * Refuses one more prompt to a phone that has too many open, or refused too many lately (docs/limits.md, Attempts and One at a time).
 * Prompts of others do not count if the asker proved the number or paid with it; any other asker has one open at a time there.
 * @throws 409 PAYMENT_IN_PROGRESS, 429
 */
export function requireFewPrompts(ctx: Ctx, { id, phone, purpose, subjectId }: GatewayTransaction): Write[] {
  const asker = actorOf(ctx).id
  const isOwn = isNumberOf(asker, phone)
  const counts = sql`(NOT ${isOwn} OR ${isAskedBy(asker)})`
  const open = sql`SELECT 1 FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status <> 'succeeded' AND g.status = 'pending'
    AND g.id <> ${id} AND g.created_at > ${ctx.now - PROMPTS.openForMs} AND ${MOVEMENT_DIRECTIONS.incoming.in('g.kind')}`
  const openElsewhere = sql`${open} AND g.subject_id <> ${subjectId} AND ${isAskedBy(asker)} AND NOT ${isOwn}`
  return [
    abortWhen(
      ctx.db,
      PROMPTS_REFUSED,
      sql`(SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status = 'failed'
        AND g.final_at > ${ctx.now - PROMPTS.windowMs} AND ${MOVEMENT_DIRECTIONS.incoming.in('g.kind')} AND g.sent_at IS NOT NULL
        AND ${counts}) >= ${PROMPTS.refused}`,
    ),
    abortWhen(ctx.db, PROMPTS_IN_FLIGHT, sql`(SELECT count(*) FROM (${open} AND ${counts})) >= ${PROMPTS.inFlight}`),
    ...(purpose === 'CHARGE'
      ? []
      : [
          abortWhen(
            ctx.db,
            PROMPT_OPEN,
            sql`(SELECT count(*) FROM (${openElsewhere})) >= ${PROMPTS.inFlightOfStranger}`,
          ),
        ]),
  ]
}
