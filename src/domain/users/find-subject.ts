import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../db/schema/identity.ts'
import { sellerProfiles } from '../../db/schema/sellers.ts'
import { fail } from '../../kernel/failure.ts'
import { actorOf, type Ctx } from '../context.ts'

/**
 * The person whom staff act on. 404; 409 for oneself; 403 for SUPPORT on an ADMIN (contract.md 5.2).
 */
export async function findSubject(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const [subject] = await ctx.db
    .select({ id: users.id, role: users.role, sellerProfileId: sellerProfiles.id })
    .from(users)
    .leftJoin(sellerProfiles, eq(sellerProfiles.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!subject) fail('NOT_FOUND')
  if (subject.role === 'ADMIN' && actor.role !== 'ADMIN') fail('FORBIDDEN')
  if (subject.id === actor.id) fail('CONFLICT', { message: 'Vous ne pouvez pas agir sur votre propre compte.' })
  return subject
}
