import { describe, expect, it } from 'vitest'
import { networkOf, operatorOf, operators } from '#kernel/mobile-money.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import { GATEWAY_IDS, GATEWAYS, REFUND_REFUSALS, ROUTING, refusalOf } from '#providers/gateways.ts'
import type { Mbiyopay } from '#providers/mbiyopay.ts'
import { mbiyopayGateway } from '#providers/mbiyopay-gateway.ts'
import type { Pawapay } from '#providers/pawapay.ts'
import { pawapayGateway } from '#providers/pawapay-gateway.ts'

const UUID = '16cf826d-1386-477a-8f28-94821a9ca36b'
const requestTo = (path: string) => ({
  method: 'POST',
  url: `https://soko.test/api/v1/${path}`,
  headers: new Headers(),
  body: new Uint8Array(),
})

describe('the register', () => {
  it('says what each purpose is refused with', () => {
    const purposes = Object.keys(ROUTING) as (keyof typeof ROUTING)[]
    expect(Object.fromEntries(purposes.map((purpose) => [purpose, refusalOf(purpose)]))).toEqual({
      ORDER: 'MBIYOPAY_PAYIN_FAILED',
      CHECKOUT: 'MBIYOPAY_PAYIN_FAILED',
      CHARGE: 'MBIYOPAY_PAYIN_FAILED',
      SUBSCRIPTION: 'PAWAPAY_DEPOSIT_REJECTED',
      WITHDRAWAL: 'MBIYOPAY_PAYOUT_FAILED',
      ADMIN_PAYOUT: 'PAWAPAY_PAYOUT_REJECTED',
    })
    expect(REFUND_REFUSALS).toEqual(['MBIYOPAY_PAYOUT_FAILED', 'PAWAPAY_REFUND_REJECTED'])
  })

  it('lets nobody be asked more than once in 30 seconds', () => {
    expect(GATEWAY_IDS.map((id) => GATEWAYS[id].questionEveryMs)).toEqual([30_000, 30_000])
  })

  it('makes a reference that gateway A takes of one that it does not', () => {
    const tell = (wanted: string) => GATEWAYS.A.referenceOf(wanted, () => UUID)
    expect(tell('0e9c7f6e-1111-4222-8333-444455556666')).toBe('0e9c7f6e-1111-4222-8333-444455556666')
    expect(['019b1d0c-0000-7000-8000-000000000000', `${UUID}-2`, 'CH-ref'].map(tell)).toEqual([UUID, UUID, UUID])
    expect(GATEWAYS.B.referenceOf('019b1d0c-2', () => UUID)).toBe('019b1d0c-2')
  })
})

it('operators and networks are each other’s names', () => {
  expect(operators.map((name) => networkOf(name))).toEqual(['vodacom', 'airtel', 'orange', 'mtn', 'airtel'])
  const pairs = countryCodes.flatMap((country) => COUNTRIES[country].networks.map((network) => ({ country, network })))
  for (const { country, network } of pairs) {
    const name = operatorOf(country, network)
    if (name) expect(networkOf(name)).toBe(network)
  }
  expect([networkOf('airtel'), networkOf('unheard of')]).toEqual(['airtel', 'unheard of'])
})

describe('a callback of gateway A', () => {
  const called = async (verdict: string, path = 'gatewayA/callbacks/deposits') => {
    const verifyCallback = async (kind: string) => ({ verdict, id: `${kind}-1` })
    return pawapayGateway({ verifyCallback } as unknown as Pawapay).verifyCallback(requestTo(path), 0)
  }

  it('is about what its address says', async () => {
    expect(await called('verified')).toEqual({
      verdict: 'verified',
      reference: 'deposit-1',
      kinds: ['deposit', 'payin'],
    })
    expect((await called('verified', 'gatewayA/callbacks/payouts')).kinds).toEqual(['payout'])
    expect((await called('verified', 'gatewayA/callbacks/refunds?x=1')).reference).toBe('refund-1')
    expect(await called('verified', 'gatewayA/callbacks')).toEqual({ verdict: 'forged' })
  })

  it('names a movement without a signature, and under a false one none', async () => {
    expect((await called('unsigned')).reference).toBe('deposit-1')
    expect((await called('forged')).reference).toBeUndefined()
  })
})

it('a callback of gateway B names a movement only under its signature', async () => {
  const called = (verdict: string) => {
    const verifyCallback = async () => ({ verdict, reference: 'ours', transactionId: 'theirs', type: 'payin' })
    return mbiyopayGateway({ verifyCallback } as unknown as Mbiyopay).verifyCallback(requestTo('gatewayB/callbacks'), 0)
  }
  expect(await called('verified')).toEqual({ verdict: 'verified', reference: 'ours', externalId: 'theirs' })
  expect(await called('unsigned')).toEqual({ verdict: 'unsigned' })
  expect(await called('forged')).toEqual({ verdict: 'forged' })
})
