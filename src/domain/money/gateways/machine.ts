import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import { machine } from '#domain/core/machine.ts'

/** One attempt to move money. Final states do not change; an expired payin may still turn out to have succeeded. */
export const transactionMachine = machine({
  thing: 'gateway_transaction',
  table: gatewayTransactions,
  name: 'le paiement',
  states: {
    pending: 'en attente',
    succeeded: 'réussi',
    failed: 'échoué',
    expired: 'expiré',
    review: 'en cours de vérification',
    reversed: 'repris',
  },
  events: {
    succeed: { from: ['pending', 'expired', 'review'], to: 'succeeded', infinitive: 'valider' },
    fail: { from: ['pending', 'expired', 'review'], to: 'failed', infinitive: 'refuser' },
    expire: { from: ['pending'], to: 'expired', infinitive: 'laisser expirer' },
    /** The gateway claims another amount or currency than ours: a person decides. */
    doubt: { from: ['pending', 'expired'], to: 'review', infinitive: 'vérifier' },
    /** A person found that what had failed had gone through after all. */
    lateSuccess: { from: ['failed'], to: 'succeeded', infinitive: 'valider après coup' },
    /** A person found that the operator took back what had succeeded. */
    reverse: { from: ['succeeded'], to: 'reversed', infinitive: 'reprendre' },
    /** A person found that the operator took back a payment that had brought too little and paid nothing: it brought nothing. */
    takeBackShort: { from: ['failed'], to: {}, infinitive: 'reprendre' },
  },
})
