import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { invalid } from '../../../kernel/failure.ts'
import { COUNTRIES } from '../../../kernel/phone.ts'
import { phoneIn, requireCurrency, requireNetwork, requireWhole } from '../../money/payins/payer.ts'
import type { RefundRow } from './row.ts'

/** The number that somebody names, with what it belongs to. */
type Named = {
  phoneNumber?: string | undefined
  network?: string | undefined
  countryCode?: RefundRow['country'] | undefined
}

/** What is no network of any country is wrong in itself, whatever refund it is for. */
export function requireKnown(network: string | undefined): void {
  const all = Object.values(COUNTRIES).flatMap(({ networks }) => [...networks] as string[])
  if (network !== undefined && !all.includes(network)) invalid('network', "Ce réseau n'existe pas.")
}

/** A number belongs to one network. */
function requireTogether({ phoneNumber, network }: Named): void {
  if ((phoneNumber === undefined) === (network === undefined)) return
  if (network === undefined) invalid('network', 'Dites aussi le réseau de ce numéro.')
  invalid('phoneNumber', 'Dites aussi le numéro qui est de ce réseau.')
}

export function numberOf(refund: RefundRow, input: Named) {
  const { phoneNumber, network = refund.network, countryCode: country = refund.country } = input
  requireNetwork(country, network)
  requireTogether(input)
  return { country, network, phone: phoneIn(country, phoneNumber ?? refund.phone, 'phoneNumber') }
}

/** The amount is what was paid: another operator must take its currency, and its centimes. */
export function requireTaken({ intent }: { intent: GatewayTransaction | undefined }): void {
  if (!intent) return
  requireCurrency(intent.country, intent.currency, 'countryCode')
  requireWhole(intent.network, intent, 'network')
}
