import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { DAY_MS, iso } from '#kernel/time.ts'
import { MINUTE_TICK } from './readiness.ts'
import type { HealthView } from './view.ts'

type Quarter = {
  quarter: number
  ticks: number
  worstMs: number | null
  failures: number
  /** JSON array of the names of jobs. */
  failed: string
  mostLeft: number
}

/** Selects the quarters of an hour of the last day in which a job ran; in a missing one none ran. */
export const selectQuarters = ({ db, now }: Ctx) =>
  db.all<Quarter>(sql`
    SELECT quarter, coalesce(sum(CASE WHEN job = ${MINUTE_TICK} THEN runs END), 0) AS ticks,
      max(CASE WHEN job = ${MINUTE_TICK} THEN worst_ms END) AS "worstMs", sum(failures) AS failures,
      json_group_array(job) FILTER (WHERE failures > 0) AS failed, max(most_left) AS "mostLeft"
    FROM heartbeat_quarters WHERE quarter > ${now - DAY_MS} GROUP BY quarter ORDER BY quarter`)

export const viewQuarter = ({
  quarter,
  failed,
  ...figures
}: Quarter): z.output<typeof HealthView>['history']['quarters'][number] => ({
  at: iso(quarter),
  ...figures,
  failed: JSON.parse(failed) as string[],
})
