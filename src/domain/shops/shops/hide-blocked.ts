import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'

/** A seller's shops are hidden while their account is blocked, and come back with it. Goes into the commit that blocks or unblocks. */
export const refreshShopsOfBlocked = (ctx: Ctx, sellerProfileId: string): Write =>
  ctx.db.run(sql`
    UPDATE shops SET owner_blocked = EXISTS (
      SELECT 1 FROM seller_profiles sp JOIN users u ON u.id = sp.user_id
      WHERE sp.id = shops.seller_profile_id AND u.blocked_at IS NOT NULL)
    WHERE seller_profile_id = ${sellerProfileId}`)
