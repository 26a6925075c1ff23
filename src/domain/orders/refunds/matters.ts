import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { type Matter, matter } from '#domain/core/incidents/matter.ts'
import { KEEPS } from '#domain/money/ledger/escrow.ts'

const isMoney = true
const GIVEN = 'Se clôt quand le remboursement est arrivé ou refusé.'
const byAdmin = (ends: string) => ({ isMoney, ends, word: { roles: ['ADMIN'] } }) as const

/** A refund failed: the key is the attempt that did. */
export const REFUND_FAILED = matter({
  ...{ name: 'refund', isMoney, ends: GIVEN },
  lasts: (key) => `EXISTS (
    SELECT 1 FROM gateway_transactions g JOIN refunds r ON r.id = g.subject_id
    WHERE g.id = ${key} AND ${REFUND_STATES.open.inText('r.status')})`,
})
/** By the refund that nobody has sent or rejected for a day. */
export const REFUND_WAITS = matter({
  ...{ name: 'refundWaits', isMoney, ends: 'Se clôt quand le remboursement est envoyé ou refusé.' },
  lasts: (key) => `EXISTS (
    SELECT 1 FROM refunds r WHERE r.id = ${key} AND ${REFUND_STATES.undecided.inText('r.status')})`,
})
export const REFUND_UNNEEDED = matter({
  name: 'refundUnneeded',
  ...byAdmin("Un administrateur dit qu'il l'a vérifié : l'acheteur a son argent, et la caisse le sien."),
})
export const REFUND_TWICE = matter({
  name: 'refundTwice',
  ...byAdmin('Un administrateur dit que la perte est notée, ou que la somme est revenue.'),
})
export const REFUND_RETURNED = matter({
  name: 'refundReturned',
  ...byAdmin('Un administrateur dit par quel versement la somme est repartie.'),
})
/** By the share of an order in a payin, or by the deposit. */
export const TAKEN_BACK = matter({
  name: 'reversed',
  ...byAdmin("Un administrateur dit ce qui a été convenu avec l'acheteur et le vendeur."),
})
/** By a refund that was rejected. */
export const UNREFUNDED = matter({
  ...{ name: 'held', isMoney },
  ends: 'Se clôt quand plus rien de cette commande ne reste gardé : remboursez-la à nouveau.',
  lasts: (key) => `EXISTS (
    SELECT 1 FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.id = ${key} AND o.payment_status <> 'REFUNDED' AND ${KEEPS})`,
})

export const REFUND_MATTERS: Matter[] = [
  ...[REFUND_FAILED, REFUND_WAITS, REFUND_UNNEEDED, REFUND_TWICE, REFUND_RETURNED, TAKEN_BACK, UNREFUNDED],
]
