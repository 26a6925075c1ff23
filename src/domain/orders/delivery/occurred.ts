import { sql } from 'drizzle-orm'
import type { DELIVERY_STATUSES, deliveries } from '../../../db/schema/orders/deliveries.ts'
import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { DAY_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'

/** When a step happened, from a rider who tells of it later; spread into what each step takes. */
export const occurredField = { occurredAt: f.instant.optional() }

/** How far a telephone's clock may be ahead of ours. */
const AHEAD_MS = 30 * SECOND_MS

/** The instant of a late report, undefined where it happens now. 400 when it is over 24 hours old, or to come. */
export function occurrenceOf(ctx: Ctx, occurredAt: string | undefined): number | undefined {
  if (occurredAt === undefined) return undefined
  const at = Date.parse(occurredAt)
  if (at < ctx.now - DAY_MS) invalid('occurredAt', 'Cela remonte à plus de 24 heures.')
  if (at > ctx.now + AHEAD_MS) invalid('occurredAt', 'Cette date est dans le futur.')
  return Math.min(at, ctx.now)
}

type Told = Pick<typeof deliveries.$inferSelect, 'occurredAt' | 'reachedAt'>

/** Refuses a report of what would have happened before a step that was reported already. 400 */
export function requireInOrder({ occurredAt }: Told, at: number | undefined): void {
  if (at !== undefined && Object.values(occurredAt).some((earlier) => at < earlier))
    invalid('occurredAt', "Cela se serait passé avant l'étape précédente.")
}

/** What a job keeps of a late report, beside when we heard of it. */
export const keepOccurrence = (status: (typeof DELIVERY_STATUSES)[number], at: number | undefined) =>
  at === undefined ? {} : { occurredAt: sql`json_set(occurred_at, ${`$.${status}`}, ${at})` }
