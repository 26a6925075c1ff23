import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { lastInstantOf } from '#kernel/period.ts'

/** The category of a product, and whether its products must have an expiry date. */
export type Place = { categoryId: string; requiresExpiry: number }

/** Selects the place of a subcategory that accepts products; no row if it, or its category, is unknown or hidden. */
export const selectPlace = (ctx: Ctx, subcategoryId: string) =>
  ctx.db.all<Place>(sql`
    SELECT c.id AS categoryId, c.requires_expiry AS requiresExpiry FROM subcategories s JOIN categories c ON c.id = s.category_id
    WHERE s.id = ${subcategoryId} AND s.is_active = 1 AND c.is_active = 1`)

export const expiryDate = f.dayOrInstant

/**
 * The last instant of a given date: a product that is good until a day is good until its end.
 * @throws 400 if it is not in the future
 */
export function expiryOf(ctx: Ctx, given: string): number {
  const expiresAt = lastInstantOf(given)
  if (!(expiresAt > ctx.now)) invalid('expiresAt', 'La date de péremption doit être dans le futur.')
  return expiresAt
}

/** Refuses a product without an expiry date. 400 */
export const refuseWithoutExpiry = (): never =>
  invalid('expiresAt', 'La date de péremption est obligatoire dans cette catégorie.')
