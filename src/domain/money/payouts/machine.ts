import { payouts } from '#db/schema/money/payouts.ts'
import { machine } from '#domain/core/machine.ts'

/** The way of money out, through either gateway (docs/states.md, Payout). */
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
    approve: { from: ['AWAITING_CODE'], to: 'ACCEPTED', infinitive: 'approuver ce versement' },
    expire: { from: ['AWAITING_CODE'], to: 'EXPIRED', infinitive: 'laisser expirer ce versement' },
    /** After its approval only while it is not sent. */
    cancel: { from: ['AWAITING_CODE', 'ACCEPTED'], to: 'CANCELLED', infinitive: 'annuler ce versement' },
    enqueue: { from: ['ACCEPTED'], to: 'ENQUEUED', infinitive: 'mettre ce versement en file' },
    process: { from: ['ACCEPTED', 'ENQUEUED'], to: 'PROCESSING', infinitive: 'suivre ce versement' },
    reconcile: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING'],
      to: 'IN_RECONCILIATION',
      infinitive: 'rapprocher ce versement',
    },
    complete: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'],
      to: 'COMPLETED',
      infinitive: 'conclure ce versement',
    },
    fail: {
      from: ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'],
      to: 'FAILED',
      infinitive: 'arrêter ce versement',
    },
    /** A person found that it had arrived after all, also one that was called off as never sent. */
    lateComplete: { from: ['FAILED', 'CANCELLED'], to: 'COMPLETED', infinitive: 'conclure ce versement après coup' },
    /** An operator gave the money back after it had said that it arrived. */
    return: { from: ['COMPLETED'], to: 'RETURNED', infinitive: 'reprendre ce versement' },
  },
})
