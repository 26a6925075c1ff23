import { phoneIn, requireNetwork } from '#domain/money/payins/payer.ts'
import { invalid } from '#kernel/failure.ts'
import { COUNTRIES } from '#kernel/phone.ts'
import { GATEWAYS } from '#providers/gateways.ts'
import type { RefundRow } from '../refund.ts'

/** The number that somebody names, with what it belongs to. */
type NumberTerms = {
  phoneNumber?: string | undefined
  network?: string | undefined
  countryCode?: RefundRow['country'] | undefined
}

/** Refuses a name that is no network of any country, whatever refund it is for. 400 */
export function requireKnown(network: string | undefined): void {
  if (network !== undefined && !isNetwork(network)) invalid('network', "Ce réseau n'existe pas.")
}

const isNetwork = (name: string) =>
  Object.values(COUNTRIES).some(({ networks }) => (networks as readonly string[]).includes(name))

/** A number belongs to one network. */
function requireTogether({ phoneNumber, network }: NumberTerms): void {
  if ((phoneNumber === undefined) === (network === undefined)) return
  if (network === undefined) invalid('network', 'Dites aussi le réseau de ce numéro.')
  invalid('phoneNumber', 'Dites aussi le numéro qui est de ce réseau.')
}

/** The number that a refund is to go to: its own, or the one that is named, with the network in the words of its gateway. 400 */
export function numberOf(refund: RefundRow, input: NumberTerms) {
  const { phoneNumber, network = refund.network, countryCode: country = refund.country } = input
  const isNamed = [phoneNumber, input.network, input.countryCode].some((field) => field !== undefined)
  if (!isNamed) return { country, network, phone: refund.phone }
  // The network of the refund itself may stand in its gateway's words: then it does not stand in for a network that is not named.
  if (!isNetwork(refund.network)) requireTogether(input)
  requireNetwork(country, network)
  requireTogether(input)
  const phone = phoneIn(country, phoneNumber ?? refund.phone, 'phoneNumber')
  return { country, network: wordFor(refund, country, network), phone }
}

const wordFor = ({ gateway }: RefundRow, country: RefundRow['country'], network: string) =>
  GATEWAYS[gateway].nameOf(country, network) ??
  invalid('network', 'La passerelle de ce paiement ne verse pas vers ce réseau. Choisissez un autre numéro.')
