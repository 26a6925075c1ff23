import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { payoutMachine } from './machine.ts'

/** Words of gateways for a payout on its way, after ACCEPTED. */
const STEPS = { ENQUEUED: 'enqueue', PROCESSING: 'process', IN_RECONCILIATION: 'reconcile' } as const

/**
 * Keeps an admin's payout in step with what its gateway says of it on its way. A word that is new to us, or that comes
 * late, moves nothing.
 */
export async function followPayout(ctx: Ctx, tx: GatewayTransaction, state: string): Promise<Write[]> {
  const event = Object.entries(STEPS).find(([word]) => word === state)?.[1]
  if (!event || tx.state === state) return []
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, tx.subjectId))
  return payout && allows(payoutMachine, payout.status, event) ? transition(ctx, payoutMachine, payout, event) : []
}
