import { subscriptionPayments, subscriptions } from '#db/schema/shops/subscriptions.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a subscription (docs/states.md, Subscription). */
export const subscriptionMachine = machine({
  thing: 'subscription',
  table: subscriptions,
  name: "l'abonnement",
  states: {
    PENDING: 'en attente de paiement',
    ACTIVE: 'actif',
    GRACE: 'échu',
    EXPIRED: 'expiré',
    CANCELLED: 'annulé',
  },
  events: {
    /** Late money starts it too, if no other subscription took its place. */
    start: { from: ['PENDING', 'CANCELLED'], to: 'ACTIVE', infinitive: 'activer' },
    renew: { from: ['ACTIVE', 'GRACE', 'EXPIRED', 'CANCELLED'], to: 'ACTIVE', infinitive: 'renouveler' },
    giveUp: { from: ['PENDING'], to: 'CANCELLED', infinitive: 'abandonner' },
    lapse: { from: ['ACTIVE'], to: 'GRACE', infinitive: 'échoir' },
    expire: { from: ['GRACE'], to: 'EXPIRED', infinitive: 'laisser expirer' },
    /** A cancelled subscription ends with its period, or at once in grace. */
    end: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', infinitive: 'résilier' },
    /** Another plan takes its place. */
    replace: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', infinitive: 'remplacer' },
    /** The wish to cancel, and its withdrawal, change fields, not the state. */
    cancelAtPeriodEnd: { from: ['ACTIVE'], to: {}, infinitive: 'résilier' },
    keep: { from: ['ACTIVE'], to: {}, infinitive: 'reprendre' },
  },
})

/** The states of a payment of a subscription. */
export const subscriptionPaymentMachine = machine({
  thing: 'subscription_payment',
  table: subscriptionPayments,
  name: "le paiement de l'abonnement",
  states: {
    PENDING: 'en attente',
    SUCCEEDED: 'réussi',
    FAILED: 'échoué',
    EXPIRED: 'expiré',
    REFUNDED: 'remboursé',
  },
  events: {
    /** Late money, and money that a person finds in the end, counts too. */
    succeed: { from: ['PENDING', 'EXPIRED', 'FAILED'], to: 'SUCCEEDED', infinitive: 'valider' },
    fail: { from: ['PENDING'], to: 'FAILED', infinitive: 'refuser' },
    expire: { from: ['PENDING'], to: 'EXPIRED', infinitive: 'laisser expirer' },
    refund: { from: ['SUCCEEDED'], to: 'REFUNDED', infinitive: 'rembourser' },
  },
})
