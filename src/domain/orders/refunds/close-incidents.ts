import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import { closeIncidents } from '../../core/incidents/close.ts'

/** The incidents of the tries that failed are answered: the refund has arrived, or an ADMIN gave it up. */
export const closeFailedTries = (ctx: Ctx, { id }: { id: string }, note: string): Write[] =>
  closeIncidents(
    ctx,
    sql`(SELECT 'refund:' || g.id FROM gateway_transactions g WHERE g.subject_id = ${id} AND g.purpose = 'REFUND')`,
    note,
  )

/** Nothing of an order is held any more for a refund that was given up. */
export const closeHeld = (ctx: Ctx, { id }: { id: string }): Write[] =>
  closeIncidents(
    ctx,
    sql`(SELECT 'held:' || r.id FROM refunds r WHERE r.order_id = ${id})`,
    'La commande est remboursée en totalité.',
  )

export const ARRIVED = 'Le remboursement est arrivé.'
