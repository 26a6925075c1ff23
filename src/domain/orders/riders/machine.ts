import { riders } from '#db/schema/orders/riders.ts'
import { machine } from '#domain/core/machine.ts'

/** The life of a rider, as docs/states.md, Rider, tells it. */
export const riderMachine = machine({
  thing: 'rider',
  table: riders,
  name: 'le livreur',
  states: {
    PENDING: "en attente d'approbation",
    ACTIVE: 'actif',
    SUSPENDED: 'suspendu',
    REJECTED: 'refusé',
  },
  events: {
    approve: { from: ['PENDING'], to: 'ACTIVE', infinitive: 'approuver' },
    reject: { from: ['PENDING'], to: 'REJECTED', infinitive: 'refuser' },
    suspend: { from: ['ACTIVE'], to: 'SUSPENDED', infinitive: 'suspendre' },
    reactivate: { from: ['SUSPENDED'], to: 'ACTIVE', infinitive: 'rétablir' },
    reapply: { from: ['REJECTED'], to: 'PENDING', infinitive: 'déposer une candidature' },
  },
})
