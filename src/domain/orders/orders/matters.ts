import { STAFF } from '../../../kernel/roles.ts'
import { type Matter, matter } from '../../core/incidents/matter.ts'

/** By the share that was paid beside the one that pays the order. */
export const PAID_TWICE = matter({
  ...{ name: 'paidTwice', isMoney: true },
  ends: 'Se clôt quand le second paiement est rendu.',
  lasts: (key) => `EXISTS (
    SELECT 1 FROM payin_shares w JOIN refunds r ON r.order_id = w.order_id AND r.payin_id = w.payin_id
    WHERE w.ref = ${key} AND r.status NOT IN ('SUCCEEDED', 'REJECTED'))`,
})
/** By the order and its state. */
export const OVERDUE = matter({
  ...{ name: 'overdue', isMoney: false, word: { roles: STAFF } },
  ends: "Se clôt quand la commande avance, ou quand l'équipe en décide.",
  lasts: (key) =>
    `EXISTS (SELECT 1 FROM orders o WHERE o.id || ':' || o.status = ${key} AND o.id = substr(${key}, 1, instr(${key}, ':') - 1))`,
})

export const ORDER_MATTERS: Matter[] = [PAID_TWICE, OVERDUE]
