import { eq } from 'drizzle-orm'
import { identities } from '#db/schema/people/factors.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { viewIdentity } from './view.ts'

/** The linked accounts that open the signed-in account: at most one of each identity provider. */
export async function listIdentities(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(identities)
    .where(eq(identities.userId, actorOf(ctx).id))
    .orderBy(identities.provider)
  return { identities: rows.map(viewIdentity) }
}
