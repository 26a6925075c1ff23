import { describe, expect, test } from 'vitest'
import { mbiyopay } from '#providers/mbiyopay.ts'
import { bytes, fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

const id = '0199aaaa-0000-7000-8000-000000000001'
const money = { amountMinor: 1210, currency: 'USD' } as const
const payin = { id, money, network: 'vodacom', phone: '243813456789', country: 'CD' } as const
const data = { transaction_id: 'tx1', amount: 12.1, fee: 0.3, charged_amount: 12.4, currency: 'USD', order_id: id }
const success = (fields: object) => json({ status: 'success', message: 'ok', data: { ...data, ...fields } })
const error = (status: number, message: string, fields: object = {}) =>
  json({ status: 'error', message, data: fields }, status)

function connect(...steps: Parameters<typeof fakeFetch>) {
  const { fetch, sent } = fakeFetch(...steps)
  const gateway = mbiyopay({
    baseUrl: 'https://b.test/api/v1/',
    secretKey: 'sk',
    webhookSecret: 'whsec',
    callbackUrl: 'https://market.test/cb',
    fetch,
  })
  return { gateway, sent }
}

describe('requests', () => {
  test('a payin', async () => {
    const { gateway, sent } = connect(success({ status: 'pending' }))
    await gateway.payin(payin)
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://b.test/api/v1/merchant/payin' })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer sk')
    expect(sent[0]?.json).toEqual({
      amount: 12.1,
      currency: 'USD',
      payment_method: 'mobile_money',
      order_id: id,
      callback_url: 'https://market.test/cb',
      metadata: { network: 'vodacom', phone_number: '243813456789', country_code: 'CD', om_otp: null },
    })
  })

  test('a payout names its beneficiary', async () => {
    const { gateway, sent } = connect(success({ status: 'pending' }))
    await gateway.payout({ ...payin, beneficiary: 'Amina K' })
    expect(sent[0]?.url).toBe('https://b.test/api/v1/merchant/payout')
    expect(sent[0]?.json).toMatchObject({ metadata: { beneficiary: 'Amina K' } })
  })

  test.each([
    [{ amountMinor: 30, currency: 'USD' }, '"amount":0.3,'],
    [{ amountMinor: 999_999_999_999, currency: 'CDF' }, '"amount":9999999999.99,'],
    [{ amountMinor: 1500, currency: 'RWF' }, '"amount":1500,'],
  ] as const)('%o is written %s', async (sum, text) => {
    const { gateway, sent } = connect(success({ status: 'pending' }))
    await gateway.payin({ ...payin, money: sum })
    expect(sent[0]?.text).toContain(text)
  })
})

describe('answers', () => {
  test.each<[string, Response | Error, unknown]>([
    ['pending', success({ status: 'pending' }), { kind: 'pending', externalId: 'tx1', state: 'pending' }],
    ['successful', success({ status: 'successful' }), { kind: 'succeeded', externalId: 'tx1' }],
    ['failed', success({ status: 'failed' }), { kind: 'declined', failureCode: 'FAILED', externalId: 'tx1' }],
    ['cancelled', success({ status: 'cancelled' }), { kind: 'declined', failureCode: 'CANCELLED', externalId: 'tx1' }],
    ['a new word', success({ status: 'on_hold' }), { kind: 'pending', externalId: 'tx1', state: 'on_hold' }],
    ['a numeric id', success({ status: 'successful', transaction_id: 77 }), { kind: 'succeeded', externalId: '77' }],
    ['amount as text', success({ status: 'successful', amount: '12.10' }), { kind: 'succeeded' }],
    ['amount not said', success({ status: 'successful', amount: undefined }), { kind: 'succeeded' }],
    ['no status', success({}), { kind: 'unknown' }],
    ['no transaction id', success({ status: 'successful', transaction_id: null }), { kind: 'unknown' }],
    ['another order', success({ status: 'successful', order_id: 'x' }), { kind: 'unknown', detail: 'OTHER_ORDER_ID' }],
    ['another amount', success({ status: 'successful', amount: 12.4 }), { kind: 'unknown', detail: 'OTHER_AMOUNT' }],
    ['another amount, no currency', success({ status: 'pending', amount: 9, currency: null }), { kind: 'unknown' }],
    ['another currency', success({ status: 'pending', currency: 'CDF' }), { kind: 'unknown', detail: 'OTHER_AMOUNT' }],
    ['a foreign currency', success({ status: 'pending', currency: 'EUR' }), { kind: 'unknown' }],
    ['200 that says error', error(200, 'no', { ...data, status: 'successful' }), { kind: 'unknown' }],
    [
      '400',
      error(400, 'Refused by the operator'),
      { kind: 'declined', failureCode: 'REFUSED', failureMessage: 'Refused by the operator' },
    ],
    ['400 with a code', error(400, 'INSUFFICIENT_BALANCE'), { kind: 'declined', failureCode: 'INSUFFICIENT_BALANCE' }],
    [
      '422 amount',
      error(422, 'Invalid', { amount: ['too small'] }),
      { kind: 'declined', failureCode: 'INVALID_AMOUNT' },
    ],
    [
      '422 phone',
      error(422, 'Invalid', { 'metadata.phone_number': ['bad'] }),
      { kind: 'declined', failureCode: 'INVALID_PHONE_NUMBER' },
    ],
    ['422 network', error(422, 'Invalid', { network: ['bad'] }), { kind: 'declined', failureCode: 'INVALID_PROVIDER' }],
    ['422 our id', error(422, 'Invalid', { order_id: ['taken'] }), { kind: 'unknown', detail: 'ORDER_ID_REFUSED' }],
    ['400 without a word', html(400), { kind: 'unknown' }],
    ['401', error(401, 'Unauthenticated.'), { kind: 'notSent' }],
    ['403', html(403), { kind: 'notSent' }],
    ['408', error(408, 'Timeout'), { kind: 'unknown' }],
    ['409', error(409, 'Conflict'), { kind: 'unknown' }],
    ['429', error(429, 'Too Many Attempts.'), { kind: 'unknown' }],
    ['500', error(500, 'Server Error'), { kind: 'unknown', detail: 'HTTP_500' }],
    ['302', new Response(null, { status: 302 }), { kind: 'unknown' }],
    ['garbage', html(200), { kind: 'unknown' }],
    ['a list', json([]), { kind: 'unknown' }],
    ['a time-out', timeout(), { kind: 'unknown', detail: 'TIMEOUT' }],
    ['nobody there', networkError('ECONNREFUSED'), { kind: 'notSent' }],
  ])('%s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(answer)
    expect(await gateway.payin(payin)).toMatchObject(expected as object)
    expect(sent).toHaveLength(1)
  })
})

describe('read', () => {
  test.each<[string, Response | Error, unknown]>([
    [
      'successful',
      success({ status: 'successful' }),
      { outcome: { kind: 'succeeded', externalId: 'tx1' }, money, reference: id },
    ],
    ['bare', json({ ...data, status: 'failed' }), { outcome: { kind: 'declined', failureCode: 'FAILED' } }],
    [
      'another amount is told',
      success({ status: 'successful', amount: 99 }),
      { money: { amountMinor: 9900, currency: 'USD' } },
    ],
    [
      'a foreign currency',
      success({ status: 'successful', currency: 'EUR' }),
      { outcome: { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } },
    ],
    [
      'another id',
      success({ status: 'successful', transaction_id: 'tx2' }),
      { outcome: { kind: 'unknown', detail: 'OTHER_ID' } },
    ],
    ['404', error(404, 'Not found'), { outcome: { kind: 'notFound' } }],
    ['404 of somebody in between', html(404), { outcome: { kind: 'unknown' } }],
    ['401', error(401, 'no'), { outcome: { kind: 'unknown' } }],
    ['500', error(500, 'no'), { outcome: { kind: 'unknown' } }],
    ['garbage', html(200), { outcome: { kind: 'unknown' } }],
    ['nobody there', networkError('ECONNREFUSED'), { outcome: { kind: 'unknown' } }],
  ])('%s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(answer)
    expect(await gateway.read('tx1')).toMatchObject(expected as object)
    expect(sent[0]?.url).toBe('https://b.test/api/v1/merchant/transactions/tx1')
  })
})

describe('findByReference', () => {
  const mine = { ...data, status: 'successful' }
  const yours = { ...data, transaction_id: 'tx9', order_id: 'x', status: 'successful' }
  const found = { outcome: { kind: 'succeeded' }, externalId: 'tx1', money }
  test.each<[string, Response | Error, unknown]>([
    ['in data', json({ status: 'success', data: [yours, mine] }), found],
    ['paginated in data', json({ data: { current_page: 1, last_page: 1, data: [mine] } }), found],
    ['in data.transactions', json({ data: { transactions: [mine] } }), found],
    ['bare', json([mine]), found],
    ['beside an unreadable row', json([null, mine]), found],
    ['not there', json({ status: 'success', data: [yours] }), { outcome: { kind: 'notFound' } }],
    [
      'nothing there',
      json({ data: [], meta: { current_page: 1, per_page: 20, total: 0 } }),
      { outcome: { kind: 'notFound' } },
    ],
    [
      'more pages, in data',
      json({ data: { current_page: 1, last_page: '3', data: [] } }),
      { outcome: { kind: 'unknown' } },
    ],
    ['a next page', json({ data: [], next_page_url: 'https://b.test/?page=2' }), { outcome: { kind: 'unknown' } }],
    [
      'twice',
      json({ data: [mine, { ...mine, transaction_id: 'tx2' }] }),
      { outcome: { kind: 'unknown', detail: 'SEVERAL_TRANSACTIONS' } },
    ],
    ['no list', json({ status: 'success', data: {} }), { outcome: { kind: 'unknown' } }],
    ['404', error(404, 'no such route'), { outcome: { kind: 'unknown' } }],
    ['garbage', html(200), { outcome: { kind: 'unknown' } }],
    ['a time-out', timeout(), { outcome: { kind: 'unknown' } }],
  ])('%s', async (_name, answer, expected) => {
    const { gateway, sent } = connect(answer)
    expect(await gateway.findByReference(id)).toMatchObject(expected as object)
    expect(sent[0]?.url).toContain(`https://b.test/api/v1/merchant/transactions?order_id=${id}`)
  })

  const page = (current: number, ...rows: unknown[]) =>
    json({ data: rows, meta: { current_page: current, per_page: 1, total: 3 } })
  test('walks the list to its end', async () => {
    const { gateway, sent } = connect(page(1, yours), page(2, { ...yours, transaction_id: 'tx8' }), page(3, mine))
    expect(await gateway.findByReference(id)).toMatchObject(found)
    expect(sent.map(({ url }) => new URL(url).searchParams.get('page'))).toEqual(['1', '2', '3'])
  })

  test('says that it is not there only after the last page', async () => {
    const { gateway } = connect(page(1, yours), page(2, { ...yours, transaction_id: 'tx8' }), html(500))
    expect(await gateway.findByReference(id)).toMatchObject({ outcome: { kind: 'unknown', detail: 'HTTP_500' } })
  })

  test('finds the second of one reference on another page', async () => {
    const { gateway } = connect(page(1, mine), page(2, { ...mine, transaction_id: 'tx2' }), page(3, yours))
    expect(await gateway.findByReference(id)).toMatchObject({ outcome: { detail: 'SEVERAL_TRANSACTIONS' } })
  })

  test('a service that answers the first page for ever is not walked for ever', async () => {
    const { gateway, sent } = connect(page(1, yours), page(1, yours), page(1, yours))
    expect(await gateway.findByReference(id)).toMatchObject({ outcome: { kind: 'unknown', detail: 'MORE_PAGES' } })
    expect(sent).toHaveLength(2)
  })
})

describe('webhook', () => {
  const text = JSON.stringify({ ...data, status: 'successful', type: 'payin' })
  const said = { transactionId: 'tx1', reference: id, type: 'payin' }
  const fees = { fee: '0.3', charged: '12.4' }
  const reading = { outcome: { kind: 'succeeded', externalId: 'tx1', fees }, money }
  const check = (signature: string | null, body = text) =>
    connect().gateway.verifyCallback({
      headers: new Headers(signature === null ? {} : { Signature: signature }),
      body: bytes(body),
    })

  test.each(['lower', 'upper'])('verified, in %s case', async (letters) => {
    const signature = await hmacHex('whsec', text)
    expect(await check(letters === 'upper' ? signature.toUpperCase() : signature)).toEqual({
      verdict: 'verified',
      ...said,
      reading,
    })
  })

  test('forged: altered, wrong secret, cut, not hexadecimal, empty', async () => {
    const signature = await hmacHex('whsec', text)
    const forgeries = [await hmacHex('other', text), signature.slice(2), `${signature}00`, 'zz'.repeat(32), '']
    for (const forgery of forgeries) expect(await check(forgery)).toEqual({ verdict: 'forged', ...said })
    expect((await check(signature, text.replace('12.1', '92.1'))).verdict).toBe('forged')
    expect((await check(signature, `${text} `)).verdict).toBe('forged')
  })

  test('unsigned', async () => {
    expect(await check(null)).toEqual({ verdict: 'unsigned', ...said })
    expect(await check(null, 'garbage')).toEqual({ verdict: 'unsigned' })
  })

  test('no secret set: nobody is believed', async () => {
    const { fetch } = fakeFetch()
    const gateway = mbiyopay({ baseUrl: 'https://b.test', secretKey: 's', webhookSecret: '', callbackUrl: '', fetch })
    const request = { headers: new Headers({ signature: '00' }), body: bytes(text) }
    expect((await gateway.verifyCallback(request)).verdict).toBe('forged')
  })
})

async function hmacHex(secret: string, text: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)))
  return [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
