import { payouts } from '../../../db/schema/money/payouts.ts'
import { machine } from '../../core/machine.ts'

/** The way of money out, through either gateway (contract.md section 2). */
export const payoutMachine = machine({
  thing: 'payout',
  table: payouts,
  name: 'le versement',
  states: {
    AWAITING_CODE: "en attente d'un code",
    ACCEPTED: 'accepté',
    ENQUEUED: "en file d'attente chez l'opérateur",
    PROCESSING: 'en cours',
    IN_RECONCILIATION: 'en cours de rapprochement',
    COMPLETED: 'effectué',
    FAILED: 'échoué',
    CANCELLED: 'annulé',
    EXPIRED: 'expiré',
    RETURNED: 'retourné',
  },
  events: {
    approve: { from: ['AWAITING_CODE'], to: 'ACCEPTED', say: 'approuver ce versement' },
    expire: { from: ['AWAITING_CODE'], to: 'EXPIRED', say: 'laisser expirer ce versement' },
    cancel: { from: ['AWAITING_CODE'], to: 'CANCELLED', say: 'annuler ce versement' },
    enqueue: { from: ['ACCEPTED'], to: 'ENQUEUED', say: 'mettre ce versement en file' },
    process: { from: ['ACCEPTED', 'ENQUEUED'], to: 'PROCESSING', say: 'suivre ce versement' },
    reconcile: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING'],
      to: 'IN_RECONCILIATION',
      say: 'rapprocher ce versement',
    },
    complete: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'],
      to: 'COMPLETED',
      say: 'conclure ce versement',
    },
    fail: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'],
      to: 'FAILED',
      say: 'arrêter ce versement',
    },
    /** An operator gave the money back after it had said that it arrived. */
    return: { from: ['COMPLETED'], to: 'RETURNED', say: 'reprendre ce versement' },
  },
})
