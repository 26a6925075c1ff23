import { isNotNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether, selectSize } from '#db/client.ts'
import { backups } from '#db/schema/core/backups.ts'
import { lawVerdicts } from '#db/schema/money/laws.ts'
import { heartbeats } from '#db/schema/office/health.ts'
import type { Ctx } from '#domain/core/context.ts'
import { waitingCodes } from '#domain/core/notices/waiting-codes.ts'
import { DAY_MS, iso, isoOrNull } from '#kernel/time.ts'
import { MOST_JOBS } from './heartbeats.ts'
import { selectQuarters, viewQuarter } from './quarters.ts'
import { selectReadiness, whyNotReady } from './readiness.ts'
import { selectAlerts } from './send-alerts.ts'
import type { HealthView } from './view.ts'
import { DATABASE_LIMIT_BYTES } from './watch-database.ts'

/** Counts stop here: a higher number is as bad. */
const MOST_COUNTED = 1000
const ALERTS_SHOWN = 30
/** Most laws that are read, more than there ever are. */
const MOST_LAWS = 500

/**
 * Shows the health of the service and of its last day: clock, messages, attempts, laws, database and backups, in one trip whatever the
 * size of the tables (docs/operating.md).
 */
export async function showHealth(ctx: Ctx): Promise<z.output<typeof HealthView>> {
  const [[facts], [counts], beats, laws, [backup], quarters, told, size] = await readTogether(
    ctx.db,
    selectReadiness(ctx),
    selectCounts(ctx),
    ctx.db.select().from(heartbeats).orderBy(heartbeats.job).limit(MOST_JOBS),
    ctx.db.select().from(lawVerdicts).orderBy(lawVerdicts.name).limit(MOST_LAWS),
    ctx.db
      .select({ finishedAt: backups.finishedAt, rows: backups.rows })
      .from(backups)
      .where(isNotNull(backups.finishedAt))
      .orderBy(sql`id DESC`)
      .limit(1),
    selectQuarters(ctx),
    selectAlerts(ctx, ALERTS_SHOWN),
    selectSize(ctx.db),
  )
  const { pendingCodes, pending, failed, open } = counts ?? NONE
  return {
    notReady: facts ? whyNotReady(ctx.now, facts) : [],
    ticks: beats.map(({ job, succeededAt, durationMs, left, failing }) => ({
      ...{ job, lastSuccessAt: isoOrNull(succeededAt), lastDurationMs: durationMs, left, failing },
    })),
    outbox: { pendingCodes, oldestCodeAt: isoOrNull(facts?.oldestCodeAt ?? null), pending, failed },
    movements: { open, oldestUnaskedAt: isoOrNull(facts?.oldestUnaskedAt ?? null) },
    laws: laws.map(({ name, ok, checkedAt }) => ({ name, ok, checkedAt: iso(checkedAt) })),
    database: { bytes: size.meta.size_after, limitBytes: DATABASE_LIMIT_BYTES },
    backups: { lastAt: isoOrNull(backup?.finishedAt ?? null), rows: backup?.rows ?? null },
    history: {
      quarters: quarters.map(viewQuarter),
      alerts: told.map(({ at, text, sentAt }) => ({ at: iso(at), text, sentAt: isoOrNull(sentAt) })),
    },
  }
}

type Counts = { pendingCodes: number; pending: number; failed: number; open: number }
const NONE: Counts = { pendingCodes: 0, pending: 0, failed: 0, open: 0 }

/** Selects the counts, each by an index that has only the counted rows. */
function selectCounts(ctx: Ctx) {
  const count = (rows: ReturnType<typeof sql>) => sql`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${MOST_COUNTED}))`
  const failed = sql`FROM outbox WHERE status = 'FAILED' AND failure <> 'NOBODY' AND created_at >= ${ctx.now - DAY_MS}`
  return ctx.db.all<Counts>(sql`
    SELECT ${count(waitingCodes())} AS "pendingCodes", ${count(sql`FROM outbox WHERE status = 'PENDING'`)} AS pending,
      ${count(failed)} AS failed, ${count(sql`FROM gateway_transactions WHERE status = 'pending'`)} AS open`)
}
