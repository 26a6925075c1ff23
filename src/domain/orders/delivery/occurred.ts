import { sql } from 'drizzle-orm'
import type { DELIVERY_STATUSES, deliveries } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'

/** The time of a step that a rider reports later; each step's input has this field. */
export const occurredField = { occurredAt: f.instant.optional() }

/** Time that a telephone's clock may be ahead of ours, in ms. */
const AHEAD_MS = 30 * SECOND_MS

/** The instant of a late report; undefined if the step happens now. @throws 400 if it is over 24 hours old, or in the future */
export function occurrenceOf(ctx: Ctx, occurredAt: string | undefined): number | undefined {
  if (occurredAt === undefined) return undefined
  const at = Date.parse(occurredAt)
  if (at < ctx.now - DAY_MS) invalid('occurredAt', 'Cela remonte à plus de 24 heures.')
  if (at > ctx.now + AHEAD_MS) invalid('occurredAt', 'Cette date est dans le futur.')
  return Math.min(at, ctx.now)
}

type DeliveryTimes = Pick<typeof deliveries.$inferSelect, 'occurredAt' | 'reachedAt'>

/** Refuses a report of a step before the time of a step that was already reported. @throws 400 */
export function requireInOrder({ occurredAt }: DeliveryTimes, at: number | undefined): void {
  if (at !== undefined && Object.values(occurredAt).some((earlier) => at < earlier))
    invalid('occurredAt', "Cela se serait passé avant l'étape précédente.")
}

/** Keeps the time of a late report in the job, beside the time at which we heard of it. */
export const keepOccurrence = (status: (typeof DELIVERY_STATUSES)[number], at: number | undefined) =>
  at === undefined ? {} : { occurredAt: sql`json_set(occurred_at, ${`$.${status}`}, CAST(${at} AS INTEGER))` }
