import { UpdatePlatformSettings, updatePlatformSettings } from '#domain/money/wallet/platform-settings.ts'
import { VoidInvoice, voidInvoice } from '#domain/shops/invoices/void.ts'
import { act, type Commands, pickFrom } from '../plan.ts'

/** The office's acts on invoices. */
export const invoicing: Commands = {
  setTax: {
    weight: 0.3,
    plan(simulation) {
      const input = UpdatePlatformSettings.parse({ taxRate: simulation.random.pick(['0', '16', '18.25']) })
      return act('setTax', simulation.random.pick(simulation.people.admins), input, (ctx) =>
        updatePlatformSettings(ctx, input),
      )
    },
  },
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
