import { invoices } from '#db/schema/shops/invoices.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of an invoice (docs/money.md, Invoices). */
export const invoiceMachine = machine({
  thing: 'invoice',
  table: invoices,
  name: 'la facture',
  states: { ISSUED: 'émise', PAID: 'payée', VOID: 'annulée' },
  events: {
    pay: { from: ['ISSUED'], to: 'PAID', infinitive: 'payer' },
    void: { from: ['ISSUED', 'PAID'], to: 'VOID', infinitive: 'annuler' },
  },
})
