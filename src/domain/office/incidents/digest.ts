import { and, asc, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { incidents } from '#db/schema/core/incidents.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { ADMINS_IN_OFFICE } from '#domain/core/incidents/open.ts'
import { mailAll } from '#domain/core/notices/notify.ts'
import { incidentsOfHour } from './notices.ts'

/** Most incidents in a digest; the others wait for the next one. */
const MOST = 500

/**
 * Mails every ADMIN one digest of the incidents that people opened since the last one (docs/gateways.md, Incidents). If two run at once,
 * one mails.
 */
export async function mailIncidentDigest(ctx: Ctx): Promise<void> {
  const { id, number, title, openedBy, toldAt, createdAt } = incidents
  const reported = await ctx.db
    .select({ id, number, title })
    .from(incidents)
    .where(and(isNotNull(openedBy), isNull(toldAt)))
    .orderBy(asc(createdAt))
    .limit(MOST)
  const [first] = reported
  if (!first) return
  const isUntold = sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${first.id} AND i.told_at IS NULL)`
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(reported.map((each) => each.id))}))`
  await commit(ctx, [
    mailAll(ctx, sql`${ADMINS_IN_OFFICE} AND ${isUntold}`, incidentsOfHour, { incidents: reported }),
    ctx.db.update(incidents).set({ toldAt: ctx.now }).where(inArray(id, ids)),
  ])
}
