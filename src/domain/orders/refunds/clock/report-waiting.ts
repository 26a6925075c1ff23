import { sql } from 'drizzle-orm'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncidentWhen } from '#domain/core/incidents/open.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Currency } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { REFUND_WAITS } from '../matters.ts'

/** One tick's share; the next tick takes the rest. */
const BATCH = 30
const WAITS_FOR_MS = DAY_MS

/** Also while a code may come: should it die, the refund waits as before. */
const isUndecided = REFUND_STATES.undecided.in('r.status')

type Waiting = { id: string; orderId: string | null; number: string | null; amountMinor: number; currency: Currency }

/**
 * Opens an incident for each refund that an ADMIN has neither sent nor rejected for a day: beside it seller, rider and buyer wait
 * (docs/money.md, Refunds). One that failed before has its own.
 */
export async function reportWaitingRefunds(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db.all<Waiting>(sql`
    SELECT r.id, o.id AS orderId, o.number, r.amount_minor AS amountMinor, r.currency FROM refunds r LEFT JOIN orders o ON o.id = r.order_id
    WHERE ${isUndecided} AND r.created_at <= ${ctx.now - WAITS_FOR_MS} AND NOT EXISTS (
      SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND ${INCIDENT_STATES.open.in('i.status')})
    ORDER BY r.created_at LIMIT ${BATCH}`)
  if (waiting.length === 0) return
  await commit(
    ctx,
    waiting.map(({ id, orderId, number, ...money }) =>
      openIncidentWhen(ctx, sql`EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${id} AND ${isUndecided})`, {
        ref: refOf(REFUND_WAITS, id),
        severity: 'HIGH',
        refundId: id,
        ...(orderId !== null && { orderId }),
        title: 'Remboursement qui attend depuis un jour',
        description: `${number ?? 'Abonnement'} : ${formatMoney(money)} attendent qu'un administrateur les envoie ou les refuse (remboursement ${id}). Jusque-là, ni l'acheteur ni le vendeur ni le livreur n'ont la somme.`,
      }),
    ),
  )
}
