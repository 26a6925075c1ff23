import { expect, test } from 'vitest'
import { httpCall, httpClient } from '#providers/http-call.ts'
import { pushClient } from '#providers/push.ts'
import { fakeFetch, hanging, html, json, networkError, timeout } from './fake-fetch.ts'

const request = { method: 'POST', url: 'https://gateway.test/v2/payouts', headers: { a: 'b' }, body: '{}' } as const

test.each([
  ['JSON', json({ a: 1 }), { kind: 'answer', status: 200, body: { a: 1 } }],
  ['not JSON', html(502), { kind: 'answer', status: 502, body: undefined }],
  ['nothing', new Response(null, { status: 200 }), { kind: 'answer', status: 200, body: undefined }],
  ['a refused connection', networkError('ECONNREFUSED'), { kind: 'notSent', detail: 'ECONNREFUSED' }],
  ['no such host', networkError('ENOTFOUND'), { kind: 'notSent', detail: 'ENOTFOUND' }],
  ['a reset', networkError('ECONNRESET'), { kind: 'unknown', detail: 'ECONNRESET' }],
  [
    'workerd losing the connection',
    new Error('Network connection lost.'),
    { kind: 'unknown', detail: 'NETWORK_ERROR' },
  ],
  ['a time-out', timeout(), { kind: 'unknown', detail: 'TIMEOUT' }],
  ['an answer cut short', () => cutShort(), { kind: 'unknown', detail: 'NETWORK_ERROR' }],
])('%s', async (_name, step, expected) => {
  const { fetch } = fakeFetch(step)
  expect(await httpCall({ fetch, timeoutMs: 1000, mostBytes: 1000 }, request)).toEqual(expected)
})

test('a redirect is an answer and is not followed', async () => {
  let redirect: string | undefined
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    redirect = init?.redirect
    return new Response(null, { status: 307, headers: { location: 'https://elsewhere.test/' } })
  }
  expect(await httpCall({ fetch, timeoutMs: 1000, mostBytes: 1000 }, request)).toMatchObject({
    kind: 'answer',
    status: 307,
  })
  expect(redirect).toBe('manual')
})

test('it gives up after timeoutMs', async () => {
  const answer = await httpCall({ fetch: hanging, timeoutMs: 20, mostBytes: 1000 }, request)
  expect(answer).toEqual({ kind: 'unknown', detail: 'TIMEOUT' })
})

test('a request that cannot be written was certainly not sent', async () => {
  const { fetch, sent } = fakeFetch()
  const broken = { ...request, headers: { authorization: 'Bearer a\nb' } }
  expect(await httpCall({ fetch, timeoutMs: 1000, mostBytes: 1000 }, broken)).toEqual({
    kind: 'notSent',
    detail: 'INVALID_REQUEST',
  })
  expect(await httpCall({ fetch, timeoutMs: 1000, mostBytes: 1000 }, { ...request, url: 'nowhere' })).toMatchObject({
    kind: 'notSent',
  })
  expect(sent).toEqual([])
})

test('an answer without an end is read no further than is allowed, and is no JSON', async () => {
  let [given, isCancelled] = [0, false]
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1000
      controller.enqueue(new Uint8Array(1000).fill(0x20))
    },
    cancel: () => {
      isCancelled = true
    },
  })
  const { fetch } = fakeFetch(() => new Response(endless, { status: 201 }), json({ text: 'é'.repeat(2000) }))
  const client = { fetch, timeoutMs: 1000, mostBytes: 16_000 }
  expect(await httpCall(client, request)).toEqual({ kind: 'answer', status: 201, body: undefined })
  expect([given < 20_000, isCancelled]).toEqual([true, true])
  expect(await httpCall(client, request)).toMatchObject({ body: { text: 'é'.repeat(2000) } })
})

test('a push service may say less than others, because strangers choose it', () => {
  expect(httpClient({}).mostBytes).toBe(1_000_000)
  expect(pushClient({ timeoutMs: 90_000 })).toMatchObject({ mostBytes: 16_000, timeoutMs: 5_000 })
})

function cutShort() {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"status":"ACC'))
        controller.error(new Error('Network connection lost.'))
      },
    }),
  )
}
