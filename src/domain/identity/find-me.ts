import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/identity.ts'
import { fail } from '../../kernel/failure.ts'
import { actorOf, type Ctx } from '../context.ts'
import { viewUser } from '../users/view.ts'

/** The person asking, with the ways they can sign in (contract.md 5.1). */
export async function findMe(ctx: Ctx) {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))
  if (!user) fail('UNAUTHORIZED')
  const ways = { hasPassword: user.passwordHash !== null, totpEnabled: false, passkeyCount: 0, linkedProviders: [] }
  return { ...viewUser(ctx, user), ...ways }
}
