import { eq } from 'drizzle-orm'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Selects one profile: for a read, or behind the writes of a commit. */
export const selectProfile = (ctx: Ctx, id: string) =>
  ctx.db.select().from(sellerProfiles).where(eq(sellerProfiles.id, id))
