import type { Code } from '../kernel/failure.ts'
import { operatorOf } from '../kernel/mobile-money.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { Attempt, GatewayFacts } from './gateway.ts'

/** The gateways, as the paths of our API and the accounts of the ledger name them. */
export const GATEWAY_IDS = ['A', 'B'] as const
export type GatewayId = (typeof GATEWAY_IDS)[number]

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The facts of each gateway; `connectGateways` says how it is called. */
export const GATEWAYS: Record<GatewayId, GatewayFacts> = {
  A: {
    refused: {
      payin: 'PAWAPAY_DEPOSIT_REJECTED',
      payout: 'PAWAPAY_PAYOUT_REJECTED',
      refund: 'PAWAPAY_REFUND_REJECTED',
    },
    outOfFunds: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
    questionEveryMs: 30 * SECOND_MS,
    // Gateway A takes UUIDv4 alone as ids.
    referenceOf: (wanted, newId) => (UUID_V4.test(wanted) ? wanted : newId()),
    nameOf: operatorOf,
  },
  B: {
    refused: { payin: 'MBIYOPAY_PAYIN_FAILED', payout: 'MBIYOPAY_PAYOUT_FAILED', refund: 'MBIYOPAY_PAYOUT_FAILED' },
    questionEveryMs: 30 * SECOND_MS,
    referenceOf: (wanted) => wanted,
    nameOf: (_country, network) => network,
  },
}

type RoutedPurpose = 'ORDER' | 'CHECKOUT' | 'CHARGE' | 'SUBSCRIPTION' | 'WITHDRAWAL' | 'ADMIN_PAYOUT'
type Route = { gateway: GatewayId; kind: Exclude<Attempt['kind'], 'refund'> }

/**
 * Which gateway moves what (docs/gateways.md, Which gateway does what). A refund goes through the gateway that brought the money,
 * so an attempt keeps its gateway when a line here changes.
 */
export const ROUTING: Record<RoutedPurpose, Route> = {
  ORDER: { gateway: 'B', kind: 'payin' },
  CHECKOUT: { gateway: 'B', kind: 'payin' },
  CHARGE: { gateway: 'B', kind: 'payin' },
  SUBSCRIPTION: { gateway: 'A', kind: 'deposit' },
  WITHDRAWAL: { gateway: 'B', kind: 'payout' },
  ADMIN_PAYOUT: { gateway: 'A', kind: 'payout' },
}

/** The code that our API answers if the gateway of this purpose refuses at once. */
export function refusalOf(purpose: RoutedPurpose): Code {
  const { gateway, kind } = ROUTING[purpose]
  return GATEWAYS[gateway].refused[kind === 'payout' ? 'payout' : 'payin']
}

/** The code that our API answers if a gateway, whichever brought the money, refuses a refund at once. */
export const REFUND_REFUSALS: readonly Code[] = [
  ...new Set(GATEWAY_IDS.map((id) => GATEWAYS[id].refused.refund)),
].sort()
