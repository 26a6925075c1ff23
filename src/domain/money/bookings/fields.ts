import * as z from 'zod'
import { BOOKING_KINDS, BOOKING_STATUSES } from '#db/schema/money/bookings.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'

export const kind = z.enum(BOOKING_KINDS).meta({ id: 'BookingKind' })
export const status = z.enum(BOOKING_STATUSES).meta({ id: 'BookingStatus' })
export const gateway = z.enum(GATEWAY_IDS)

export const RequestBooking = z.strictObject({
  kind,
  gateway: gateway.optional(),
  currency: f.currency,
  amount: f.amount,
  toCurrency: f.currency.optional(),
  toAmount: f.amount.optional(),
  reference: f.line(1, 80),
  note: f.prose(1, 500),
  document: f.file.optional(),
})
type RequestBooking = z.output<typeof RequestBooking>

const OF_GATEWAYS = ['GATEWAY_FEE', 'SETTLEMENT', 'TOP_UP']

/**
 * Reads the amounts and the gateway of a request: only a booking of a gateway names one, and only an exchange has a second amount, in
 * another currency.
 * @throws 400
 */
export function readAmounts({ kind, gateway, currency, amount, toCurrency, toAmount }: RequestBooking) {
  const isOfGateway = OF_GATEWAYS.includes(kind)
  if (isOfGateway && gateway === undefined) invalid('gateway', `Précisez la passerelle, ${GATEWAY_IDS.join(' ou ')}.`)
  if (!isOfGateway && gateway !== undefined) invalid('gateway', 'Cette écriture ne concerne aucune passerelle.')
  const amountMinor = f.amountOf(amount, currency, 'amount')
  if (kind !== 'EXCHANGE') {
    if (toCurrency !== undefined) invalid('toCurrency', "Seul un change a une devise d'arrivée.")
    if (toAmount !== undefined) invalid('toAmount', "Seul un change a un montant d'arrivée.")
    return { gateway: gateway ?? null, currency, amountMinor, toCurrency: null, toAmountMinor: null }
  }
  if (toCurrency === undefined) invalid('toCurrency', 'Précisez la devise que la banque a donnée en échange.')
  if (toCurrency === currency) invalid('toCurrency', 'Les deux devises doivent être différentes.')
  if (toAmount === undefined) invalid('toAmount', 'Précisez le montant que la banque a donné en échange.')
  const toAmountMinor = f.amountOf(toAmount, toCurrency, 'toAmount')
  return { gateway: null, currency, amountMinor, toCurrency, toAmountMinor }
}
