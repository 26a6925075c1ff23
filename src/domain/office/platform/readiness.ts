import { type SQL, sql } from 'drizzle-orm'
import { unionAll } from '#db/union.ts'
import type { Ctx } from '#domain/core/context.ts'
import { waitingCodes } from '#domain/core/notices/waiting-codes.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { GATEWAY_IDS, type GatewayId } from '#providers/gateways.ts'

/** The expression that runs every minute; its heartbeat has this name. */
export const MINUTE_TICK = '* * * * *'

/** Ages over which the service counts as not ready (docs/operating.md, Ready or not). */
const TICK_MS = 5 * MINUTE_MS
const CODE_MS = 2 * MINUTE_MS
const MOVEMENT_MS = 10 * MINUTE_MS

export type ReadinessFacts = {
  /** The end of the last minute's tick; before the first tick, the time of the first question about readiness; null before both. */
  tickAt: number | null
  oldestCodeAt: number | null
  /** The time since which the attempt that waits longest is due to be sent or asked about. */
  oldestUnaskedAt: number | null
  hasBrokenLaw: 0 | 1
}

/** Selects the facts of readiness: four looks into indexes, whatever the size of the tables. */
export function selectReadiness(ctx: Ctx) {
  const tickAt = sql`(SELECT coalesce(h.succeeded_at, h.created_at) FROM heartbeats h WHERE h.job = ${MINUTE_TICK})`
  const oldestCodeAt = sql`(SELECT created_at ${waitingCodes()} ORDER BY created_at LIMIT 1)`
  const hasBrokenLaw = sql`EXISTS (SELECT 1 FROM law_verdicts WHERE ok = 0)`
  return ctx.db.all<ReadinessFacts>(sql`
    SELECT ${tickAt} AS "tickAt", ${oldestCodeAt} AS "oldestCodeAt", ${oldestUnaskedAt(ctx)} AS "oldestUnaskedAt",
      ${hasBrokenLaw} AS "hasBrokenLaw"`)
}

/** SQL of the longest wait of all gateways; each gateway has its own part of the index. */
function oldestUnaskedAt(ctx: Ctx): SQL {
  const of = (gateway: GatewayId) => sql`
    SELECT min(g.next_check_at) AS at FROM gateway_transactions g WHERE g.gateway = ${gateway} AND g.next_check_at <= ${ctx.now}`
  return sql`(SELECT min(w.at) FROM (${unionAll(GATEWAY_IDS.map(of))}) w)`
}

/** The reasons for which the service is not ready, in French for everybody: without figures and names. Empty if it is ready. */
export function whyNotReady(now: number, facts: ReadinessFacts): string[] {
  const isOlder = (at: number | null, ms: number) => at !== null && at < now - ms
  return [
    isOlder(facts.tickAt, TICK_MS) &&
      "L'horloge du service est arrêtée : aucun passage complet depuis plus de 5 minutes.",
    isOlder(facts.oldestCodeAt, CODE_MS) && "Un code attend d'être envoyé depuis plus de 2 minutes.",
    isOlder(facts.oldestUnaskedAt, MOVEMENT_MS) &&
      "Un mouvement d'argent attend depuis plus de 10 minutes d'être envoyé ou demandé à sa passerelle.",
    facts.hasBrokenLaw === 1 && 'Un contrôle des comptes est rompu.',
  ].filter((reason) => reason !== false)
}
