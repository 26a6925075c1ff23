import { describe, expect, test } from 'vitest'
import type { Money } from '#kernel/money.ts'
import { pawapay } from '#providers/pawapay.ts'
import { fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

const id = '8917c345-4791-4285-a416-62f24b6982db'
const other = '11111111-4791-4285-a416-62f24b6982db'
const usd = { amountMinor: 1250, currency: 'USD' } as const
const payout = { id, money: usd, phone: '243813456789', provider: 'VODACOM_MPESA_COD', message: 'Achat n° 12, été' }
const reason = (failureCode: string) => ({ failureReason: { failureCode, failureMessage: 'for staff' } })

function connect(...steps: Parameters<typeof fakeFetch>) {
  const { fetch, sent } = fakeFetch(...steps)
  return { gateway: pawapay({ baseUrl: 'https://api.test/', token: 'tok', fetch }), sent }
}

const declined = (failureCode: string) => ({ kind: 'declined', failureCode, failureMessage: 'for staff' })

describe('requests', () => {
  test('a payout', async () => {
    const { gateway, sent } = connect(json({ payoutId: id, status: 'ACCEPTED' }))
    await gateway.payout(payout)
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://api.test/v2/payouts' })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer tok')
    expect(sent[0]?.json).toEqual({
      payoutId: id,
      amount: '12.50',
      currency: 'USD',
      recipient: { type: 'MMO', accountDetails: { phoneNumber: '243813456789', provider: 'VODACOM_MPESA_COD' } },
      customerMessage: 'Achat no 12 ete',
    })
  })

  test('a deposit', async () => {
    const { gateway, sent } = connect(json({ depositId: id, status: 'ACCEPTED' }))
    await gateway.deposit({ ...payout, message: 'x' })
    expect(sent[0]?.json).toEqual({
      depositId: id,
      amount: '12.50',
      currency: 'USD',
      payer: { type: 'MMO', accountDetails: { phoneNumber: '243813456789', provider: 'VODACOM_MPESA_COD' } },
    })
  })

  test.each<[string, Money, string]>([
    ['VODACOM_MPESA_COD', { amountMinor: 1250000, currency: 'CDF' }, '12500'],
    ['VODACOM_MPESA_COD', { amountMinor: 5, currency: 'USD' }, '0.05'],
    ['AIRTEL_COD', { amountMinor: 1250000, currency: 'CDF' }, '12500.00'],
    ['ORANGE_COD', { amountMinor: 1250050, currency: 'CDF' }, '12500.50'],
    ['MTN_MOMO_RWA', { amountMinor: 1250, currency: 'RWF' }, '1250'],
  ])('%s takes %o as %s', async (provider, money, amount) => {
    const { gateway, sent } = connect(json({ payoutId: id, status: 'ACCEPTED' }))
    await gateway.payout({ ...payout, provider, money })
    expect(sent[0]?.json).toMatchObject({ amount, currency: money.currency })
  })

  test('cents where the provider takes none are declined without a call', async () => {
    const { gateway, sent } = connect()
    const money = { amountMinor: 1250050, currency: 'CDF' } as const
    expect(await gateway.payout({ ...payout, money })).toEqual({ kind: 'declined', failureCode: 'INVALID_AMOUNT' })
    expect(sent).toEqual([])
  })

  test.each<[Money, string]>([
    [{ amountMinor: 1250000, currency: 'CDF' }, '12500'],
    [{ amountMinor: 1250050, currency: 'CDF' }, '12500.50'],
    [{ amountMinor: 1250, currency: 'RWF' }, '1250'],
  ])('a refund of %o says %s, whoever the provider was', async (money, amount) => {
    const { gateway, sent } = connect(json({ refundId: id, status: 'ACCEPTED' }))
    await gateway.refund({ id, depositId: other, money })
    expect(sent[0]?.url).toBe('https://api.test/v2/refunds')
    expect(sent[0]?.json).toEqual({ refundId: id, depositId: other, amount, currency: money.currency })
  })
})

describe('answers to a payout', () => {
  test.each<[string, Response | Error, unknown]>([
    ['accepted', json({ payoutId: id, status: 'ACCEPTED', newField: {} }), { kind: 'pending', state: 'ACCEPTED' }],
    ['rejected', json({ payoutId: id, status: 'REJECTED', ...reason('INVALID_AMOUNT') }), declined('INVALID_AMOUNT')],
    ['no id', json({ payoutId: null, status: 'REJECTED', ...reason('NEW_CODE') }), declined('NEW_CODE')],
    [
      'rejectionReason',
      json({
        payoutId: id,
        status: 'REJECTED',
        rejectionReason: { rejectionCode: 'X', rejectionMessage: 'for staff' },
      }),
      declined('X'),
    ],
    ['no reason', json({ payoutId: id, status: 'REJECTED' }), { kind: 'declined', failureCode: 'UNSPECIFIED_FAILURE' }],
    [
      'odd reason',
      json({ status: 'REJECTED', failureReason: 'no' }),
      { kind: 'declined', failureCode: 'UNSPECIFIED_FAILURE' },
    ],
    ...['INVALID_INPUT', 'MISSING_PARAMETER', 'UNSUPPORTED_PARAMETER', 'INVALID_PARAMETER'].map(
      (code): [string, Response, unknown] => [`400 ${code}`, json(reason(code), 400), declined(code)],
    ),
    ['401', json(reason('NO_AUTHENTICATION'), 401), { kind: 'notSent', detail: 'NO_AUTHENTICATION' }],
    ...['AUTHENTICATION_ERROR', 'AUTHORISATION_ERROR', 'HTTP_SIGNATURE_ERROR'].map(
      (code): [string, Response, unknown] => [
        `403 ${code}`,
        json(reason(code), 403),
        { kind: 'notSent', detail: code },
      ],
    ),
    ['a 403 of somebody in between', html(403), { kind: 'unknown' }],
    ['a 400 that says nothing', json({}, 400), { kind: 'unknown' }],
    ['429', json(reason('TOO_MANY'), 429), { kind: 'unknown' }],
    ['500', json(reason('UNKNOWN_ERROR'), 500), { kind: 'unknown', detail: 'HTTP_500' }],
    ['500 that looks accepted', json({ payoutId: id, status: 'ACCEPTED' }, 500), { kind: 'unknown' }],
    ['500 that looks rejected', json({ payoutId: id, status: 'REJECTED', ...reason('X') }, 503), { kind: 'unknown' }],
    ['garbage', html(200), { kind: 'unknown' }],
    ['a list', json([]), { kind: 'unknown' }],
    ['null', json(null), { kind: 'unknown' }],
    ['no status', json({ payoutId: id }), { kind: 'unknown' }],
    ['an unknown status', json({ payoutId: id, status: 'COMPLETED' }), { kind: 'unknown' }],
    ['another id, accepted', json({ payoutId: other, status: 'ACCEPTED' }), { kind: 'unknown', detail: 'OTHER_ID' }],
    ['another id, rejected', json({ payoutId: other, status: 'REJECTED' }), { kind: 'unknown', detail: 'OTHER_ID' }],
    ['our id in other letters', json({ payoutId: id.toUpperCase(), status: 'ACCEPTED' }), { kind: 'pending' }],
    ['a redirect', new Response(null, { status: 302 }), { kind: 'unknown' }],
    ['a time-out', timeout(), { kind: 'unknown', detail: 'TIMEOUT' }],
    ['nobody there', networkError('ECONNREFUSED'), { kind: 'notSent' }],
  ])('%s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(answer)
    expect(await gateway.payout(payout)).toMatchObject(expected as object)
    expect(sent).toHaveLength(1)
  })

  const duplicate = () => json({ payoutId: id, status: 'DUPLICATE_IGNORED' })
  const found = (fields: object) => json({ status: 'FOUND', data: { payoutId: id, ...fields } })
  test.each<[string, Response | Error, unknown]>([
    ['completed', found({ status: 'COMPLETED', amount: '12.5', currency: 'USD' }), { kind: 'succeeded' }],
    ['failed', found({ status: 'FAILED', ...reason('WALLET_LIMIT_REACHED') }), declined('WALLET_LIMIT_REACHED')],
    ['enqueued', found({ status: 'ENQUEUED' }), { kind: 'pending', state: 'ENQUEUED' }],
    [
      'another amount',
      found({ status: 'COMPLETED', amount: '13', currency: 'USD' }),
      { kind: 'unknown', detail: 'DUPLICATE_OTHER_AMOUNT' },
    ],
    ['not found', json({ status: 'NOT_FOUND' }), { kind: 'unknown', detail: 'DUPLICATE_NOT_FOUND' }],
    ['unreachable', networkError('ECONNREFUSED'), { kind: 'unknown' }],
  ])('a duplicate is asked about once: %s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(duplicate(), answer)
    expect(await gateway.payout(payout)).toEqual(expect.objectContaining(expected))
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://api.test/v2/payouts',
      `GET https://api.test/v2/payouts/${id}`,
    ])
  })
})
