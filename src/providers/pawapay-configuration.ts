import * as z from 'zod'

const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND'] as const

const Operation = z.object({
  minAmount: z.string(),
  maxAmount: z.string(),
  decimalsInAmount: z.string(),
  status: z.string(),
})

type Operations = Partial<Record<(typeof OPERATIONS)[number], z.infer<typeof Operation>>>

/** An operation that cannot be read is left out, so that it counts as not offered and the others stay usable. */
const Operations = z.record(z.string(), z.unknown()).transform((all) => {
  const readable: Operations = {}
  for (const name of OPERATIONS) {
    const operation = Operation.safeParse(all[name])
    if (operation.success) readable[name] = operation.data
  }
  return readable
})

const Currency = z.object({ currency: z.string(), operationTypes: Operations })
const Provider = z.object({ provider: z.string(), currencies: z.array(Currency) })

/** Operations that gateway A accepts now: limits in major units, as decimal text, and whether each operation is open. */
export const ActiveConfiguration = z.object({
  countries: z.array(z.object({ country: z.string(), providers: z.array(Provider) })),
})
export type ActiveConfiguration = z.infer<typeof ActiveConfiguration>
