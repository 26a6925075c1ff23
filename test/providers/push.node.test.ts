import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it, test, vi } from 'vitest'
import { isPushEndpoint } from '#kernel/push/endpoint.ts'
import { readVapidKeys } from '#kernel/push/keys.ts'
import { fcm } from '#providers/fcm.ts'
import { connectProviders } from '#providers/providers.ts'
import type { Push, PushDelivery } from '#providers/push.ts'
import { webPush } from '#providers/web-push.ts'
import { BINDINGS } from '#testing/bindings.ts'
import { PUSH_KEYS } from '#testing/push-keys.ts'
import { newBrowser, readVapid } from '#testing/push-receiver.ts'
import { fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

const HOUR_MS = 3_600_000
const DATA = { kind: 'order.paid', title: 'Nouvelle commande payée', orderId: '0198c5a0-0000-7000-8000-000000000001' }
const pushTo = (to: Push['to'], set: Partial<Push> = {}): Push => ({
  to,
  data: DATA,
  topic: 'AZjFoAAAcACAAAAAAAAAAQ',
  isUrgent: false,
  expiresAt: Date.now() + HOUR_MS,
  ...set,
})
const taken = () => new Response(null, { status: 201 })

describe('Web Push', () => {
  const browser = newBrowser()
  const to = { kind: 'WEB_PUSH', address: browser.endpoint, ...browser.keys } as const
  function connect(...steps: Parameters<typeof fakeFetch>) {
    const bodies: Uint8Array[] = []
    const { fetch, sent } = fakeFetch(...steps)
    const noting: typeof globalThis.fetch = (input, init) => {
      bodies.push(init?.body as Uint8Array)
      expect(init?.redirect).toBe('manual')
      return fetch(input, init)
    }
    const service = webPush({ jwk: PUSH_KEYS.VAPID_JWK, subject: 'mailto:a@soko.test', fetch: noting })
    if (!service) throw new Error('no service')
    return { service, sent, bodies }
  }

  it('is read by the browser alone, and costs a phone few bytes', async () => {
    const { service, bodies } = connect(taken())
    expect(await service.send(pushTo(to))).toEqual({ kind: 'sent', messageId: '' })
    const [body = new Uint8Array()] = bodies
    expect(browser.open(body)).toEqual(DATA)
    expect(() => newBrowser().open(body)).toThrow()
    expect(body.byteLength).toBeLessThan(250)
  })

  it('is signed for the push service, and says how long it is good, how urgent and what it replaces', async () => {
    const { service, sent } = connect(taken(), taken())
    await service.send(pushTo(to))
    await service.send(pushTo(to, { isUrgent: true, topic: undefined, expiresAt: Date.now() + 59_900 }))
    const [first, second] = sent
    const { claims, publicKey } = readVapid(first?.headers.get('authorization') ?? '')
    expect(publicKey).toBe(service.publicKey)
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:a@soko.test' })
    const left = Number(claims.exp) * 1000 - Date.now()
    expect(left > 0 && left <= 24 * HOUR_MS).toBe(true)
    expect(first).toMatchObject({ method: 'POST', url: browser.endpoint })
    const headers = (one = first) =>
      ['ttl', 'urgency', 'topic', 'content-encoding'].map((name) => one?.headers.get(name) ?? null)
    expect(headers()[0]).toMatch(/^3(600|599)$/)
    expect(headers().slice(1)).toEqual(['normal', 'AZjFoAAAcACAAAAAAAAAAQ', 'aes128gcm'])
    expect(headers(second)).toEqual(['59', 'high', null, 'aes128gcm'])
  })

  test.each<[string, Response | Error, PushDelivery['kind']]>([
    ['201', taken(), 'sent'],
    ['404', html(404), 'gone'],
    ['410', html(410), 'gone'],
    ['400', html(400), 'refused'],
    ['413', html(413), 'refused'],
    ['401', html(401), 'failed'],
    ['403', html(403), 'failed'],
    ['429', html(429), 'failed'],
    ['500', html(500), 'failed'],
    [
      'a redirect, which nobody follows',
      new Response(null, { status: 307, headers: { location: 'http://10.0.0.1/' } }),
      'failed',
    ],
    ['a time-out', timeout(), 'failed'],
    ['nobody there', networkError('ECONNREFUSED'), 'failed'],
  ])('%s', async (_name, step, kind) => {
    const { service, sent } = connect(step)
    expect((await service.send(pushTo(to))).kind).toBe(kind)
    expect(sent).toHaveLength(1)
  })

  test.each<[string, string, Response | Error, boolean]>([
    ['a subscription of another key', browser.endpoint, html(403), true],
    ['a browser that is asked too much', browser.endpoint, html(429), true],
    ['a service that is down', browser.endpoint, html(503), false],
    ['a service that hangs', browser.endpoint, timeout(), false],
    ['a host that nobody else has', 'https://no-such-host.notify.windows.com/w/a', html(530), true],
    ['a host that is not there', 'https://no-such-host.push.apple.com/a', networkError('ENOTFOUND'), true],
  ])('the failure of %s says whether it is of the device alone', async (_name, address, step, isOfDevice) => {
    const delivery = await connect(step).service.send(pushTo({ ...to, address }))
    expect('isOfDevice' in delivery && delivery.isOfDevice === true).toBe(isOfDevice)
  })

  it('asks nobody for what is late, for another host, or with keys that no browser made', async () => {
    const { service, sent } = connect()
    expect(await service.send(pushTo(to, { expiresAt: Date.now() }))).toEqual({ kind: 'late' })
    expect(await service.send(pushTo({ ...to, address: 'https://soko.test/x' }))).toEqual({ kind: 'gone' })
    const noPoint = Buffer.concat([Uint8Array.of(4), Buffer.alloc(64, 7)]).toString('base64url')
    expect(await service.send(pushTo({ ...to, p256dh: noPoint }))).toEqual({ kind: 'gone' })
    expect(sent).toHaveLength(0)
  })

  it('has no service without a key, and none of a text that is no key', () => {
    for (const jwk of ['', 'x', '{}', '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}']) {
      expect(readVapidKeys(jwk)).toBeUndefined()
      expect(webPush({ jwk, subject: 'mailto:a@soko.test' })).toBeUndefined()
    }
  })
})

describe('endpoints', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b-_x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA==',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b%3d',
    'https://web.push.apple.com/QGuQyavXutnMH',
  ])('%s is one', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

  test.each([
    '',
    'fcm.googleapis.com/fcm/send/a',
    'http://fcm.googleapis.com/fcm/send/a',
    'ftp://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com:443/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com./fcm/send/a',
    'https://fcm.googleapis.com%2e/fcm/send/a',
    'https://FCM.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com@10.0.0.1/a',
    'https://a@fcm.googleapis.com/fcm/send/a',
    'https://a:b@fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com.evil.test/fcm/send/a',
    'https://evil.test/https://fcm.googleapis.com/a',
    'https://evil.test#fcm.googleapis.com/a',
    'https://evil.test?fcm.googleapis.com/a',
    'https://evil.test\\@fcm.googleapis.com/a',
    'https://evil.test\\.push.apple.com/a',
    'https:\\\\fcm.googleapis.com/a',
    'https:/fcm.googleapis.com/a',
    'https:///fcm.googleapis.com/a',
    ' https://fcm.googleapis.com/a',
    'https://fcm.googleapis.com/a b',
    'https://fcm.googleapis.com/a\n',
    'https://fcm.googleapis.com/a\r\nx: y',
    'https://fcm.googleapis.com\t/a',
    'https://fcm.googleapis.com/a#b',
    'https://fcm。googleapis。com/a',
    'https://ｆcm.googleapis.com/a',
    'https://fcm.googleapiſ.com/a',
    'https://evilnotify.windows.com/a',
    'https://notify.windows.com/a',
    'https://push.apple.com/a',
    'https://xpush.apple.com/a',
    'https://x..push.apple.com/a',
    'https://googleapis.com/a',
    'https://x.fcm.googleapis.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
  ])('%j is none', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false))
})

describe('Firebase', () => {
  const to = { kind: 'FCM', address: 'token-of-a-phone', p256dh: null, auth: null } as const
  const token = () => json({ access_token: 'ya29.x', expires_in: 3599 })
  const told = (status: number, errorCode?: string) =>
    json(
      {
        error: {
          code: status,
          details: errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : [],
        },
      },
      status,
    )
  function connect(...steps: Parameters<typeof fakeFetch>) {
    const { fetch, sent } = fakeFetch(...steps)
    const service = fcm({
      serviceAccount: PUSH_KEYS.FCM_SERVICE_ACCOUNT,
      baseUrl: 'https://fcm.test/',
      tokenUrl: 'https://oauth2.test/token',
      fetch,
    })
    if (!service) throw new Error('no service')
    return { service, sent }
  }

  it('says who we are, once for many pushes', async () => {
    const { service, sent } = connect(token(), json({ name: 'x' }), json({ name: 'y' }))
    expect(await service.send(pushTo(to))).toEqual({ kind: 'sent', messageId: '' })
    expect(await service.send(pushTo(to, { isUrgent: true, topic: undefined }))).toMatchObject({ kind: 'sent' })
    const form = new URLSearchParams(sent[0]?.text)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const key = createPublicKey(JSON.parse(PUSH_KEYS.FCM_SERVICE_ACCOUNT).private_key)
    const isOurs = verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
    expect(isOurs).toBe(true)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({
      iss: 'push@test-soko.iam.gserviceaccount.com',
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    })
    expect(claims.exp - claims.iat).toBe(3600)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://oauth2.test/token',
      'https://fcm.test/v1/projects/test-soko/messages:send',
      'https://fcm.test/v1/projects/test-soko/messages:send',
    ])
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer ya29.x')
    expect(sent[1]?.json).toMatchObject({
      message: {
        token: 'token-of-a-phone',
        data: DATA,
        notification: { title: DATA.title },
        android: {
          ttl: expect.stringMatching(/^3(600|599)s$/),
          priority: 'NORMAL',
          collapse_key: 'AZjFoAAAcACAAAAAAAAAAQ',
        },
      },
    })
    expect(sent[2]?.json).toMatchObject({ message: { android: { priority: 'HIGH' } } })
    expect(JSON.stringify(sent[2]?.json)).not.toContain('collapse')
  })

  it('asks for a new token before the old one ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const { service, sent } = connect(token(), json({}), json({}), token(), json({}))
      for (const minutes of [0, 49, 2]) {
        vi.setSystemTime(Date.now() + minutes * 60_000)
        expect(await service.send(pushTo(to))).toMatchObject({ kind: 'sent' })
      }
      expect(sent.filter(({ url }) => url.includes('oauth2'))).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each<[string, Response | Error, object]>([
    ['a token that is gone', told(404, 'UNREGISTERED'), { kind: 'gone' }],
    ['a project that is not there', told(404), { kind: 'failed', detail: 'HTTP_404' }],
    ['our own fault', told(400, 'INVALID_ARGUMENT'), { kind: 'refused', detail: 'INVALID_ARGUMENT' }],
    ['a token of another app', told(403, 'SENDER_ID_MISMATCH'), { kind: 'refused', detail: 'SENDER_ID_MISMATCH' }],
    ['too many', told(429, 'QUOTA_EXCEEDED'), { kind: 'failed', detail: 'QUOTA_EXCEEDED' }],
    ['theirs', told(503, 'UNAVAILABLE'), { kind: 'failed', detail: 'UNAVAILABLE' }],
    ['garbage', html(502), { kind: 'failed', detail: 'HTTP_502' }],
    ['a time-out', timeout(), { kind: 'failed', detail: 'TIMEOUT' }],
  ])('%s', async (_name, step, expected) => {
    expect(await connect(token(), step).service.send(pushTo(to))).toEqual(expected)
  })

  it('fails for now without a token, and asks nobody for what is late', async () => {
    expect(await connect(html(500)).service.send(pushTo(to))).toEqual({ kind: 'failed', detail: 'FCM_NO_TOKEN' })
    expect(await connect().service.send(pushTo(to, { expiresAt: 0 }))).toEqual({ kind: 'late' })
  })
})

it('no service of pushes is there whose key is not', () => {
  const { VAPID_JWK, FCM_SERVICE_ACCOUNT, ...env } = { ...BINDINGS, ...PUSH_KEYS }
  const kinds = (keys: object) => Object.keys(connectProviders({ ...env, ...keys } as never).pushes)
  expect(kinds({})).toEqual([])
  expect(kinds({ VAPID_JWK })).toEqual(['WEB_PUSH'])
  expect(kinds({ VAPID_JWK, FCM_SERVICE_ACCOUNT })).toEqual(['WEB_PUSH', 'FCM'])
})
