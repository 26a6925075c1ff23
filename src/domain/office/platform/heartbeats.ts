import { type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { heartbeats } from '#db/schema/office/health.ts'
import { writeAlert } from '#domain/core/alerts/write.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { tellLate } from './late-ticks.ts'
import { MINUTE_TICK, selectReadiness, whyNotReady } from './readiness.ts'

/** The result of one run of a job. Instants and durations in ms. */
export type Run = {
  job: string
  startedAt: number
  durationMs: number
  /** Number of things that were due and not done, as far as the run saw them. */
  left: number
  isFailing: boolean
}

/** Time of one row of the history. */
const QUARTER_MS = 15 * MINUTE_MS
/** Most jobs that are read, more than there ever are. */
export const MOST_JOBS = 200
/** A tick that began this long ago and has not ended is dead. */
const DEAD_AFTER_MS = 45 * SECOND_MS
/** The service tells that it is ready again no sooner than this after it told that it is not. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS

/**
 * Begins a tick, in one trip: notes its start, so that the next tick sees if it dies, and makes a row for each job. The webhook is told if
 * the service became ready or stopped being so.
 * @param all every job and expression that there is
 * @returns by job the time of its last success, and whether it fails
 */
export async function beginTick(ctx: Ctx, expression: string, all: string[]) {
  const { succeededAt, createdAt } = heartbeats
  const isDead = sql`started_at > coalesce(succeeded_at, 0) AND started_at <= ${ctx.now - DEAD_AFTER_MS}`
  const [, , [facts], [last], known] = await readTogether(
    ctx.db,
    ctx.db.run(sql`
      INSERT INTO heartbeats (job, created_at) SELECT value, ${ctx.now} FROM json_each(${JSON.stringify(all)}) WHERE 1
      ON CONFLICT (job) DO NOTHING`),
    ctx.db.run(sql`
      UPDATE heartbeats SET failing = CASE WHEN ${isDead} THEN 1 ELSE failing END, started_at = max(coalesce(started_at, 0), ${ctx.now})
      WHERE job = ${expression}`),
    selectReadiness(ctx),
    ctx.db.all<Alert>(sql`SELECT a.kind, a.text, a.created_at AS at ${LAST_TOLD}`),
    ctx.db
      .select({ job: heartbeats.job, succeededAt, createdAt, failing: heartbeats.failing })
      .from(heartbeats)
      .orderBy(heartbeats.job)
      .limit(MOST_JOBS),
  )
  if (facts) await tellChange(ctx, last, whyNotReady(ctx.now, facts))
  if (expression === MINUTE_TICK) await tellLate(ctx, known)
  return new Map(known.map((last) => [last.job, last]))
}

/** The last alert about readiness; without one the service counts as ready. */
const LAST_TOLD = sql`FROM alerts a WHERE a.kind IN ('UNREADY', 'READY') ORDER BY a.id DESC LIMIT 1`

type Alert = { kind: string; text: string; at: number }

/**
 * Alerts that the service is not ready, with each new reason, or ready again; if two ticks run at once, one alerts. A fault that comes and
 * goes is told once in five minutes.
 */
async function tellChange(ctx: Ctx, last: Alert | undefined, reasons: string[]): Promise<void> {
  const kind = reasons.length > 0 ? 'UNREADY' : 'READY'
  const isSame = (last?.kind ?? 'READY') === kind
  if (isSame && reasons.every((reason) => last?.text.includes(reason))) return
  if (kind === 'READY' && last && last.at > ctx.now - SETTLED_AFTER_MS) return
  const text = kind === 'READY' ? 'Le service est de nouveau prêt.' : `Le service n'est pas prêt. ${reasons.join(' ')}`
  const isNews = sql`WHERE coalesce((SELECT a.text ${LAST_TOLD}), '') <> ${text}`
  await commit(ctx, [writeAlert(ctx, kind, sql`${text}`, isNews)])
}

/**
 * Stores the results of runs, and the worst of each job in its quarter of an hour, in one trip. If two runs of a job overlap, the later
 * start counts; a success of either counts.
 */
export async function keepRuns(ctx: Ctx, runs: Run[]): Promise<void> {
  await commit(ctx, [keepLast(ctx, runs), keepQuarters(ctx, runs)])
}

const rowsOf = (runs: Run[]): SQL => sql`json_each(${JSON.stringify(runs)}) r`

function keepLast(ctx: Ctx, runs: Run[]): Write {
  const field = (name: keyof Run) => sql`r.value ->> ${sql.raw(`'${name}'`)}`
  const endedAt = sql`${field('startedAt')} + ${field('durationMs')}`
  const newest = (column: string) =>
    sql.raw(
      `CASE WHEN excluded.started_at >= coalesce(heartbeats.started_at, 0) THEN excluded.${column} ELSE heartbeats.${column} END`,
    )
  return ctx.db.run(sql`
    INSERT INTO heartbeats (job, created_at, started_at, succeeded_at, duration_ms, left_over, failing)
    SELECT ${field('job')}, ${ctx.now}, ${field('startedAt')}, CASE WHEN ${field('isFailing')} THEN NULL ELSE ${endedAt} END,
      ${field('durationMs')}, ${field('left')}, ${field('isFailing')} FROM ${rowsOf(runs)} WHERE 1
    ON CONFLICT (job) DO UPDATE SET
      duration_ms = ${newest('duration_ms')}, left_over = ${newest('left_over')}, failing = ${newest('failing')},
      succeeded_at = nullif(max(coalesce(heartbeats.succeeded_at, 0), coalesce(excluded.succeeded_at, 0)), 0),
      started_at = max(coalesce(heartbeats.started_at, 0), excluded.started_at)`)
}

function keepQuarters(ctx: Ctx, runs: Run[]): Write {
  // Raw SQL: a bound number divides with a fraction.
  const quarterMs = sql.raw(String(QUARTER_MS))
  return ctx.db.run(sql`
    INSERT INTO heartbeat_quarters (quarter, job, runs, failures, worst_ms, most_left)
    SELECT (r.value ->> 'startedAt') / ${quarterMs} * ${quarterMs}, r.value ->> 'job', 1, r.value ->> 'isFailing',
      r.value ->> 'durationMs', r.value ->> 'left' FROM ${rowsOf(runs)} WHERE 1
    ON CONFLICT (quarter, job) DO UPDATE SET runs = runs + 1, failures = failures + excluded.failures,
      worst_ms = max(worst_ms, excluded.worst_ms), most_left = max(most_left, excluded.most_left)`)
}
