import type { ModerationEvent, ModerationStatus } from '#db/schema/core/moderation.ts'
import type { States } from '#domain/core/machine.ts'

/** The states of moderation of a product, beside its status (docs/states.md, Moderation). `moderate` moves them. */
export const productModeration: States<ModerationStatus, ModerationEvent> = {
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
    publish: { from: ['NONE'], to: 'PENDING', infinitive: 'publier' },
    edit: { from: ['APPROVED'], to: 'PENDING', infinitive: 'modifier' },
    submit: { from: ['CHANGES_REQUESTED', 'REJECTED'], to: 'PENDING', infinitive: 'soumettre' },
    approve: { from: ['PENDING'], to: 'APPROVED', infinitive: 'approuver' },
    reject: { from: ['PENDING'], to: 'REJECTED', infinitive: 'refuser' },
    requestChanges: { from: ['PENDING'], to: 'CHANGES_REQUESTED', infinitive: 'demander des corrections' },
    takedown: { from: ['PENDING', 'APPROVED'], to: 'TAKEN_DOWN', infinitive: 'retirer' },
    restore: { from: ['TAKEN_DOWN'], to: 'APPROVED', infinitive: 'rétablir' },
    /** The shop of the product closes for good. */
    withdraw: { from: ['PENDING'], to: 'NONE', infinitive: 'retirer de la file' },
  },
}
