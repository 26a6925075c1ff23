import { sql } from 'drizzle-orm'
import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { lastInstantOf } from '../../../kernel/period.ts'
import type { Ctx } from '../../core/context.ts'

/** Where a product stands: its category, and whether what is in it must say when it expires. */
export type Place = { categoryId: string; requiresExpiry: number }

/** The place of a subcategory that takes products: none where it, or its category, is unknown or hidden. */
export const selectPlace = (ctx: Ctx, subcategoryId: string) =>
  ctx.db.all<Place>(sql`
    SELECT c.id AS categoryId, c.requires_expiry AS requiresExpiry FROM subcategories s JOIN categories c ON c.id = s.category_id
    WHERE s.id = ${subcategoryId} AND s.is_active = 1 AND c.is_active = 1`)

export const expiryDate = f.dayOrInstant

/** The last instant of a date that came in, which must be still to come: what is good until a day is so until its end. 400 */
export function expiryOf(ctx: Ctx, given: string): number {
  const expiresAt = lastInstantOf(given)
  if (!(expiresAt > ctx.now)) invalid('expiresAt', 'La date de péremption doit être dans le futur.')
  return expiresAt
}

/** 400: food and beverages say when they expire. */
export const refuseWithoutExpiry = (): never =>
  invalid('expiresAt', 'La date de péremption est obligatoire dans cette catégorie.')
