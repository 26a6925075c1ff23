import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { PAID_TWICE } from '../orders/matters.ts'
import { REFUND_FAILED, REFUND_WAITS, UNREFUNDED } from './matters.ts'

/** The incidents of the tries that failed, and of its waiting, are answered: the refund has arrived, or an ADMIN gave it up. */
export const closeFailedTries = (ctx: Ctx, { id }: { id: string }, note: string): Write[] =>
  closeIncidents(
    ctx,
    sql`(SELECT ${refOf(REFUND_FAILED, '')} || g.id FROM gateway_transactions g WHERE g.subject_id = ${id} AND g.purpose = 'REFUND'
      UNION ALL SELECT ${refOf(REFUND_WAITS, id)})`,
    note,
  )

/** Closes the incidents of a refund that waited: it is on its way now, and nobody waits for a decision any more. */
export const closeWaiting = (ctx: Ctx, { id }: { id: string }): Write[] =>
  closeIncidents(ctx, sql`(${refOf(REFUND_WAITS, id)})`, 'Le remboursement est envoyé.')

/** The payment beside the one that pays the order is given back. */
export const closePaidTwice = (ctx: Ctx, { orderId, payinId }: { orderId: string; payinId: string | null }): Write[] =>
  closeIncidents(
    ctx,
    sql`(SELECT ${refOf(PAID_TWICE, '')} || w.ref FROM payin_shares w WHERE w.order_id = ${orderId} AND w.payin_id = ${payinId})`,
    ARRIVED,
  )

/** Nothing of an order is in escrow any more for a refund that was given up. */
export const closeUnrefunded = (ctx: Ctx, { id }: { id: string }): Write[] =>
  closeIncidents(
    ctx,
    sql`(SELECT ${refOf(UNREFUNDED, '')} || r.id FROM refunds r WHERE r.order_id = ${id})`,
    'La commande est remboursée en totalité.',
  )

export const ARRIVED = 'Le remboursement est arrivé.'
