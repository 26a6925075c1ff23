import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { type Matter, matter } from '#domain/core/incidents/matter.ts'
import { STAFF } from '#kernel/roles.ts'

/** By the share that was paid beside the one that pays the order. */
export const PAID_TWICE = matter({
  ...{ name: 'paidTwice', isMoney: true },
  ends: 'Se clôt quand le second paiement est rendu.',
  lasts: (key) => `EXISTS (
    SELECT 1 FROM payin_shares w JOIN refunds r ON r.order_id = w.order_id AND r.payin_id = w.payin_id
    WHERE w.ref = ${key} AND ${REFUND_STATES.ended.notInText('r.status')})`,
})
/** By the order and its version. */
export const OVERDUE = matter({
  ...{ name: 'overdue', isMoney: false, word: { roles: STAFF } },
  ends: "Se clôt quand le colis est arrivé, repris par le vendeur ou déclaré perdu, ou quand l'équipe en décide.",
  lasts: (key) => `EXISTS (
    SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id WHERE d.order_id = substr(${key}, 1, instr(${key}, ':') - 1)
      AND (${DELIVERY_STATES.carried.inText('d.status')} OR d.status = 'RETURNED' AND o.due_at IS NOT NULL))`,
})

export const ORDER_MATTERS: Matter[] = [PAID_TWICE, OVERDUE]
