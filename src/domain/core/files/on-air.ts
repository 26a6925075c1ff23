import { type SQL, sql } from 'drizzle-orm'
import { MODERATION_STATES } from '../../../db/schema/core/moderation.ts'
import { isOffShop } from '../../../db/schema/shops/shops.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../context.ts'
import { isPublicKey } from './media-keys.ts'

const isOwnerGone = sql`EXISTS (
  SELECT 1 FROM seller_profiles sp CROSS JOIN users u ON u.id = sp.user_id WHERE sp.id = s.seller_profile_id AND u.deleted_at IS NOT NULL)`
const isOff = sql`(${isOffShop} OR ${isOwnerGone})`

/** The conditions that take a public picture off the air, by the beginning of its key; other kinds stay. */
const OFF_AIR: Record<string, (key: string) => SQL> = {
  product: (key) => sql`EXISTS (
    SELECT 1 FROM product_images g CROSS JOIN products p ON p.id = g.product_id CROSS JOIN shops s ON s.id = p.shop_id
    WHERE g.key = ${key} AND (${MODERATION_STATES.refused.in('p.moderation_status')} OR ${isOff}))`,
  logo: (key) => sql`EXISTS (SELECT 1 FROM shops s WHERE s.logo_key = ${key} AND ${isOff})`,
  banner: (key) => sql`EXISTS (SELECT 1 FROM shops s WHERE s.banner_key = ${key} AND ${isOff})`,
  avatar: (key) =>
    sql`EXISTS (SELECT 1 FROM users u WHERE u.avatar_key = ${key} AND (u.blocked_at IS NOT NULL OR u.deleted_at IS NOT NULL))`,
}

async function isOffAir(ctx: Ctx, key: string): Promise<boolean> {
  const condition = OFF_AIR[key.slice(0, key.indexOf('-'))]?.(key)
  if (!condition) return false
  // A file that goes is off from the commit on that says so.
  const isGoing = sql`EXISTS (SELECT 1 FROM removed_files r WHERE r.key = ${key})`
  const [row] = await ctx.db.all<{ off: 0 | 1 }>(sql`SELECT (${condition} OR ${isGoing}) AS "off"`)
  return row?.off === 1
}

/**
 * A public picture, or a smaller size of it, if it may be shown: not of a product that was rejected or taken down, of a suspended
 * shop, of a blocked account or of one that is gone (docs/states.md, Moderation). Nothing is asked for a key that cannot be one.
 * @param stored under which key its bytes lie @returns undefined if there are none @throws 404
 */
export async function readOnAir(ctx: Ctx, key: string, stored = key) {
  if (!isPublicKey(key)) fail('NOT_FOUND')
  const [isOff, file] = await Promise.all([isOffAir(ctx, key), ctx.files.read(stored)])
  if (!isOff) return file
  await file?.body.cancel()
  return fail('NOT_FOUND')
}
