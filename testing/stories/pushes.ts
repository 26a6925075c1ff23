// For the tests of push notifications: browsers with keys of their own, the push service that takes what the service sends them, and
// what a browser reads of it (RFC 8030 delivery, 8188 and 8291 encryption, 8292 VAPID).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { type Answer, type Caller, call, guest } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { pause } from '#testing/sandbox.ts'
import { SECOND } from '#testing/stories/money.ts'

const HOSTS = /(^|\.)(fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)$/
export const MOZILLA = 'https://updates.push.services.mozilla.com/wpush/v2'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser that let the site send it notifications: its address at a push service, and keys that nobody else has. */
export function newBrowser(service = MOZILLA, known?: { privateKey: string; auth: string }) {
  const pair = createECDH('prime256v1')
  if (known) pair.setPrivateKey(Buffer.from(known.privateKey, 'base64url'))
  else pair.generateKeys()
  const ownKey = pair.getPublicKey()
  const auth = known ? Buffer.from(known.auth, 'base64url') : randomBytes(16)
  return {
    endpoint: `${service}/${randomBytes(18).toString('hex')}`,
    keys: { p256dh: base64url(ownKey), auth: base64url(auth) },
    /** The text of a message, as RFC 8291 encrypts it; fails where it is not for this browser. */
    read(body: Uint8Array): string {
      const bytes = Buffer.from(body)
      const salt = bytes.subarray(0, 16)
      const end = 21 + bytes.readUInt8(20)
      const [theirKey, record] = [bytes.subarray(21, end), bytes.subarray(end)]
      if (record.length > bytes.readUInt32BE(16)) throw new Error('more than one record')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, theirKey])
      const secret = hkdf(pair.computeSecret(theirKey), auth, info, 32)
      const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const cipher = createDecipheriv('aes-128-gcm', key, hkdf(secret, salt, 'Content-Encoding: nonce\0', 12))
      cipher.setAuthTag(record.subarray(-16))
      const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      const last = text.findLastIndex((byte: number) => byte !== 0)
      if (text[last] !== 2) throw new Error('the last record does not end with its sign')
      return text.subarray(0, last).toString('utf8')
    },
  }
}
export type Browser = ReturnType<typeof newBrowser>
/** A message as it came: what its headers ask of the push service, and what the browser reads. */
export type Push = { to: Browser; headers: Headers; redirect: string; text: string; bytes: number }

/** Whatever is sent to push services while the test runs; the service that takes it answers 201 unless told otherwise. */
export function pushService() {
  const through = globalThis.fetch
  const pushes: Push[] = []
  const sentTo = (browser: Browser) => pushes.filter(({ to }) => to === browser)
  const strays: string[] = []
  const browsers: Browser[] = []
  const statuses = new Map<Browser, number>()
  const take = async (request: Request): Promise<Response | undefined> => {
    const { host } = new URL(request.url)
    if (!HOSTS.test(host) && request.headers.get('content-encoding') !== 'aes128gcm') return undefined
    const body = new Uint8Array(await request.arrayBuffer())
    for (const to of browsers) {
      const text = readBy(to, body)
      if (text === undefined) continue
      pushes.push({ to, headers: request.headers, redirect: request.redirect, text, bytes: body.length })
      return new Response(null, { status: statuses.get(to) ?? 201 })
    }
    strays.push(request.url)
    return new Response(null, { status: 404 })
  }
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    return (await take(request)) ?? through(request)
  }
  vi.stubGlobal('fetch', answer as typeof fetch)
  globalThis.answersFirst = take
  onTestFinished(() => {
    vi.unstubAllGlobals()
    globalThis.answersFirst = undefined
  })
  return {
    /** A browser whose messages this service takes. */
    browser(at?: string): Browser {
      const one = newBrowser(at)
      browsers.push(one)
      return one
    },
    /** From now on a message to this browser is answered so. */
    answers: (browser: Browser, status: number) => void statuses.set(browser, status),
    /** Messages that came to a browser so far. */
    sentTo,
    jobsRun,
    /** Messages that came to a browser, oldest first, once the jobs of a minute have run. */
    async heardBy(browser: Browser): Promise<Push[]> {
      await jobsRun()
      return sentTo(browser)
    },
    /** Addresses to which something was sent that no browser can read. */
    strays,
  }
}

/** The jobs of two minutes have run, and what was on its way has come. */
async function jobsRun(): Promise<void> {
  for (let i = 0; i < 2; i++) await minuteCronAfter(SECOND)
  await pause(50)
}

function readBy(browser: Browser, body: Uint8Array): string | undefined {
  try {
    return browser.read(body)
  } catch {
    return undefined
  }
}
// biome-ignore lint/suspicious/noExplicitAny: a payload has no schema; tests read into it freely.
export const payloadOf = ({ text }: Push): any => JSON.parse(text)
export const kindsOf = (pushes: Push[]): string[] => pushes.map((push) => payloadOf(push).kind)

/** Every value in a payload, by its path. */
export function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path ? `${path}.${key}` : key))
}

/** A push waits at its service for what is left of its time, in seconds. */
export function expectLeft(push: Push | undefined, seconds: number): void {
  const ttl = Number(push?.headers.get('ttl') ?? 0)
  expect([ttl <= seconds, ttl >= seconds - 10], String(ttl)).toEqual([true, true])
}

/** The key of the service for browsers, as GET /config says it: 65 bytes of a point, whatever its field is called. */
export async function vapidKey(): Promise<string> {
  const { data } = await call(guest, 'GET', '/config')
  const keys = leavesOf(data).flatMap(([path, value]) => (/vapid|push/i.test(path) ? [String(value)] : []))
  const found = keys.find((key) => Buffer.from(key, 'base64url').length === 65)
  expect(found, 'GET /config shows the VAPID key').toBeDefined()
  return found ?? ''
}

/** Fails unless a message is signed as RFC 8292 says: by the key of /config, for this push service, for a day at most. */
export function expectVapid({ to, headers }: Push, key: string): void {
  const [, token = '', said = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? []
  expect(said).toBe(key)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))]
  const [head = '', claims = '', signature = ''] = token.split('.')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned, 'the signature').toBe(true)
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  expect(read(head).alg).toBe('ES256')
  const { aud, exp, sub } = read(claims)
  expect(aud).toBe(new URL(to.endpoint).origin)
  expect(exp * 1000).toBeGreaterThan(Date.now())
  expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3600 * SECOND)
  expect(sub).toMatch(/^(mailto:|https:)/)
}

const DEVICES = '/notifications/devices'
export const addDevice = (
  as: Caller,
  { endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>,
  more: object = {},
): Promise<Answer> => call(as, 'POST', DEVICES, { kind: 'WEB_PUSH', endpoint, keys, ...more })
export const listDevices = (as: Caller): Promise<Answer> => call(as, 'GET', DEVICES)
export const removeDevice = (as: Caller, id: string): Promise<Answer> => call(as, 'DELETE', `${DEVICES}/${id}`)

export type Device = {
  id: string
  kind: string
  deviceName: string | null
  createdAt: string
  lastUsedAt: string | null
  current: boolean
}
/** The devices that somebody sees. */
export async function devicesOf(as: Caller): Promise<Device[]> {
  const { data, error } = await listDevices(as)
  expect(error).toBeUndefined()
  return data.devices
}
/** A device of somebody; what its registration answered. */
export async function registered(
  as: Caller,
  browser: Pick<Browser, 'endpoint' | 'keys'>,
  more?: object,
): Promise<Device> {
  const { status, data, error } = await addDevice(as, browser, more)
  expect([status, error]).toEqual([201, undefined])
  return data
}
