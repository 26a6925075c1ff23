import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { NO_SUCH_PLACE } from './check.ts'
import { DATE_REQUIRED } from './expiry.ts'

export const PLACE_GONE = guard('IMPORT_PLACE_GONE', 'NOT_FOUND', { message: NO_SUCH_PLACE })
export const EXPIRY_MISSING = guard('IMPORT_EXPIRY_MISSING', 'VALIDATION_ERROR', { message: DATE_REQUIRED })

/** Refuses a commit if one of the subcategories is gone: staff may delete one until its first product. */
export const requirePlaces = (ctx: Ctx, subcategoryIds: string[]): Write =>
  abortWhen(
    ctx.db,
    PLACE_GONE,
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(subcategoryIds)}) j
      WHERE NOT EXISTS (SELECT 1 FROM subcategories s WHERE s.id = j.value))`,
  )

/**
 * Refuses a commit if a product has no future date but needs one. Put it after the products: their categories may require dates since they
 * were read.
 */
export const requireDates = (ctx: Ctx, productIds: string[]): Write =>
  abortWhen(
    ctx.db,
    EXPIRY_MISSING,
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(productIds)}) j
      CROSS JOIN products p ON p.id = j.value CROSS JOIN categories c ON c.id = p.category_id
      WHERE c.requires_expiry = 1 AND (p.expires_at IS NULL OR p.expires_at <= ${ctx.now}))`,
  )
