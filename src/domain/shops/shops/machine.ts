import { shops } from '../../../db/schema/shops/shops.ts'
import { machine } from '../../core/machine.ts'

/** The life of a shop, as docs/states.md, Shop, tells it. Every move may change what guests see of its products. */
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
    /** Reactivated: back to where it was, as its history tells. */
    restoreDraft: { from: ['SUSPENDED'], to: 'DRAFT', infinitive: 'réactiver' },
    restorePublished: { from: ['SUSPENDED'], to: 'PUBLISHED', infinitive: 'réactiver' },
    restoreUnpublished: { from: ['SUSPENDED'], to: 'UNPUBLISHED', infinitive: 'réactiver' },
    close: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: 'CLOSED', infinitive: 'fermer' },
    /** Fields change, the state does not. */
    edit: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: {}, infinitive: 'modifier' },
  },
})
