import { subscriptionPayments, subscriptions } from '../../../db/schema/shops/subscriptions.ts'
import { machine } from '../../core/machine.ts'

/** The life of a subscription, as contract.md section 2 tells it. */
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
    start: { from: ['PENDING', 'CANCELLED'], to: 'ACTIVE', say: 'activer' },
    renew: { from: ['ACTIVE', 'GRACE', 'EXPIRED', 'CANCELLED'], to: 'ACTIVE', say: 'renouveler' },
    giveUp: { from: ['PENDING'], to: 'CANCELLED', say: 'abandonner' },
    lapse: { from: ['ACTIVE'], to: 'GRACE', say: 'échoir' },
    expire: { from: ['GRACE'], to: 'EXPIRED', say: 'laisser expirer' },
    /** At the end of the period when its owner cancelled it; at once in grace. */
    end: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', say: 'résilier' },
    /** Another plan took its place. */
    replace: { from: ['ACTIVE', 'GRACE'], to: 'CANCELLED', say: 'remplacer' },
    /** Fields change, the state does not: the wish to cancel, and taking it back. */
    cancelAtPeriodEnd: { from: ['ACTIVE'], to: {}, say: 'résilier' },
    keep: { from: ['ACTIVE'], to: {}, say: 'reprendre' },
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
    succeed: { from: ['PENDING', 'EXPIRED'], to: 'SUCCEEDED', say: 'valider' },
    fail: { from: ['PENDING'], to: 'FAILED', say: 'refuser' },
    expire: { from: ['PENDING'], to: 'EXPIRED', say: 'laisser expirer' },
    refund: { from: ['SUCCEEDED'], to: 'REFUNDED', say: 'rembourser' },
  },
})
