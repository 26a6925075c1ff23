import { riders } from '../../../db/schema/orders/riders.ts'
import { machine } from '../../core/machine.ts'

/** The life of a rider, as contract.md section 2 tells it. */
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
    approve: { from: ['PENDING'], to: 'ACTIVE', say: 'approuver' },
    reject: { from: ['PENDING'], to: 'REJECTED', say: 'refuser' },
    suspend: { from: ['ACTIVE'], to: 'SUSPENDED', say: 'suspendre' },
    reactivate: { from: ['SUSPENDED'], to: 'ACTIVE', say: 'rétablir' },
    reapply: { from: ['REJECTED'], to: 'PENDING', say: 'déposer une candidature' },
  },
})
