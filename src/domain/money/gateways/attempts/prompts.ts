import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortOnce, failureOf, guard, isBroken } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { ATTEMPT_DIRECTIONS } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isOfBuyer, isOfSubscriber } from '#domain/money/above.ts'
import type { FieldError } from '#kernel/failure.ts'
import { PROMPTS } from '#kernel/limits.ts'
import { isNumberOf } from './their-number.ts'

const PROMPTS_IN_FLIGHT = guard('PROMPTS_IN_FLIGHT', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message:
    "Trois demandes de paiement attendent déjà une réponse sur ce téléphone. Répondez-y, ou payez d'un autre numéro.",
})
const PROMPT_OPEN = guard('PROMPT_OPEN', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message: "Une demande de paiement attend déjà une réponse sur ce téléphone. Attendez-la, ou payez d'un autre numéro.",
})
const PROMPTS_REFUSED = guard('PROMPTS_REFUSED', 'TOO_MANY_REQUESTS', {
  message: 'Trop de paiements ont échoué sur ce téléphone. Réessayez dans une heure, ou depuis un autre numéro.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/** Whether this account asked for the attempt `g`: as the buyer of its orders, or as the seller of its subscription. */
const isAskedBy = (userId: string) => sql`(${isOfBuyer(userId)} OR ${isOfSubscriber(userId)})`

/** The attempts `g` that wait for an answer on a phone. */
const fromOpen = (phone: string, since: number) => sql`
  FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status <> 'succeeded' AND g.status = 'pending'
    AND g.created_at > ${since} AND ${ATTEMPT_DIRECTIONS.incoming.in('g.kind')}`

/**
 * Refuses one more prompt to a phone that has too many open, or refused too many lately (docs/limits.md, Attempts and One at a time).
 * Prompts of others do not count if the asker proved the number or paid with it; any other asker has one open at a time there.
 * @throws 409 PAYMENT_IN_PROGRESS, 429
 */
export function requireFewPrompts(ctx: Ctx, { id, phone, purpose, subjectId }: GatewayTransaction): Write[] {
  const { db, now } = ctx
  const asker = actorOf(ctx).id
  const openSince = now - PROMPTS.openForMs
  return [
    abortRefused(db, PROMPTS_REFUSED, asker, phone, now - PROMPTS.windowMs),
    abortInFlight(db, PROMPTS_IN_FLIGHT, asker, phone, openSince, id),
    ...(purpose === 'CHARGE' ? [] : [abortOpen(db, PROMPT_OPEN, asker, phone, openSince, id, subjectId)]),
  ]
}

/** Whether the attempt `g` counts for who asks now. */
const isCounted = (asker: string, phone: string) => sql`(NOT ${isNumberOf(asker, phone)} OR ${isAskedBy(asker)})`

const abortRefused = abortOnce(
  (asker: string, phone: string, since: number) => sql`(
    SELECT count(*) FROM gateway_transactions g WHERE g.phone = ${phone} AND g.status = 'failed'
      AND g.final_at > ${since} AND ${ATTEMPT_DIRECTIONS.incoming.in('g.kind')} AND g.sent_at IS NOT NULL
      AND ${isCounted(asker, phone)}) >= ${PROMPTS.refused}`,
)

const abortInFlight = abortOnce(
  (asker: string, phone: string, since: number, id: string) => sql`(
    SELECT count(*) FROM (SELECT 1 ${fromOpen(phone, since)} AND g.id <> ${id} AND ${isCounted(asker, phone)})) >= ${PROMPTS.inFlight}`,
)

const abortOpen = abortOnce(
  (asker: string, phone: string, since: number, id: string, subjectId: string) => sql`(
    SELECT count(*) FROM (SELECT 1 ${fromOpen(phone, since)} AND g.id <> ${id} AND g.subject_id <> ${subjectId}
      AND ${isAskedBy(asker)} AND NOT ${isNumberOf(asker, phone)})) >= ${PROMPTS.inFlightOfStranger}`,
)

/** Runs work that `requireFewPrompts` may abort; the error then names the caller's own purchases that wait for this phone. */
export async function namingWaiting<T>(ctx: Ctx, phone: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const broken = [PROMPT_OPEN, PROMPTS_IN_FLIGHT].find((each) => isBroken(error, each))
    if (!broken) throw error
    const details = await ctx.db.all<FieldError>(sql`
      SELECT DISTINCT CASE g.purpose WHEN 'ORDER' THEN 'orderId' WHEN 'CHECKOUT' THEN 'checkoutId' ELSE 'depositId' END AS field,
        CASE g.purpose WHEN 'SUBSCRIPTION' THEN g.reference ELSE g.subject_id END AS message
      ${fromOpen(phone, ctx.now - PROMPTS.openForMs)} AND ${isAskedBy(actorOf(ctx).id)}`)
    throw failureOf({ ...broken, ...(details.length > 0 && { details }) })
  }
}
