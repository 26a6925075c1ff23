import * as z from 'zod'

const NETWORKS = { CD: ['vodacom', 'airtel', 'orange', 'africell'], RW: ['mtn', 'airtel'] }

const Payment = z.object({
  // Some integrations send a number, others text: both are accepted.
  amount: z.coerce.number().positive().max(1e12),
  currency: z.enum(['USD', 'CDF', 'RWF']),
  payment_method: z.literal('mobile_money'),
  order_id: z.string().min(1).max(100),
  callback_url: z.url(),
  metadata: z
    .looseObject({
      network: z.string(),
      phone_number: z.string().regex(/^\+?\d{9,15}$/),
      country_code: z.enum(['CD', 'RW']),
    })
    .refine(({ network, country_code }) => NETWORKS[country_code].includes(network), {
      path: ['network'],
      message: 'The selected network is invalid.',
    }),
})

export type Payment = z.infer<typeof Payment>

export const paymentOf = (body: unknown) => Payment.safeParse(body)

/** The messages of each wrong field: {"metadata.network": ["The selected network is invalid."]} */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.') || 'body'
    fields[field] = [...(fields[field] ?? []), message]
  }
  return fields
}
