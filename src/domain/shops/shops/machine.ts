import { shops } from '../../../db/schema/shops/shops.ts'
import { machine } from '../../core/machine.ts'

/** The life of a shop, as contract.md section 2 tells it. Every move may change what guests see of its products. */
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
    publish: { from: ['DRAFT', 'UNPUBLISHED'], to: 'PUBLISHED', say: 'publier' },
    unpublish: { from: ['PUBLISHED'], to: 'UNPUBLISHED', say: 'dépublier' },
    suspend: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'], to: 'SUSPENDED', say: 'suspendre' },
    /** Reactivated: back to where it was, as its history tells. */
    restoreDraft: { from: ['SUSPENDED'], to: 'DRAFT', say: 'réactiver' },
    restorePublished: { from: ['SUSPENDED'], to: 'PUBLISHED', say: 'réactiver' },
    restoreUnpublished: { from: ['SUSPENDED'], to: 'UNPUBLISHED', say: 'réactiver' },
    close: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: 'CLOSED', say: 'fermer' },
    /** Fields change, the state does not. */
    edit: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED'], to: {}, say: 'modifier' },
  },
})
