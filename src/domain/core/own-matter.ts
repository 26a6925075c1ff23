import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, type Guard } from '#db/guard.ts'
import { DAY_MS } from '#kernel/time.ts'
import { actorOf, type Ctx } from './context.ts'
import { matter, refOf } from './incidents/matter.ts'
import { openIncidentWhen } from './incidents/open.ts'

/** The only administrator decided about a matter of their own; the key names the decision. */
export const OWN_MATTER = matter({
  name: 'own',
  isMoney: true,
  ends: "Un administrateur, un autre si possible, dit qu'il a vérifié cette décision.",
  word: { roles: ['ADMIN'] },
})

/** Time in which a former administrator still counts as another one, in ms: to block one, or take the role, makes nobody the only one. */
const ADMIN_WITHIN_MS = 7 * DAY_MS

/** Whether another person was in office as ADMIN within the last 7 days, even if blocked or deleted meanwhile. */
function isAnotherAdmin(ctx: Ctx, id: string): SQL {
  const since = ctx.now - ADMIN_WITHIN_MS
  return sql`(EXISTS (
    SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.id <> ${id} AND coalesce(u.blocked_at, ${ctx.now}) > ${since}
      AND coalesce(u.deleted_at, ${ctx.now}) > ${since}) OR EXISTS (
    SELECT 1 FROM users u WHERE u.was_admin_until > ${since} AND u.id <> ${id}))`
}

type OwnMatter = {
  /** The refusal while there is another administrator. */
  broken: Guard
  /** Whether the matter is the actor's own, at that point of the commit. */
  isTheirs: SQL
}

/** Refuses to let the actor decide about their own matter while the service has another administrator. @throws 409 */
export const refuseOwn = (ctx: Ctx, { broken, isTheirs }: OwnMatter): Write =>
  abortWhen(ctx.db, broken, sql`${isTheirs} AND ${isAnotherAdmin(ctx, actorOf(ctx).id)}`)

/**
 * Refuses as `refuseOwn` in the commit that decides; the only administrator may, and an incident says so.
 * @param decided the decision, by a key of its own and in words
 */
export const decideOwn = (
  ctx: Ctx,
  { broken, isTheirs }: OwnMatter,
  { key, what, ...about }: { key: string; what: string; orderId?: string; refundId?: string },
): Write[] => [
  refuseOwn(ctx, { broken, isTheirs }),
  openIncidentWhen(ctx, isTheirs, {
    ref: refOf(OWN_MATTER, key),
    severity: 'HIGH',
    title: 'Un administrateur a décidé de ce qui est à lui',
    description: `${actorOf(ctx).email}, seul administrateur depuis 7 jours, a décidé de ce qui est à lui : ${what}.`,
    ...about,
  }),
]
