import { beforeAll, describe, expect, test } from 'vitest'
import { type KeyCache, newKeyCache, pawapay, type SignedRequest } from '#providers/pawapay.ts'
import { bytes, fakeFetch, html, json, networkError } from './fake-fetch.ts'
import { keyPair, NOW_S, PARAMS, type Signing, signedRequest } from './signing.ts'

const id = '8917c345-4791-4285-a416-62f24b6982db'
const body = JSON.stringify({ payoutId: id, status: 'COMPLETED', amount: '12.50', currency: 'USD', country: 'COD' })
const reading = { outcome: { kind: 'succeeded' }, money: { amountMinor: 1250, currency: 'USD' } }
const now = NOW_S * 1000

let ours: Awaited<ReturnType<typeof keyPair>>
let stranger: Awaited<ReturnType<typeof keyPair>>
beforeAll(async () => {
  ours = await keyPair()
  stranger = await keyPair()
})

const published = () => [
  { id: 'RSA:1', key: 'AAAA' },
  { id: 'K:1', key: ours.pem },
]
const sign = (signing: Partial<Signing> = {}) => signedRequest({ key: ours.privateKey, body, ...signing })

function verify(request: SignedRequest, at = now, authority?: string) {
  const { fetch } = fakeFetch(json(published()))
  const gateway = pawapay({ baseUrl: 'https://api.test', token: 't', fetch, ...(authority && { authority }) })
  return gateway.verifyCallback('payout', request, at)
}

describe('verified', () => {
  test.each<[string, Partial<Signing>]>([
    ['DER', { form: 'der' }],
    ['raw', { form: 'raw' }],
    ['sha-256', { digest: 'sha-256' }],
    ['the fewest components', { components: ['content-digest', '@path', '@method'] }],
    ['a query', { url: 'https://market.test/cb?a=1', components: ['@method', '@path', '@query', 'content-digest'] }],
    ['no expiry', { params: `;created=${NOW_S};keyid="K:1";alg="ecdsa-p256-sha256"` }],
    ['a nonce and a tag', { params: `${PARAMS};nonce="a b";tag="x"` }],
  ])('%s', async (_name, signing) => {
    expect(await verify(await sign(signing))).toEqual({ verdict: 'verified', id, reading })
  })

  test('200 signatures, so that short integers come up', async () => {
    for (let i = 0; i < 200; i++) expect((await verify(await sign({ body: `{"n":${i}}` }))).verdict).toBe('verified')
  })

  test('our public host, when a proxy rewrote Host', async () => {
    const request = await sign({ host: 'public.test' })
    expect((await verify(request)).verdict).toBe('forged')
    expect((await verify(request, now, 'Public.test')).verdict).toBe('verified')
  })

  test.each([-5 * 60, 60 + 5 * 60])('%i s from its creation', async (seconds) => {
    expect((await verify(await sign(), now + seconds * 1000)).verdict).toBe('verified')
  })

  test('a body that cannot be read says nothing', async () => {
    expect(await verify(await sign({ body: 'garbage' }))).toEqual({ verdict: 'verified' })
    expect(await verify(await sign({ body: '{"depositId":"x","status":"COMPLETED"}' }))).toEqual({
      verdict: 'verified',
    })
  })
})

describe('forged', () => {
  const altered = (change: (request: SignedRequest) => Partial<SignedRequest>) => async () => {
    const request = await sign()
    return { ...request, ...change(request) }
  }
  const withHeader = (name: string, value: string | null) =>
    altered(({ headers }) => {
      const changed = new Headers(headers)
      if (value === null) changed.delete(name)
      else changed.set(name, value)
      return { headers: changed }
    })
  const input = (text: string) => withHeader('signature-input', text)

  test.each<[string, () => Promise<SignedRequest>]>([
    ['altered body', altered(() => ({ body: bytes(body.replace('12.50', '99.50')) }))],
    ['another method', altered(() => ({ method: 'PUT' }))],
    ['another path', altered(({ url }) => ({ url: url.replace('payouts', 'deposits') }))],
    ['another host', altered(({ url }) => ({ url: url.replace('market.test', 'evil.test') }))],
    ['a covered header altered', withHeader('content-type', 'text/plain')],
    ['a covered header missing', withHeader('signature-date', null)],
    ['no digest', withHeader('content-digest', null)],
    ['a malformed digest', withHeader('content-digest', 'sha-256=abc')],
    ['a digest of nothing we know, signed', () => sign({ digestHeader: 'md5=:AAAA:' })],
    [
      'one wrong digest of two',
      async () => {
        const request = await sign({ digest: 'sha-256' })
        request.headers.append('content-digest', 'sha-512=:AAAA:')
        return request
      },
    ],
    [
      'a body swapped together with its digest',
      async () => {
        const swapped = await sign({ key: stranger.privateKey, body: body.replace('12.50', '99.50') })
        const { headers } = await sign()
        swapped.headers.set('signature', headers.get('signature') ?? '')
        return swapped
      },
    ],
    ['@method not covered', () => sign({ components: ['@path', 'content-digest'] })],
    ['@path not covered', () => sign({ components: ['@method', 'content-digest'] })],
    ['content-digest not covered', () => sign({ components: ['@method', '@path'] })],
    ['nothing covered', () => sign({ components: [] })],
    ['a component twice', () => sign({ components: ['@method', '@method', '@path', 'content-digest'] })],
    ['a component we cannot work out', () => sign({ components: ['@method', '@path', 'content-digest', '@status'] })],
    ['a strange component', () => sign({ components: ['@method', '@path', 'content-digest', 'a@b'] })],
    ["a stranger's key", () => sign({ key: stranger.privateKey })],
    ['another algorithm', () => sign({ params: PARAMS.replace('ecdsa-p256-sha256', 'hmac-sha256') })],
    ['no algorithm', () => sign({ params: `;keyid="K:1";created=${NOW_S}` })],
    ['no key id', () => sign({ params: `;alg="ecdsa-p256-sha256";created=${NOW_S}` })],
    ['no creation time', () => sign({ params: ';alg="ecdsa-p256-sha256";keyid="K:1"' })],
    ['a creation time as text', () => sign({ params: ';alg="ecdsa-p256-sha256";keyid="K:1";created="1"' })],
    ['a parameter twice', () => sign({ params: `${PARAMS};created=${NOW_S}` })],
    ['created tomorrow', () => sign({ params: PARAMS.replace(`created=${NOW_S}`, `created=${NOW_S + 86400}`) })],
    ['expired', () => sign({ params: PARAMS.replace(`expires=${NOW_S + 60}`, `expires=${NOW_S - 301}`) })],
    ['old, without an expiry', () => sign({ params: `;created=${NOW_S - 601};keyid="K:1";alg="ecdsa-p256-sha256"` })],
    [
      'a changed expiry',
      async () => {
        const request = await sign()
        const received = request.headers.get('signature-input') ?? ''
        request.headers.set('signature-input', received.replace(`expires=${NOW_S + 60}`, `expires=${NOW_S + 9999}`))
        return request
      },
    ],
    ['no Signature', withHeader('signature', null)],
    ['no Signature-Input', withHeader('signature-input', null)],
    ['empty Signature', withHeader('signature', '')],
    [
      'another label',
      async () => {
        const request = await sign()
        request.headers.set('signature', `x-${request.headers.get('signature')}`)
        return request
      },
    ],
    ['not base64', withHeader('signature', 'sig-pp=:AA*A:')],
    ['bad base64 length', withHeader('signature', 'sig-pp=:AAAAA:')],
    ['a short signature', withHeader('signature', 'sig-pp=:AAAA:')],
    ['a signature of zeros', withHeader('signature', `sig-pp=:${btoa('\0'.repeat(64))}:`)],
    ['DER of zeros', withHeader('signature', `sig-pp=:${btoa('\x30\x06\x02\x01\x00\x02\x01\x00')}:`)],
    ['DER with an endless integer', withHeader('signature', `sig-pp=:${btoa('\x30\x04\x02\x7f\x01\x02')}:`)],
    ['not a list', input('sig-pp=hello')],
    ['an open list', input('sig-pp=("@method" "@path"')],
    ['unquoted components', input(`sig-pp=(@method @path content-digest)${PARAMS}`)],
    ['component parameters', input(`sig-pp=("@method" "@path";req "content-digest")${PARAMS}`)],
    ['two signatures', input(`a=("@method")${PARAMS}, sig-pp=("@method")${PARAMS}`)],
    ['noise', input(';;==()"')],
  ])('%s', async (_name, make) => {
    expect(await verify(await make())).toEqual({ verdict: 'forged', id })
  })

  test('expired at the time it came, though signed well', async () => {
    expect((await verify(await sign(), now + 361_000)).verdict).toBe('forged')
  })
})

test('unsigned: the id is read, the reading is not', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const request = { method: 'POST', url: 'https://market.test/', headers, body: bytes(body) }
  expect(await verify(request)).toEqual({ verdict: 'unsigned', id })
  expect(await verify({ ...request, body: bytes('x') })).toEqual({ verdict: 'unsigned' })
})

describe('keys', () => {
  const signedBy = (keyid: string, key = ours.privateKey) => sign({ key, params: PARAMS.replace('K:1', keyid) })
  const connect = (keyCache: KeyCache, ...steps: Parameters<typeof fakeFetch>) => {
    const { fetch, sent } = fakeFetch(...steps)
    return { gateway: pawapay({ baseUrl: 'https://api.test/', token: 'tok', fetch, keyCache }), sent }
  }

  test('are asked for once and shared through the cache', async () => {
    const cache = newKeyCache()
    const first = connect(cache, json(published()))
    expect((await first.gateway.verifyCallback('payout', await signedBy('K:1'), now)).verdict).toBe('verified')
    expect((await first.gateway.verifyCallback('payout', await signedBy('K:1'), now)).verdict).toBe('verified')
    expect(first.sent.map(({ url }) => url)).toEqual(['https://api.test/v2/public-key/http'])
    const second = connect(cache)
    expect((await second.gateway.verifyCallback('payout', await signedBy('K:1'), now)).verdict).toBe('verified')
  })

  test('an unknown one is asked for once more, and a rotated one is dropped', async () => {
    const { gateway, sent } = connect(
      newKeyCache(),
      json(published()),
      json([{ id: 'K:2', key: stranger.pem }]),
      json([]),
    )
    await gateway.verifyCallback('payout', await signedBy('K:1'), now)
    const rotated = await signedBy('K:2', stranger.privateKey)
    expect((await gateway.verifyCallback('payout', rotated, now)).verdict).toBe('verified')
    expect((await gateway.verifyCallback('payout', rotated, now)).verdict).toBe('verified')
    expect(sent).toHaveLength(2)
    expect((await gateway.verifyCallback('payout', await signedBy('K:1'), now)).verdict).toBe('forged')
    expect(sent).toHaveLength(3)
  })

  test('one that nobody has is forged after one call, and remembered', async () => {
    const { gateway, sent } = connect(newKeyCache(), json(published()))
    const request = await signedBy('K:9')
    expect((await gateway.verifyCallback('payout', request, now)).verdict).toBe('forged')
    expect((await gateway.verifyCallback('payout', request, now + 60_000)).verdict).toBe('forged')
    expect(sent).toHaveLength(1)
  })

  test('however many names somebody invents, five questions a minute are asked', async () => {
    const { gateway, sent } = connect(newKeyCache(), ...Array.from({ length: 6 }, () => json(published())))
    for (let i = 0; i < 20; i++) await gateway.verifyCallback('payout', await signedBy(`K:x${i}`), now)
    expect(sent).toHaveLength(5)
    expect((await gateway.verifyCallback('payout', await signedBy('K:1'), now)).verdict).toBe('verified')
    await gateway.verifyCallback('payout', await signedBy('K:y'), now + 60_000)
    expect(sent).toHaveLength(6)
  })

  test('invented names delay a rotated key by 12 seconds, and its own name, guessed, by two minutes', async () => {
    const rotated = [...published(), { id: 'K:2', key: stranger.pem }]
    const flood = async (gateway: ReturnType<typeof connect>['gateway'], at: number) => {
      for (let i = 0; i < 8; i++) await gateway.verifyCallback('payout', await signedBy(`K:${at}-${i}`), at)
    }
    const byRotated = await signedBy('K:2', stranger.privateKey)
    const { gateway, sent } = connect(newKeyCache(), ...Array(5).fill(json(published())), json(rotated))
    await flood(gateway, now)
    expect((await gateway.verifyCallback('payout', byRotated, now + 11_999)).verdict).toBe('forged')
    await flood(gateway, now + 12_000)
    expect(sent).toHaveLength(6)
    expect((await gateway.verifyCallback('payout', byRotated, now + 12_000)).verdict).toBe('verified')

    const guessed = connect(newKeyCache(), json(published()), json(rotated))
    await guessed.gateway.verifyCallback('payout', byRotated, now)
    expect((await guessed.gateway.verifyCallback('payout', byRotated, now + 119_999)).verdict).toBe('forged')
    expect((await guessed.gateway.verifyCallback('payout', byRotated, now + 120_000)).verdict).toBe('verified')
  })

  test.each([html(500), html(200), networkError('ECONNREFUSED')])('unreachable: nothing is proved', async (step) => {
    const { gateway } = connect(newKeyCache(), step)
    expect(await gateway.verifyCallback('payout', await signedBy('K:1'), now)).toEqual({ verdict: 'unsigned', id })
  })

  test('what is plainly wrong costs no call', async () => {
    const { gateway, sent } = connect(newKeyCache())
    const request = await sign()
    await gateway.verifyCallback('payout', { ...request, body: bytes('{}') }, now)
    await gateway.verifyCallback('payout', request, now + 86_400_000)
    expect(sent).toEqual([])
  })
})
