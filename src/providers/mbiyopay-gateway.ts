import { networkOf } from '../kernel/mobile-money.ts'
import type { Gateway } from './gateway.ts'
import type { Mbiyopay } from './mbiyopay.ts'

/** Gateway B: it gives each movement an id of its own, is asked by it, and gives nothing back but by a payout. */
export const mbiyopayGateway = (mbiyopay: Mbiyopay): Gateway => ({
  send({ kind, reference: id, phone, network, country, amountMinor, currency }) {
    const request = { id, money: { amountMinor, currency }, network: networkOf(network), phone, country }
    switch (kind) {
      case 'payin':
      case 'deposit':
        return mbiyopay.payin(request)
      case 'payout':
      case 'refund':
        return mbiyopay.payout({ ...request, beneficiary: phone })
    }
  },
  async read({ reference: ours, externalId: known }) {
    if (known) {
      const { reference, ...reading } = await mbiyopay.read(known)
      const isOurs = reference === undefined || reference === ours
      return isOurs ? reading : { outcome: { kind: 'unknown', detail: 'an answer about another movement' } }
    }
    // A call that timed out left no id to ask about: look for our reference in its list.
    const { externalId, ...reading } = await mbiyopay.findByReference(ours)
    const { outcome } = reading
    const isKnown = outcome.kind === 'succeeded' || outcome.kind === 'pending' || outcome.kind === 'declined'
    return externalId && isKnown ? { ...reading, outcome: { ...outcome, externalId } } : reading
  },
  async verifyCallback(request) {
    const { verdict, transactionId, reference, reading } = await mbiyopay.verifyCallback(request)
    if (verdict !== 'verified') return { verdict }
    return {
      verdict,
      ...(reference !== undefined && { reference }),
      ...(transactionId !== undefined && { externalId: transactionId }),
      ...(reading && { reading }),
    }
  },
  night: { by: 'movements', list: (fromMs, toMs) => mbiyopay.movements(fromMs, toMs) },
})
