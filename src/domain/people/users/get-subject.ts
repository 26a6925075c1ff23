import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'

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

/** Selects the shops of a person that are not closed, in the trip that reads the person. */
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
  if (subject.id === actor.id)
    fail('CONFLICT', { message: 'Vous ne pouvez pas agir sur votre propre compte : un autre administrateur le peut.' })
  return subject
}

/**
 * Reads the person on whom staff act (docs/accounts.md, Staff acts).
 * @throws 404, also for a deleted person; 409 for the actor's own account; 403 for SUPPORT on an ADMIN
 */
export async function getSubject(ctx: Ctx, id: string): Promise<Subject> {
  const [found] = await selectSubject(ctx, id)
  return requireSubject(ctx, found?.deletedAt === null ? found : undefined)
}

/** Selects the published shops of a person whose look a public shop of another owner has by now. */
const selectOutdone = (ctx: Ctx, userId: string) =>
  selectOpenShops(
    ctx,
    userId,
    sql`shops.status = 'PUBLISHED' AND shops.skeleton <> '' AND EXISTS (
      SELECT 1 FROM shops o WHERE o.status = 'PUBLISHED' AND o.owner_blocked = 0 AND o.skeleton <> '' AND o.skeleton = shops.skeleton
        AND o.address ->> 'country' = shops.address ->> 'country' AND o.id <> shops.id)`,
  )

/** Reads the person as `getSubject` does, with the shops that cannot be public again because another shop has their look. */
export async function getSubjectAndOutdone(ctx: Ctx, id: string) {
  const [[found], outdone] = await readTogether(ctx.db, selectSubject(ctx, id), selectOutdone(ctx, id))
  return { subject: requireSubject(ctx, found?.deletedAt === null ? found : undefined), outdone }
}

/** Reads the person, deleted or not, with the shops that are not closed. Errors as of `getSubject`. */
export async function getSubjectAndShops(ctx: Ctx, id: string) {
  const [[found], open] = await readTogether(ctx.db, selectSubject(ctx, id), selectOpenShops(ctx, id))
  return { subject: requireSubject(ctx, found), shops: open }
}
