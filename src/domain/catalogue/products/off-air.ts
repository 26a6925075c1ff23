import { type SQL, sql } from 'drizzle-orm'
import { MODERATION_STATES } from '#db/schema/core/moderation.ts'
import { isOff } from '#domain/shops/shops/off-air.ts'

/** Whether a picture is one of a product that moderation refused, or of a shop that is gone. */
export const isPictureOff = (key: string): SQL => sql`EXISTS (
  SELECT 1 FROM product_images g CROSS JOIN products p ON p.id = g.product_id CROSS JOIN shops s ON s.id = p.shop_id
  WHERE g.key = ${key} AND (${MODERATION_STATES.refused.in('p.moderation_status')} OR ${isOff}))`
