import type { Contract } from './contract.ts'

/** The tables of docs/states.md, written out by hand: what orders, deliveries, products, shops, identity files and riders may do. */
export const order: Contract = {
  thing: 'order',
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
    pay: ['payer', { PENDING_PAYMENT: 'PENDING_SELLER_REVIEW', CANCELLED: 'PENDING_SELLER_REVIEW' }],
    expire: ['laisser expirer', { PENDING_PAYMENT: 'CANCELLED' }],
    cancelUnpaid: ['annuler', { PENDING_PAYMENT: 'CANCELLED' }],
    accept: ['accepter', { PENDING_SELLER_REVIEW: 'ACCEPTED' }],
    reject: ['refuser', { PENDING_SELLER_REVIEW: 'REJECTED' }],
    'complete-by-decision': [
      'conclure par décision',
      { READY_FOR_PICKUP: 'COMPLETED', OUT_FOR_DELIVERY: 'COMPLETED', RETURNING: 'COMPLETED', DELIVERED: 'COMPLETED' },
    ],
    lose: ['déclarer perdue', { OUT_FOR_DELIVERY: 'CANCELLED', RETURNING: 'CANCELLED' }],
    cancelByBuyer: ['annuler', { PENDING_SELLER_REVIEW: 'CANCELLED' }],
    prepare: ['préparer', { ACCEPTED: 'PREPARING' }],
    ready: ['déclarer prête', { ACCEPTED: 'READY_FOR_PICKUP', PREPARING: 'READY_FOR_PICKUP' }],
    cancelBySeller: ['annuler', { ACCEPTED: 'CANCELLED', PREPARING: 'CANCELLED', READY_FOR_PICKUP: 'CANCELLED' }],
    pickup: ['enlever', { READY_FOR_PICKUP: 'OUT_FOR_DELIVERY' }],
    handover: ['remettre', { READY_FOR_PICKUP: 'DELIVERED' }],
    deliver: ['livrer', { OUT_FOR_DELIVERY: 'DELIVERED' }],
    fail: ['retourner', { OUT_FOR_DELIVERY: 'RETURNING' }],
    returnReceived: ['recevoir en retour', { RETURNING: 'CANCELLED' }],
    confirm: ['confirmer la réception', { DELIVERED: 'COMPLETED' }],
    complete: ['conclure', { DELIVERED: 'COMPLETED' }],
    cancelByStaff: [
      'annuler',
      {
        PENDING_PAYMENT: 'CANCELLED',
        PENDING_SELLER_REVIEW: 'CANCELLED',
        ACCEPTED: 'CANCELLED',
        PREPARING: 'CANCELLED',
        READY_FOR_PICKUP: 'CANCELLED',
        OUT_FOR_DELIVERY: 'CANCELLED',
        RETURNING: 'CANCELLED',
        DELIVERED: 'CANCELLED',
        COMPLETED: 'CANCELLED',
        REJECTED: 'CANCELLED',
        REFUNDED: 'CANCELLED',
      },
    ],
    refund: [
      'rembourser',
      {
        PENDING_SELLER_REVIEW: 'CANCELLED',
        ACCEPTED: 'CANCELLED',
        PREPARING: 'CANCELLED',
        READY_FOR_PICKUP: 'CANCELLED',
        DELIVERED: 'REFUNDED',
        COMPLETED: 'REFUNDED',
      },
    ],
    reopen: ['rouvrir', { REFUNDED: 'DELIVERED' }],
    reinstate: ['rétablir', { REFUNDED: 'COMPLETED' }],
  },
}

export const delivery: Contract = {
  thing: 'delivery',
  name: 'la course',
  states: {
    UNASSIGNED: 'sans livreur',
    ASSIGNED: 'attribuée',
    PICKED_UP: 'en route',
    DELIVERED: 'livrée',
    FAILED_ATTEMPT: "en attente d'un second essai",
    RETURNING: 'en retour',
    RETURNED: 'retournée',
    CANCELLED: 'annulée',
  },
  events: {
    accept: ['prendre la course', { UNASSIGNED: 'ASSIGNED' }],
    release: ['rendre la course', { ASSIGNED: 'UNASSIGNED' }],
    assign: ['attribuer la course', { UNASSIGNED: 'ASSIGNED' }],
    unassign: ['retirer la course au livreur', { ASSIGNED: 'UNASSIGNED' }],
    pickup: ['enlever le colis', { ASSIGNED: 'PICKED_UP' }],
    deliver: ['livrer le colis', { PICKED_UP: 'DELIVERED', FAILED_ATTEMPT: 'DELIVERED' }],
    fail: ['signaler un échec', { PICKED_UP: 'FAILED_ATTEMPT' }],
    close: ['clore la course', { PICKED_UP: 'DELIVERED', FAILED_ATTEMPT: 'DELIVERED', RETURNING: 'DELIVERED' }],
    lose: ['déclarer le colis perdu', { PICKED_UP: 'CANCELLED', FAILED_ATTEMPT: 'CANCELLED', RETURNING: 'CANCELLED' }],
    failAgain: ['signaler un échec', { FAILED_ATTEMPT: 'RETURNING' }],
    returned: ['rendre le colis au vendeur', { RETURNING: 'RETURNED' }],
    cancel: [
      'annuler la course',
      { UNASSIGNED: 'CANCELLED', ASSIGNED: 'CANCELLED', PICKED_UP: 'RETURNING', FAILED_ATTEMPT: 'RETURNING' },
    ],
  },
}

export const product: Contract = {
  thing: 'product',
  name: 'le produit',
  states: { DRAFT: 'en brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' },
  events: {
    publish: ['publier', { DRAFT: 'PUBLISHED' }],
    unpublish: ['remettre en brouillon', { PUBLISHED: 'DRAFT' }],
    archive: ['archiver', { DRAFT: 'ARCHIVED', PUBLISHED: 'ARCHIVED' }],
    restore: ['restaurer', { ARCHIVED: 'DRAFT' }],
  },
}

export const moderation: Contract = {
  thing: 'moderation',
  name: 'le produit',
  states: {
    NONE: 'encore à publier',
    PENDING: 'en attente de modération',
    APPROVED: 'approuvé',
    CHANGES_REQUESTED: 'à corriger',
    REJECTED: 'refusé par la modération',
    TAKEN_DOWN: 'retiré par la modération',
  },
  events: {
    publish: ['publier', { NONE: 'PENDING' }],
    edit: ['modifier', { APPROVED: 'PENDING' }],
    submit: ['soumettre', { CHANGES_REQUESTED: 'PENDING', REJECTED: 'PENDING' }],
    approve: ['approuver', { PENDING: 'APPROVED' }],
    reject: ['refuser', { PENDING: 'REJECTED' }],
    requestChanges: ['demander des corrections', { PENDING: 'CHANGES_REQUESTED' }],
    takedown: ['retirer', { PENDING: 'TAKEN_DOWN', APPROVED: 'TAKEN_DOWN' }],
    restore: ['rétablir', { TAKEN_DOWN: 'APPROVED' }],
    withdraw: ['retirer de la file', { PENDING: 'NONE' }],
  },
}

export const shop: Contract = {
  thing: 'shop',
  name: 'la boutique',
  states: {
    DRAFT: 'un brouillon',
    PUBLISHED: 'publiée',
    UNPUBLISHED: 'dépubliée',
    SUSPENDED: 'suspendue',
    CLOSED: 'fermée',
  },
  events: {
    publish: ['publier', { DRAFT: 'PUBLISHED', UNPUBLISHED: 'PUBLISHED' }],
    unpublish: ['dépublier', { PUBLISHED: 'UNPUBLISHED' }],
    suspend: ['suspendre', { DRAFT: 'SUSPENDED', PUBLISHED: 'SUSPENDED', UNPUBLISHED: 'SUSPENDED' }],
    restoreDraft: ['réactiver', { SUSPENDED: 'DRAFT' }],
    restorePublished: ['réactiver', { SUSPENDED: 'PUBLISHED' }],
    restoreUnpublished: ['réactiver', { SUSPENDED: 'UNPUBLISHED' }],
    close: ['fermer', { DRAFT: 'CLOSED', PUBLISHED: 'CLOSED', UNPUBLISHED: 'CLOSED', SUSPENDED: 'CLOSED' }],
    edit: ['modifier', { DRAFT: 'DRAFT', PUBLISHED: 'PUBLISHED', UNPUBLISHED: 'UNPUBLISHED', SUSPENDED: 'SUSPENDED' }],
  },
}

export const rider: Contract = {
  thing: 'rider',
  name: 'le livreur',
  states: { PENDING: "en attente d'approbation", ACTIVE: 'actif', SUSPENDED: 'suspendu', REJECTED: 'refusé' },
  events: {
    approve: ['approuver', { PENDING: 'ACTIVE' }],
    reject: ['refuser', { PENDING: 'REJECTED' }],
    suspend: ['suspendre', { ACTIVE: 'SUSPENDED' }],
    reactivate: ['rétablir', { SUSPENDED: 'ACTIVE' }],
    reapply: ['déposer une candidature', { REJECTED: 'PENDING' }],
  },
}

export const kyc: Contract = {
  thing: 'kyc',
  name: "le dossier d'identité",
  states: {
    DRAFT: 'en préparation',
    SUBMITTED: "en cours d'examen",
    APPROVED: 'approuvé',
    REJECTED: 'refusé',
    CHANGES_REQUESTED: 'à corriger',
    REVOKED: 'révoqué',
  },
  events: {
    submit: [
      'envoyer',
      { DRAFT: 'SUBMITTED', REJECTED: 'SUBMITTED', CHANGES_REQUESTED: 'SUBMITTED', REVOKED: 'SUBMITTED' },
    ],
    approve: ['approuver', { SUBMITTED: 'APPROVED' }],
    reject: ['refuser', { SUBMITTED: 'REJECTED' }],
    requestChanges: ['demander des corrections', { SUBMITTED: 'CHANGES_REQUESTED' }],
    revoke: ['révoquer', { APPROVED: 'REVOKED' }],
  },
}

export const review: Contract = {
  thing: 'review',
  name: 'la boutique',
  states: {
    NONE: 'encore à publier',
    PENDING: "en attente d'examen",
    APPROVED: 'approuvée',
    CHANGES_REQUESTED: 'à corriger',
    REJECTED: "refusée à l'examen",
  },
  events: {
    publish: ['publier', { NONE: 'PENDING' }],
    edit: ['modifier', { APPROVED: 'PENDING', CHANGES_REQUESTED: 'PENDING', REJECTED: 'PENDING' }],
    approve: ['approuver', { PENDING: 'APPROVED' }],
    reject: ['refuser', { PENDING: 'REJECTED' }],
    requestChanges: ['demander des corrections', { PENDING: 'CHANGES_REQUESTED' }],
  },
}

export const report: Contract = {
  thing: 'report',
  name: 'le signalement',
  states: { OPEN: 'ouvert', ACTIONED: 'traité', DISMISSED: 'classé' },
  events: {
    action: ['donner suite', { OPEN: 'ACTIONED' }],
    dismiss: ['classer', { OPEN: 'DISMISSED' }],
  },
}
