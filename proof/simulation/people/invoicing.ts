import { VoidInvoice, voidInvoice } from '../../../src/domain/shops/invoices/void.ts'
import { act, type Commands, pickFrom } from './plan.ts'

/** What the office does with invoices. */
export const invoicing: Commands = {
  voidInvoice: {
    weight: 0.6,
    plan(simulation) {
      const invoice = pickFrom(simulation, simulation.store.rows<{ id: string }>('SELECT id FROM invoices ORDER BY id'))
      const input = VoidInvoice.parse({ reason: 'Mauvais nom' })
      return (
        invoice &&
        act('voidInvoice', simulation.random.pick(simulation.people.admins), invoice.id, (ctx) =>
          voidInvoice(ctx, invoice.id, input),
        )
      )
    },
  },
}
