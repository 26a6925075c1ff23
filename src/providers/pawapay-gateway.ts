import { isOperator, operatorOf } from '../kernel/mobile-money.ts'
import type { Attempt, Gateway } from './gateway.ts'
import type { MovementKind, Pawapay } from './pawapay.ts'

/** The words that the person reads on their phone: 4 to 22 letters and digits. */
const STATEMENT = 'Soko marche'

/** Whatever comes in is a deposit there. */
const KINDS: Record<Attempt['kind'], MovementKind> = {
  deposit: 'deposit',
  payin: 'deposit',
  payout: 'payout',
  refund: 'refund',
}
const kindsOf = (kind: MovementKind) => (Object.keys(KINDS) as Attempt['kind'][]).filter((each) => KINDS[each] === kind)

/** Each kind has an address of its own, which the signature covers. */
const PATHS: [end: string, kind: MovementKind][] = [
  ['/deposits', 'deposit'],
  ['/payouts', 'payout'],
  ['/refunds', 'refund'],
]

/** Gateway A: its references are ours, and it is asked by them. */
export const pawapayGateway = (pawapay: Pawapay): Gateway => ({
  send({ kind, reference: id, originalReference, phone, network, country, amountMinor, currency }) {
    const money = { amountMinor, currency }
    const provider = isOperator(network) ? network : (operatorOf(country, network) ?? network)
    const transfer = { id, money, phone, provider, message: STATEMENT }
    switch (KINDS[kind]) {
      case 'deposit':
        return pawapay.deposit(transfer)
      case 'payout':
        return pawapay.payout(transfer)
      case 'refund':
        return pawapay.refund({ id, depositId: originalReference ?? '', money })
    }
  },
  read: ({ kind, reference }) => pawapay.read(KINDS[kind], reference),
  async verifyCallback(request, now) {
    const { pathname } = new URL(request.url)
    const kind = PATHS.find(([end]) => pathname.endsWith(end))?.[1]
    if (!kind) return { verdict: 'forged' }
    const { id, ...said } = await pawapay.verifyCallback(kind, request, now)
    // An unsigned callback may make us ask; one that was signed by another key may not.
    const isNamed = id !== undefined && said.verdict !== 'forged'
    return { ...said, kinds: kindsOf(kind), ...(isNamed && { reference: id }) }
  },
  night: { by: 'balances', read: () => pawapay.walletBalances() },
  operators: {
    configuration: () => pawapay.activeConfiguration(),
    availability: (now) => pawapay.availability(now),
    predict: (phone) => pawapay.predictProvider(phone),
  },
})
