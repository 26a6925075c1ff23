import { expenses } from '#db/schema/money/expenses.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of an expense (docs/states.md, Expense). */
export const expenseMachine = machine({
  thing: 'expense',
  table: expenses,
  name: 'la dépense',
  states: {
    PENDING: 'en attente',
    AWAITING_CODE: "en attente d'un code",
    APPROVED: 'approuvée',
    REJECTED: 'refusée',
  },
  events: {
    edit: { from: ['PENDING'], to: 'PENDING', infinitive: 'modifier cette dépense' },
    request: { from: ['PENDING'], to: 'AWAITING_CODE', infinitive: "demander l'approbation de cette dépense" },
    resend: { from: ['AWAITING_CODE'], to: 'AWAITING_CODE', infinitive: 'renvoyer un code' },
    lapse: { from: ['AWAITING_CODE'], to: 'PENDING', infinitive: 'laisser expirer cette demande' },
    approve: { from: ['AWAITING_CODE'], to: 'APPROVED', infinitive: 'approuver cette dépense' },
    takeBack: { from: ['APPROVED'], to: 'APPROVED', infinitive: 'annuler cette dépense' },
    reject: { from: ['PENDING', 'AWAITING_CODE'], to: 'REJECTED', infinitive: 'refuser cette dépense' },
  },
})
