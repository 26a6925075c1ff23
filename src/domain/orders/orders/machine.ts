import { orders } from '#db/schema/orders/orders.ts'
import { machine } from '#domain/core/machine.ts'

/** The life of an order, as docs/states.md, Order, tells it. */
export const orderMachine = machine({
  thing: 'order',
  table: orders,
  name: 'la commande',
  states: {
    PENDING_PAYMENT: 'en attente de paiement',
    PENDING_SELLER_REVIEW: 'en attente de la réponse du vendeur',
    ACCEPTED: 'acceptée',
    PREPARING: 'en préparation',
    READY_FOR_PICKUP: 'prête',
    OUT_FOR_DELIVERY: 'en cours de livraison',
    RETURNING: 'en cours de retour',
    DELIVERED: 'livrée',
    COMPLETED: 'conclue',
    REJECTED: 'refusée',
    CANCELLED: 'annulée',
    REFUNDED: 'remboursée',
  },
  events: {
    /** Also a late payin of an order that expired, while the stock is still there. */
    pay: { from: ['PENDING_PAYMENT', 'CANCELLED'], to: 'PENDING_SELLER_REVIEW', infinitive: 'payer' },
    expire: { from: ['PENDING_PAYMENT'], to: 'CANCELLED', infinitive: 'laisser expirer' },
    cancelUnpaid: { from: ['PENDING_PAYMENT'], to: 'CANCELLED', infinitive: 'annuler' },
    accept: { from: ['PENDING_SELLER_REVIEW'], to: 'ACCEPTED', infinitive: 'accepter' },
    reject: { from: ['PENDING_SELLER_REVIEW'], to: 'REJECTED', infinitive: 'refuser' },
    cancelByBuyer: { from: ['PENDING_SELLER_REVIEW'], to: 'CANCELLED', infinitive: 'annuler' },
    prepare: { from: ['ACCEPTED'], to: 'PREPARING', infinitive: 'préparer' },
    ready: { from: ['ACCEPTED', 'PREPARING'], to: 'READY_FOR_PICKUP', infinitive: 'déclarer prête' },
    cancelBySeller: { from: ['ACCEPTED', 'PREPARING', 'READY_FOR_PICKUP'], to: 'CANCELLED', infinitive: 'annuler' },
    pickup: { from: ['READY_FOR_PICKUP'], to: 'OUT_FOR_DELIVERY', infinitive: 'enlever' },
    handover: { from: ['READY_FOR_PICKUP'], to: 'DELIVERED', infinitive: 'remettre' },
    deliver: { from: ['OUT_FOR_DELIVERY'], to: 'DELIVERED', infinitive: 'livrer' },
    fail: { from: ['OUT_FOR_DELIVERY'], to: 'RETURNING', infinitive: 'retourner' },
    returnReceived: { from: ['RETURNING'], to: 'CANCELLED', infinitive: 'recevoir en retour' },
    confirm: { from: ['DELIVERED'], to: 'COMPLETED', infinitive: 'confirmer la réception' },
    complete: { from: ['DELIVERED'], to: 'COMPLETED', infinitive: 'conclure' },
    /** Staff decided a dispute for the seller: the order ends as if its buyer had confirmed. */
    'complete-by-decision': {
      from: ['READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'RETURNING', 'DELIVERED'],
      to: 'COMPLETED',
      infinitive: 'conclure par décision',
    },
    lose: { from: ['OUT_FOR_DELIVERY', 'RETURNING'], to: 'CANCELLED', infinitive: 'déclarer perdue' },
    cancelByStaff: {
      from: [
        'PENDING_PAYMENT',
        'PENDING_SELLER_REVIEW',
        'ACCEPTED',
        'PREPARING',
        'READY_FOR_PICKUP',
        'OUT_FOR_DELIVERY',
        'RETURNING',
        'DELIVERED',
        'COMPLETED',
        'REJECTED',
        'REFUNDED',
      ],
      to: 'CANCELLED',
      infinitive: 'annuler',
    },
    /** A full refund before the goods have left the shop also cancels; after delivery the order is REFUNDED. */
    refund: {
      from: ['PENDING_SELLER_REVIEW', 'ACCEPTED', 'PREPARING', 'READY_FOR_PICKUP', 'DELIVERED', 'COMPLETED'],
      to: {
        PENDING_SELLER_REVIEW: 'CANCELLED',
        ACCEPTED: 'CANCELLED',
        PREPARING: 'CANCELLED',
        READY_FOR_PICKUP: 'CANCELLED',
        DELIVERED: 'REFUNDED',
        COMPLETED: 'REFUNDED',
      },
      infinitive: 'rembourser',
    },
    /** The refund failed: the order is as it was before. */
    reopen: { from: ['REFUNDED'], to: 'DELIVERED', infinitive: 'rouvrir', back: true },
    reinstate: { from: ['REFUNDED'], to: 'COMPLETED', infinitive: 'rétablir', back: true },
  },
})
