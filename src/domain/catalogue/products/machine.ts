import { products } from '#db/schema/catalogue/products.ts'
import { machine } from '#domain/core/machine.ts'

/** Product: DRAFT <-> PUBLISHED -> ARCHIVED -> DRAFT, and DRAFT -> ARCHIVED (docs/states.md, Product). */
export const productMachine = machine({
  thing: 'product',
  table: products,
  name: 'le produit',
  states: { DRAFT: 'en brouillon', PUBLISHED: 'publié', ARCHIVED: 'archivé' },
  events: {
    publish: { from: ['DRAFT'], to: 'PUBLISHED', infinitive: 'publier' },
    unpublish: { from: ['PUBLISHED'], to: 'DRAFT', infinitive: 'remettre en brouillon' },
    archive: { from: ['DRAFT', 'PUBLISHED'], to: 'ARCHIVED', infinitive: 'archiver' },
    restore: { from: ['ARCHIVED'], to: 'DRAFT', infinitive: 'restaurer' },
  },
})
