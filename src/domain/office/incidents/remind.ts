import { sql } from 'drizzle-orm'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { incidentUnanswered } from './notices.ts'

/** Most incidents of one run; a later run takes the others. */
const BATCH = 50

type Due = { id: string; number: string; personId: string; answerBy: number }

/**
 * Reminds the side of an order that has not answered an incident for 24 hours (docs/states.md, Incident), once.
 * @returns whether there may be more
 */
export async function remindOfIncidents(ctx: Ctx): Promise<boolean> {
  const due = await ctx.db.all<Due>(sql`
    SELECT i.id, i.number, p.user_id AS "personId", i.answer_by AS "answerBy" FROM incidents i
    CROSS JOIN incident_parties p ON p.incident_id = i.id AND p.user_id <> i.opened_by AND p.part IN ('BUYER', 'SELLER')
    WHERE i.remind_at <= ${ctx.now} ORDER BY i.remind_at LIMIT ${BATCH}`)
  if (due.length === 0) return false
  const told = due.flatMap(({ id, number, personId, answerBy }) => {
    const still = sql`(SELECT ${personId} FROM incidents i
      WHERE i.id = ${id} AND i.remind_at IS NOT NULL AND ${INCIDENT_STATES.open.in('i.status')})`
    const hours = Math.max(1, Math.round((answerBy - ctx.now) / HOUR_MS))
    return notify(ctx, still, incidentUnanswered, { number, hours, opens: { incidentId: id } })
  })
  const ids = JSON.stringify(due.map(({ id }) => id))
  const isTold = ctx.db.run(
    sql`UPDATE incidents SET remind_at = NULL WHERE id IN (SELECT value FROM json_each(${ids}))`,
  )
  await commit(ctx, [...told, isTold])
  return due.length === BATCH
}
