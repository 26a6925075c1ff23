import { refunds } from '#db/schema/orders/refunds.ts'
import { machine } from '#domain/core/machine.ts'

/** A refund of an order, or of a subscription's payment (docs/states.md, Refund). */
export const refundMachine = machine({
  thing: 'refund',
  table: refunds,
  name: 'le remboursement',
  states: {
    REQUESTED: 'demandé',
    AWAITING_CODE: "en attente d'un code",
    PROCESSING: 'en cours',
    SUCCEEDED: 'effectué',
    FAILED: 'échoué',
    REJECTED: 'refusé',
  },
  events: {
    request: {
      from: ['REQUESTED', 'AWAITING_CODE', 'FAILED'],
      to: 'AWAITING_CODE',
      infinitive: "demander l'approbation de ce remboursement",
    },
    resend: { from: ['AWAITING_CODE'], to: 'AWAITING_CODE', infinitive: 'renvoyer un code' },
    lapse: { from: ['AWAITING_CODE'], to: 'REQUESTED', infinitive: 'laisser expirer cette demande' },
    start: { from: ['REQUESTED', 'AWAITING_CODE', 'FAILED'], to: 'PROCESSING', infinitive: 'envoyer ce remboursement' },
    succeed: { from: ['PROCESSING'], to: 'SUCCEEDED', infinitive: 'conclure ce remboursement' },
    fail: { from: ['PROCESSING'], to: 'FAILED', infinitive: 'arrêter ce remboursement' },
    reject: { from: ['REQUESTED', 'AWAITING_CODE', 'FAILED'], to: 'REJECTED', infinitive: 'refuser ce remboursement' },
  },
})
