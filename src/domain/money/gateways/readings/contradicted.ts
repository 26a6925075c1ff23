import { sql } from 'drizzle-orm'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { contradictionsOf } from '../matters.ts'

/** A gateway that contradicted itself about what is final is asked again: our own reading tells whether it still does. */
export async function isContradicted(ctx: Ctx, { id }: GatewayTransaction): Promise<boolean> {
  const [told] = await ctx.db.all(
    sql`SELECT 1 FROM incidents i WHERE i.ref IN (${contradictionsOf(id)}) AND ${INCIDENT_STATES.open.in('i.status')} LIMIT 1`,
  )
  return told !== undefined
}
