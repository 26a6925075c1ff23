import { describe, expect, test } from 'vitest'
import { pawapay } from '#providers/pawapay.ts'
import { fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

const id = '8917c345-4791-4285-a416-62f24b6982db'
const other = '11111111-4791-4285-a416-62f24b6982db'
const usd = { amountMinor: 1250, currency: 'USD' } as const
const reason = (failureCode: string) => ({ failureReason: { failureCode, failureMessage: 'for staff' } })
const declined = (failureCode: string) => ({ kind: 'declined', failureCode, failureMessage: 'for staff' })

function connect(step: Response | Error) {
  const { fetch, sent } = fakeFetch(step)
  return { gateway: pawapay({ baseUrl: 'https://api.test/', token: 'tok', fetch }), sent }
}

describe('status reads', () => {
  const found = (fields: object) => json({ status: 'FOUND', data: { depositId: id, country: 'COD', ...fields } })
  const money = { amount: '12.50', currency: 'USD' }
  test.each<[string, Response | Error, unknown]>([
    [
      'completed',
      found({ ...money, status: 'COMPLETED', providerTransactionId: 'mp-1' }),
      { outcome: { kind: 'succeeded', externalId: 'mp-1' }, money: usd },
    ],
    [
      'failed',
      found({ ...money, status: 'FAILED', ...reason('PAYER_NOT_FOUND') }),
      { outcome: declined('PAYER_NOT_FOUND'), money: usd },
    ],
    [
      'failed without a reason',
      found({ status: 'FAILED' }),
      { outcome: { kind: 'declined', failureCode: 'UNSPECIFIED_FAILURE' } },
    ],
    ...['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'SOMETHING_NEW'].map(
      (state): [string, Response, unknown] => [
        state,
        found({ ...money, status: state }),
        { outcome: { kind: 'pending', state }, money: usd },
      ],
    ),
    ['not found', json({ status: 'NOT_FOUND' }), { outcome: { kind: 'notFound' } }],
    [
      'not found with another status',
      json({ status: 'NOT_FOUND' }, 404),
      { outcome: { kind: 'unknown', detail: 'HTTP_404' } },
    ],
    [
      'whole amounts in RWF',
      found({ status: 'COMPLETED', amount: '500.00', currency: 'RWF' }),
      { outcome: { kind: 'succeeded' }, money: { amountMinor: 500, currency: 'RWF' } },
    ],
    [
      'a number',
      found({ status: 'COMPLETED', amount: 12.5, currency: 'USD' }),
      { outcome: { kind: 'succeeded' }, money: usd },
    ],
    ['no amount', found({ status: 'COMPLETED' }), { outcome: { kind: 'succeeded' } }],
    [
      'another currency',
      found({ status: 'COMPLETED', amount: '5', currency: 'XAF' }),
      { outcome: { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } },
    ],
    [
      'an odd amount',
      found({ status: 'COMPLETED', amount: '1e3', currency: 'USD' }),
      { outcome: { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } },
    ],
    [
      'cents of RWF',
      found({ status: 'COMPLETED', amount: '5.50', currency: 'RWF' }),
      { outcome: { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } },
    ],
    [
      'another id',
      json({ status: 'FOUND', data: { depositId: other, status: 'COMPLETED' } }),
      { outcome: { kind: 'unknown', detail: 'OTHER_ID' } },
    ],
    ['no state', found({ ...money }), { outcome: { kind: 'unknown', detail: 'NO_STATUS' }, money: usd }],
    [
      'the bare data',
      json({ depositId: id, status: 'COMPLETED' }),
      { outcome: { kind: 'unknown', detail: 'UNREADABLE' } },
    ],
    ['500', json(reason('UNKNOWN_ERROR'), 500), { outcome: { kind: 'unknown', detail: 'HTTP_500' } }],
    ['401', json(reason('NO_AUTHENTICATION'), 401), { outcome: { kind: 'unknown', detail: 'HTTP_401' } }],
    ['garbage', html(200), { outcome: { kind: 'unknown', detail: 'UNREADABLE' } }],
    ['a time-out', timeout(), { outcome: { kind: 'unknown', detail: 'TIMEOUT' } }],
    ['nobody there', networkError('ECONNREFUSED'), { outcome: { kind: 'unknown', detail: 'ECONNREFUSED' } }],
  ])('%s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(answer)
    expect(await gateway.read('deposit', id)).toEqual(expected)
    expect(sent[0]).toMatchObject({ method: 'GET', url: `https://api.test/v2/deposits/${id}` })
  })
})

describe('active configuration', () => {
  const limits = { minAmount: '100', maxAmount: '2000000', decimalsInAmount: 'NONE', status: 'OPERATIONAL' }
  const answer = (operationTypes: object) => ({
    companyName: 'Soko',
    countries: [
      {
        country: 'COD',
        prefix: '243',
        providers: [{ provider: 'VODACOM_MPESA_COD', currencies: [{ currency: 'CDF', operationTypes }] }],
      },
    ],
  })
  const read = (operationTypes: object) => ({
    countries: [
      {
        country: 'COD',
        providers: [{ provider: 'VODACOM_MPESA_COD', currencies: [{ currency: 'CDF', operationTypes }] }],
      },
    ],
  })

  test('what we use is kept, what is new or unreadable is left out', async () => {
    const sentTypes = { DEPOSIT: { ...limits, authType: 'X' }, PAYOUT: { minAmount: 1 }, REMITTANCE: limits }
    const { gateway, sent } = connect(json(answer(sentTypes)))
    expect(await gateway.activeConfiguration()).toEqual(read({ DEPOSIT: limits }))
    expect(sent[0]?.url).toBe('https://api.test/v2/active-conf')
  })

  test.each([html(200), json({}), json(answer({}), 500), networkError('ECONNREFUSED'), timeout()])(
    'unreadable or unreachable: %s',
    async (step) => {
      expect(await connect(step).gateway.activeConfiguration()).toBeUndefined()
    },
  )
})
