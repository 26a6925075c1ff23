import type { REVIEW_STATUSES } from '#db/schema/shops/shops.ts'
import type { States } from '#domain/core/machine.ts'

export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** The states of a shop's review, beside its status, which the review never changes (docs/states.md, Shop). */
export const shopReview: States<ReviewStatus, 'publish' | 'edit' | 'approve' | 'reject' | 'requestChanges'> = {
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
    publish: { from: ['NONE'], to: 'PENDING', infinitive: 'publier' },
    edit: { from: ['APPROVED', 'CHANGES_REQUESTED', 'REJECTED'], to: 'PENDING', infinitive: 'modifier' },
    approve: { from: ['PENDING'], to: 'APPROVED', infinitive: 'approuver' },
    reject: { from: ['PENDING'], to: 'REJECTED', infinitive: 'refuser' },
    requestChanges: { from: ['PENDING'], to: 'CHANGES_REQUESTED', infinitive: 'demander des corrections' },
  },
}
