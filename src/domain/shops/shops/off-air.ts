import { type SQL, sql } from 'drizzle-orm'
import { isOffShop } from '#db/schema/shops/shops.ts'

/** The shop `s`, or its owner's account, is gone from the public. */
export const isOff: SQL = sql`(${isOffShop} OR EXISTS (
  SELECT 1 FROM seller_profiles sp CROSS JOIN users u ON u.id = sp.user_id WHERE sp.id = s.seller_profile_id AND u.deleted_at IS NOT NULL))`

/** Whether a logo is one of a shop that is gone. */
export const isLogoOff = (key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM shops s WHERE s.logo_key = ${key} AND ${isOff})`
/** Whether a banner is one of a shop that is gone. */
export const isBannerOff = (key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM shops s WHERE s.banner_key = ${key} AND ${isOff})`
