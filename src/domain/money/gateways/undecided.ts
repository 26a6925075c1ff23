import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { Ctx } from '../../core/context.ts'
import type { IncidentRow } from './queries.ts'

const MOVEMENT_UNDECIDED = guard('MOVEMENT_UNDECIDED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message:
    "Le mouvement d'argent de cet incident n'a pas encore de verdict : un administrateur le décide d'abord, et l'incident se clôt de lui-même.",
})

/** References of incidents about one movement that waits for its verdict (docs/gateways.md, Incidents). */
const OF_MOVEMENT = /^(?:silent|untraced|several|amount):(.+)$/

/**
 * Refuses to end an incident by hand while its movement has no verdict: the same fault is told once, so nobody would hear of
 * the money again. One about many movements that could not be sent ends as any other. 409
 */
export function refuseUndecided(ctx: Ctx, { ref }: Pick<IncidentRow, 'ref'>): Write[] {
  const [, movementId] = OF_MOVEMENT.exec(ref) ?? []
  if (movementId === undefined) return []
  const isUndecided = sql`EXISTS (
    SELECT 1 FROM gateway_transactions g WHERE g.id = ${movementId} AND g.status IN ('pending', 'review'))`
  return [abortWhen(ctx.db, MOVEMENT_UNDECIDED, isUndecided)]
}
