import { networkOf } from '#kernel/mobile-money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { GatewaysEnv, SharedCalls } from '#providers/connect-gateways.ts'
import type { Gateway, GatewayFacts } from '#providers/gateway.ts'
import { mbiyopay } from '#providers/mbiyopay.ts'

export const FACTS: GatewayFacts = {
  // Codes that front ends know; one of its own would be a line in src/kernel/failure.ts.
  refused: { payin: 'PAWAPAY_DEPOSIT_REJECTED', payout: 'PAWAPAY_PAYOUT_REJECTED', refund: 'PAWAPAY_REFUND_REJECTED' },
  questionEveryMs: 45 * SECOND_MS,
  // This gateway takes references of at most 20 signs, and none of ours.
  referenceOf: (wanted, newId) => (wanted.startsWith('CH-') ? wanted : `C${newId().replaceAll('-', '').slice(0, 19)}`),
  nameOf: (_country, network) => network,
}

/** A gateway with words of its own that speaks to the sandbox in those of a service that the sandbox plays. */
export function thirdGateway(env: GatewaysEnv, calls: Omit<SharedCalls, 'keyCache'>): Gateway {
  const service = mbiyopay({
    ...calls,
    baseUrl: env.MBIYOPAY_BASE_URL,
    secretKey: env.MBIYOPAY_SECRET_KEY,
    webhookSecret: env.MBIYOPAY_WEBHOOK_SECRET,
    callbackUrl: `${env.PUBLIC_BASE_URL}/api/v1/gatewayC/callbacks`,
  })
  return {
    send({ kind, reference: id, phone, network, country, amountMinor, currency }) {
      const payment = { id, money: { amountMinor, currency }, network: networkOf(network), phone, country }
      const comesIn = kind === 'payin' || kind === 'deposit'
      return comesIn ? service.payin(payment) : service.payout({ ...payment, beneficiary: phone })
    },
    read: ({ externalId, reference }) => (externalId ? service.read(externalId) : service.findByReference(reference)),
    async verifyCallback(request) {
      const { verdict, reference } = await service.verifyCallback(request)
      return verdict === 'verified' && reference !== undefined ? { verdict, reference } : { verdict }
    },
    night: { by: 'movements', list: (fromMs, toMs) => service.movements(fromMs, toMs) },
  }
}
