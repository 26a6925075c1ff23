import { subscriptionPayments, subscriptions } from '../../../db/schema/shops/subscriptions.ts'
import { machine } from '../../core/machine.ts'

/** The life of a subscription, as docs/states.md, Subscription, tells it. */
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
    /** Also money that comes after the half hour, while nothing else took its place. */
    start: { from: ['PENDING', 'CANCELLED'], to: 'ACTIVE', infinitive: 'activer' },
    renew: { from: ['ACTIVE', 'GRACE', 'EXPIRED', 'CANCELLED'], to: 'ACTIVE', infinitive: 'renouveler' },
    giveUp: { from: ['PENDING'], to: 'CANCELLED', infinitive: 'abandonner' },
    lapse: { from: ['ACTIVE'], to: 'GRACE', infinitive: 'échoir' },
    expire: { from: ['GRACE'], to: 'EXPIRED', infinitive: 'laisser expirer' },
    /** At the end of the period when its owner cancelled it; at once in grace. */
    end: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', infinitive: 'résilier' },
    /** Another plan took its place. */
    replace: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', infinitive: 'remplacer' },
    /** Fields change, the state does not: the wish to cancel, and taking it back. */
    cancelAtPeriodEnd: { from: ['ACTIVE'], to: {}, infinitive: 'résilier' },
    keep: { from: ['ACTIVE'], to: {}, infinitive: 'reprendre' },
  },
})

/** One payment of a subscription. */
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
    /** Also money that comes late, or that a person found in the end. */
    succeed: { from: ['PENDING', 'EXPIRED', 'FAILED'], to: 'SUCCEEDED', infinitive: 'valider' },
    fail: { from: ['PENDING'], to: 'FAILED', infinitive: 'refuser' },
    expire: { from: ['PENDING'], to: 'EXPIRED', infinitive: 'laisser expirer' },
    refund: { from: ['SUCCEEDED'], to: 'REFUNDED', infinitive: 'rembourser' },
  },
})
