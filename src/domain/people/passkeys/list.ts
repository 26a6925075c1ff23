import { desc, eq } from 'drizzle-orm'
import { passkeys } from '#db/schema/people/factors.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { viewPasskey } from './view.ts'

/** The passkeys of the signed-in person, the newest first; there are never more than 20. */
export async function listPasskeys(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, actorOf(ctx).id))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
  return { passkeys: rows.map(viewPasskey) }
}
