import type { Contract } from './contract.ts'

/** The tables of docs/states.md, written out by hand: what payins, payouts, refunds and subscriptions may do. */
export const transaction: Contract = {
  thing: 'gateway_transaction',
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
    succeed: ['valider', { pending: 'succeeded', expired: 'succeeded', review: 'succeeded' }],
    fail: ['refuser', { pending: 'failed', expired: 'failed', review: 'failed' }],
    expire: ['laisser expirer', { pending: 'expired' }],
    doubt: ['vérifier', { pending: 'review', expired: 'review' }],
    lateSuccess: ['valider après coup', { failed: 'succeeded' }],
    takeBackShort: ['reprendre', { failed: 'failed' }],
    reverse: ['reprendre', { succeeded: 'reversed' }],
  },
}

export const payout: Contract = {
  thing: 'payout',
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
    approve: ['approuver ce versement', { AWAITING_CODE: 'ACCEPTED' }],
    expire: ['laisser expirer ce versement', { AWAITING_CODE: 'EXPIRED' }],
    cancel: ['annuler ce versement', { AWAITING_CODE: 'CANCELLED', ACCEPTED: 'CANCELLED' }],
    enqueue: ['mettre ce versement en file', { ACCEPTED: 'ENQUEUED' }],
    process: ['suivre ce versement', { ACCEPTED: 'PROCESSING', ENQUEUED: 'PROCESSING' }],
    reconcile: [
      'rapprocher ce versement',
      { ACCEPTED: 'IN_RECONCILIATION', ENQUEUED: 'IN_RECONCILIATION', PROCESSING: 'IN_RECONCILIATION' },
    ],
    complete: [
      'conclure ce versement',
      { ACCEPTED: 'COMPLETED', ENQUEUED: 'COMPLETED', PROCESSING: 'COMPLETED', IN_RECONCILIATION: 'COMPLETED' },
    ],
    fail: [
      'arrêter ce versement',
      { ACCEPTED: 'FAILED', ENQUEUED: 'FAILED', PROCESSING: 'FAILED', IN_RECONCILIATION: 'FAILED' },
    ],
    lateComplete: ['conclure ce versement après coup', { FAILED: 'COMPLETED', CANCELLED: 'COMPLETED' }],
    return: ['reprendre ce versement', { COMPLETED: 'RETURNED' }],
  },
}

export const refund: Contract = {
  thing: 'refund',
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
    request: [
      "demander l'approbation de ce remboursement",
      { REQUESTED: 'AWAITING_CODE', AWAITING_CODE: 'AWAITING_CODE', FAILED: 'AWAITING_CODE' },
    ],
    resend: ['renvoyer un code', { AWAITING_CODE: 'AWAITING_CODE' }],
    lapse: ['laisser expirer cette demande', { AWAITING_CODE: 'REQUESTED' }],
    start: ['envoyer ce remboursement', { REQUESTED: 'PROCESSING', AWAITING_CODE: 'PROCESSING', FAILED: 'PROCESSING' }],
    succeed: ['conclure ce remboursement', { PROCESSING: 'SUCCEEDED' }],
    fail: ['arrêter ce remboursement', { PROCESSING: 'FAILED' }],
    reject: ['refuser ce remboursement', { REQUESTED: 'REJECTED', AWAITING_CODE: 'REJECTED', FAILED: 'REJECTED' }],
  },
}

export const booking: Contract = {
  thing: 'booking',
  name: "l'écriture",
  states: {
    REQUESTED: 'en attente de confirmation',
    BOOKED: 'comptabilisée',
    EXPIRED: 'expirée',
    REVERSED: 'annulée',
  },
  events: {
    book: ['confirmer cette écriture', { REQUESTED: 'BOOKED' }],
    lapse: ['laisser expirer cette écriture', { REQUESTED: 'EXPIRED' }],
    reverse: ['annuler cette écriture', { BOOKED: 'REVERSED' }],
  },
}

export const expense: Contract = {
  thing: 'expense',
  name: 'la dépense',
  states: {
    PENDING: 'en attente',
    AWAITING_CODE: "en attente d'un code",
    APPROVED: 'approuvée',
    REJECTED: 'refusée',
  },
  events: {
    edit: ['modifier cette dépense', { PENDING: 'PENDING' }],
    request: ["demander l'approbation de cette dépense", { PENDING: 'AWAITING_CODE' }],
    resend: ['renvoyer un code', { AWAITING_CODE: 'AWAITING_CODE' }],
    lapse: ['laisser expirer cette demande', { AWAITING_CODE: 'PENDING' }],
    approve: ['approuver cette dépense', { AWAITING_CODE: 'APPROVED' }],
    takeBack: ['annuler cette dépense', { APPROVED: 'APPROVED' }],
    reject: ['refuser cette dépense', { PENDING: 'REJECTED', AWAITING_CODE: 'REJECTED' }],
  },
}

export const subscription: Contract = {
  thing: 'subscription',
  name: "l'abonnement",
  states: {
    PENDING: 'en attente de paiement',
    ACTIVE: 'actif',
    GRACE: 'échu',
    EXPIRED: 'expiré',
    CANCELLED: 'annulé',
  },
  events: {
    start: ['activer', { PENDING: 'ACTIVE', CANCELLED: 'ACTIVE' }],
    renew: ['renouveler', { ACTIVE: 'ACTIVE', GRACE: 'ACTIVE', EXPIRED: 'ACTIVE', CANCELLED: 'ACTIVE' }],
    giveUp: ['abandonner', { PENDING: 'CANCELLED' }],
    lapse: ['échoir', { ACTIVE: 'GRACE' }],
    expire: ['laisser expirer', { GRACE: 'EXPIRED' }],
    end: ['résilier', { ACTIVE: 'CANCELLED', GRACE: 'CANCELLED' }],
    replace: ['remplacer', { ACTIVE: 'CANCELLED', GRACE: 'CANCELLED' }],
    cancelAtPeriodEnd: ['résilier', { ACTIVE: 'ACTIVE' }],
    keep: ['reprendre', { ACTIVE: 'ACTIVE' }],
  },
}

export const subscriptionPayment: Contract = {
  thing: 'subscription_payment',
  name: "le paiement de l'abonnement",
  states: {
    PENDING: 'en attente',
    SUCCEEDED: 'réussi',
    FAILED: 'échoué',
    EXPIRED: 'expiré',
    REFUNDED: 'remboursé',
  },
  events: {
    succeed: ['valider', { PENDING: 'SUCCEEDED', EXPIRED: 'SUCCEEDED', FAILED: 'SUCCEEDED' }],
    fail: ['refuser', { PENDING: 'FAILED' }],
    expire: ['laisser expirer', { PENDING: 'EXPIRED' }],
    refund: ['rembourser', { SUCCEEDED: 'REFUNDED' }],
  },
}

export const invoice: Contract = {
  thing: 'invoice',
  name: 'la facture',
  states: { ISSUED: 'émise', PAID: 'payée', VOID: 'annulée' },
  events: {
    pay: ['payer', { ISSUED: 'PAID' }],
    void: ['annuler', { ISSUED: 'VOID', PAID: 'VOID' }],
  },
}
