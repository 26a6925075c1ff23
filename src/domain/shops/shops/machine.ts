import { shops } from '#db/schema/shops/shops.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a shop (docs/states.md, Shop). Every move may change the visibility of its products. */
export const shopMachine = machine({
  thing: 'shop',
  table: shops,
  name: 'la boutique',
  states: {
    DRAFT: 'un brouillon',
    PUBLISHED: 'publiée',
    UNPUBLISHED: 'dépubliée',
    SUSPENDED: 'suspendue',
    CLOSED: 'fermée',
  },
  events: {
    publish: { from: ['DRAFT', 'UNPUBLISHED'], to: 'PUBLISHED', infinitive: 'publier' },
    unpublish: { from: ['PUBLISHED'], to: 'UNPUBLISHED', infinitive: 'dépublier' },
    suspend: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'], to: 'SUSPENDED', infinitive: 'suspendre' },
    /** A reactivated shop goes back to its state before the suspension, as its history tells. */
    restoreDraft: { from: ['SUSPENDED'], to: 'DRAFT', infinitive: 'réactiver' },
    restorePublished: { from: ['SUSPENDED'], to: 'PUBLISHED', infinitive: 'réactiver' },
    restoreUnpublished: { from: ['SUSPENDED'], to: 'UNPUBLISHED', infinitive: 'réactiver' },
    close: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: 'CLOSED', infinitive: 'fermer' },
    /** An edit changes fields, not the state. */
    edit: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: {}, infinitive: 'modifier' },
  },
})
