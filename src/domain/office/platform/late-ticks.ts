import { sql } from 'drizzle-orm'
import { writeAlert } from '#domain/core/alerts/write.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { MINUTE_TICK } from './readiness.ts'

type Last = { job: string; succeededAt: number | null; createdAt: number }

/** The longest time between two completed ticks of an expression: two missing hours, or one missing night. */
const allowedMs = (expression: string) => (expression.split(' ')[1] === '*' ? 3 * HOUR_MS : DAY_MS + 2 * HOUR_MS)

/** Alerts once a day about each hourly or nightly expression that does not complete. */
export async function tellLate(ctx: Ctx, all: Last[]): Promise<void> {
  const late = all.filter(({ job, succeededAt, createdAt }) => {
    const isExpression = job.includes(' ') && job !== MINUTE_TICK
    return isExpression && (succeededAt ?? createdAt) < ctx.now - allowedMs(job)
  })
  if (late.length === 0) return
  const writes = late.map(({ job }) => {
    const text = `Un passage de l'horloge manque : « ${job} » n'est pas allé à son terme depuis trop longtemps.`
    const isNews = sql`WHERE NOT EXISTS (SELECT 1 FROM alerts a WHERE a.id >= ${leastIdAt(ctx.now - DAY_MS)} AND a.text = ${text})`
    return writeAlert(ctx, 'LATE', sql`${text}`, isNews)
  })
  await commit(ctx, writes)
}
