import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { users } from '../../../db/schema/core/users.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { shops } from '../../../db/schema/shops/shops.ts'
import { fail } from '../../../kernel/failure.ts'
import { actorOf, type Ctx } from '../../core/context.ts'

const selectSubject = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      name: users.name,
      deletedAt: users.deletedAt,
      erasedAt: users.erasedAt,
      sellerProfileId: sql<string | null>`seller_profiles.id`.as('seller_profile_id'),
    })
    .from(users)
    .leftJoin(sellerProfiles, eq(sellerProfiles.userId, users.id))
    .where(eq(users.id, id))

export type Subject = Awaited<ReturnType<typeof selectSubject>>[number]

/** The shops of a person that are not closed, for the trip that reads the person. */
export const selectOpenShops = (ctx: Ctx, userId: string, which?: SQL) => {
  const theirs = ctx.db.select({ id: sellerProfiles.id }).from(sellerProfiles).where(eq(sellerProfiles.userId, userId))
  return ctx.db
    .select()
    .from(shops)
    .where(and(inArray(shops.sellerProfileId, theirs), ne(shops.status, 'CLOSED'), which))
}

function requireSubject(ctx: Ctx, subject: Subject | undefined): Subject {
  const actor = actorOf(ctx)
  if (!subject) fail('NOT_FOUND')
  if (subject.role === 'ADMIN' && actor.role !== 'ADMIN')
    fail('FORBIDDEN', { message: 'Seul un administrateur peut agir sur un administrateur.' })
  if (subject.id === actor.id) fail('CONFLICT', { message: 'Vous ne pouvez pas agir sur votre propre compte.' })
  return subject
}

/**
 * The person whom staff act on. 404, also for a deleted one; 409 for oneself; 403 for SUPPORT on an ADMIN (docs/accounts.md, Staff acts).
 */
export async function getSubject(ctx: Ctx, id: string): Promise<Subject> {
  const [found] = await selectSubject(ctx, id)
  return requireSubject(ctx, found?.deletedAt === null ? found : undefined)
}

/** Published shops of a person whose look another one has by now, which nobody hides. */
const selectOutdone = (ctx: Ctx, userId: string) =>
  selectOpenShops(
    ctx,
    userId,
    sql`shops.status = 'PUBLISHED' AND shops.skeleton <> '' AND EXISTS (
      SELECT 1 FROM shops o WHERE o.status = 'PUBLISHED' AND o.owner_blocked = 0 AND o.skeleton <> '' AND o.skeleton = shops.skeleton
        AND o.address ->> 'country' = shops.address ->> 'country' AND o.id <> shops.id)`,
  )

/** As `getSubject`, with the shops that cannot be public again because another one has their look. */
export async function getSubjectAndOutdone(ctx: Ctx, id: string) {
  const [[found], outdone] = await readTogether(ctx.db, selectSubject(ctx, id), selectOutdone(ctx, id))
  return { subject: requireSubject(ctx, found?.deletedAt === null ? found : undefined), outdone }
}

/** The same, deleted or not, with the shops that are not closed. */
export async function getSubjectAndShops(ctx: Ctx, id: string) {
  const [[found], open] = await readTogether(ctx.db, selectSubject(ctx, id), selectOpenShops(ctx, id))
  return { subject: requireSubject(ctx, found), shops: open }
}
