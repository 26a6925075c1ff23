import { describe, expect, it, test } from 'vitest'
import { pawapay } from '#providers/pawapay.ts'
import { fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

function connect(step: Response | Error) {
  const { fetch, sent } = fakeFetch(step)
  return { gateway: pawapay({ baseUrl: 'https://api.test/', token: 'tok', fetch }), sent }
}
const UNREADABLE: [string, () => Response | Error][] = [
  ['nobody', () => networkError('ECONNREFUSED')],
  ['a time-out', () => timeout()],
  ['a page', () => html(200)],
  ['a failure', () => json({ failureReason: { failureCode: 'UNKNOWN_ERROR' } }, 500)],
  ['another token', () => json({ failureReason: { failureCode: 'AUTHENTICATION_ERROR' } }, 401)],
  ['something else', () => json({ hello: 1 })],
]

describe('availability', () => {
  it('is read with what is new in it left out', async () => {
    const operationTypes = { DEPOSIT: 'OPERATIONAL', PAYOUT: 'DELAYED', REFUND: 7, REMITTANCE: 'CLOSED' }
    const { gateway, sent } = connect(
      json([{ country: 'COD', flag: '…', providers: [{ provider: 'AIRTEL_COD', operationTypes, more: 1 }] }]),
    )
    const told = [
      {
        country: 'COD',
        providers: [{ provider: 'AIRTEL_COD', operationTypes: { DEPOSIT: 'OPERATIONAL', PAYOUT: 'DELAYED' } }],
      },
    ]
    expect(await gateway.availability(1)).toEqual(told)
    expect(await gateway.availability(2)).toEqual(told)
    expect(sent.map(({ url }) => url)).toEqual(['https://api.test/v2/availability'])
  })

  test.each(UNREADABLE)('is not known from %s', async (_name, step) => {
    expect(await connect(step()).gateway.availability(1)).toBeUndefined()
  })
})

describe('the operator of a number', () => {
  it('is what the gateway says', async () => {
    const { gateway, sent } = connect(json({ country: 'COD', provider: 'AIRTEL_COD', phoneNumber: '243970000123' }))
    expect(await gateway.predictProvider('243970000123')).toEqual({
      kind: 'known',
      country: 'COD',
      provider: 'AIRTEL_COD',
    })
    expect([sent[0]?.method, sent[0]?.json]).toEqual(['POST', { phoneNumber: '243970000123' }])
  })

  it('is nobody where it refuses the number', async () => {
    const { gateway } = connect(json({ failureReason: { failureCode: 'INVALID_PHONE_NUMBER' } }, 400))
    expect(await gateway.predictProvider('243110000123')).toEqual({ kind: 'nobody' })
  })

  test.each(UNREADABLE)('is not known from %s', async (_name, step) => {
    expect(await connect(step()).gateway.predictProvider('243970000123')).toBeUndefined()
  })
})

describe('wallets', () => {
  it('are read with zeros or without, and of other currencies as they are written', async () => {
    const { gateway } = connect(
      json({
        balances: [
          { country: 'COD', currency: 'USD', balance: '12.5' },
          { country: 'RWA', currency: 'RWF', balance: '700.00' },
          { country: 'ZMB', currency: 'ZMW', balance: '3.00' },
        ],
      }),
    )
    const told = await gateway.walletBalances()
    expect(told?.map(({ money }) => money)).toEqual([
      { amountMinor: 1250, currency: 'USD' },
      { amountMinor: 700, currency: 'RWF' },
      undefined,
    ])
    expect(told?.[2]?.balance).toBe('3.00')
  })

  test.each(UNREADABLE)('are not known from %s', async (_name, step) => {
    expect(await connect(step()).gateway.walletBalances()).toBeUndefined()
  })
})
