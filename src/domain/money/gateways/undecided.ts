import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { Ctx } from '../../core/context.ts'
import { stuckUnsent } from './report-open.ts'

const MOVEMENT_UNDECIDED = guard('MOVEMENT_UNDECIDED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message:
    "Le mouvement d'argent de cet incident n'a pas encore de verdict : un administrateur le décide d'abord, et l'incident se clôt de lui-même.",
})
const MOVEMENTS_UNSENT = guard('MOVEMENTS_UNSENT', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Des mouvements d'argent de cette passerelle ne sont pas encore partis : l'incident reste ouvert jusque-là.",
})

/** References of incidents about one movement that waits for its verdict (docs/gateways.md, Incidents). */
const OF_MOVEMENT = /^(?:silent|untraced|several|amount):(.+)$/
const OF_GATEWAY = /^unsent:([AB]):/

/**
 * Refuses to end an incident by hand while the money that it is about has no verdict, or has not left: the same fault is told
 * once, so nobody would hear of it again. 409
 */
export function refuseUndecided(ctx: Ctx, { ref }: { ref: string }): Write[] {
  const movementId = OF_MOVEMENT.exec(ref)?.[1]
  const gateway = OF_GATEWAY.exec(ref)?.[1]
  if (movementId !== undefined) {
    const undecided = sql`FROM gateway_transactions g WHERE g.id = ${movementId} AND g.status IN ('pending', 'review')`
    return [abortWhen(ctx.db, MOVEMENT_UNDECIDED, sql`EXISTS (SELECT 1 ${undecided})`)]
  }
  if (gateway === undefined) return []
  return [abortWhen(ctx.db, MOVEMENTS_UNSENT, sql`EXISTS (SELECT 1 ${stuckUnsent(ctx, gateway)})`)]
}
