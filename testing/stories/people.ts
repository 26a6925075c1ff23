import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Role } from '#kernel/roles.ts'
import { app } from '#src/app.ts'
import { type Answer, type Caller, call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { clientRequest, freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox, type Message, until } from '#testing/sandbox.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const from = (address: string) => ({ 'cf-connecting-ip': address })
let addresses = 0
/** A client address nobody else in this run has. */
export const freshAddress = () => `102.70.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** Signs in with the password; what it answered. */
export const enter = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  call(guest, 'POST', '/auth/login/password', { email, password }, headers)

/** Signs a person in with the password: their session was opened just now. */
export async function signedIn<T extends Person>(person: T, password = PASSWORD): Promise<T> {
  const { data } = await enter(person.email, password)
  return { ...person, token: data.accessToken }
}

/** A person who signed in with the password just now. */
export const freshlySignedIn = async (role: Role = 'BUYER') => signedIn(await signUp(role))

/** Eleven minutes later: the access token is still good, the proof of the owner is not. */
export const proofPasses = () => wait(11 * MINUTE)

export const reauthenticate = (as: Caller, proof: object, headers: Record<string, string> = {}) =>
  call(as, 'POST', '/auth/reauthenticate', proof, headers)
export const setPhone = (as: Caller, phone: string) => call(as, 'POST', '/users/phone/request', { phone })
export const provePhone = (as: Caller, code: string) => call(as, 'POST', '/users/phone/verify', { code })
export const addSecond = (as: Caller, email: string) => call(as, 'POST', '/auth/secondary-email', { email })
export const proveSecond = (as: Caller, code: string) => call(as, 'POST', '/auth/secondary-email/verify', { code })
export const startRecovery = (identifier: string, headers?: Record<string, string>) =>
  call(guest, 'POST', '/auth/recovery/start', { identifier }, headers)
export const sendRecovery = (
  recoveryId: string,
  method: 'SECONDARY_EMAIL' | 'PHONE',
  headers?: Record<string, string>,
) => call(guest, 'POST', '/auth/recovery/send-code', { recoveryId, method }, headers)
export const proveRecovery = (recoveryId: string, code: string, headers?: Record<string, string>) =>
  call(guest, 'POST', '/auth/recovery/verify', { recoveryId, code }, headers)
export const completeRecovery = (recoveryToken: string, newPassword: string) =>
  call(guest, 'POST', '/auth/recovery/complete', { recoveryToken, newPassword })

/** The newest code sent there after `request`, whatever the message says. */
export async function codeAfter(to: string, request: () => Promise<Answer>): Promise<string> {
  const coded = async () => (await inbox(to)).filter(({ code }) => code !== null)
  const before = (await coded()).length
  const { status, error } = await request()
  if (status >= 400) throw new Error(`no code was asked for: ${status} ${JSON.stringify(error)}`)
  return until(async () => {
    const found = await coded()
    return found.length > before && found[0]?.code
  }, `a code for ${to}`)
}

/** Message that came there after `act`: waits until there is one that fits. */
export async function messageAfter(
  to: string,
  act: () => Promise<unknown>,
  fits: (message: Message) => boolean = () => true,
): Promise<Message> {
  const before = (await inbox(to)).length
  await act()
  return until(async () => {
    const all = await inbox(to)
    return all.slice(0, all.length - before).find(fits)
  }, `a message to ${to}`)
}
export const linkToken = (message: Message) => /[?&#]token=([\w.~-]+)/.exec(message.text)?.[1] ?? ''

/** Sets a number, as its person does. */
export async function withNumber<T extends Person>(person: T, phone = freshPhone()): Promise<T & { phone: string }> {
  await provePhone(person, await codeAfter(phone, () => setPhone(person, phone)))
  return { ...person, phone }
}
/** Sets a second address, as its person does. */
export async function withSecond<T extends Person>(
  person: T,
  second = freshEmail('second'),
): Promise<T & { second: string }> {
  await proveSecond(person, await codeAfter(second, () => addSecond(person, second)))
  return { ...person, second }
}
/** Somebody who has had a number and a second address for more than a week, and signed in just now. */
export async function newEstablished(role: Role = 'BUYER') {
  const person = await withSecond(await withNumber(await freshlySignedIn(role)))
  wait(8 * DAY)
  return signedIn(person)
}
/** A recovery that was proved at the second address. */
export async function provenRecovery(person: { email: string; second: string }) {
  const { recoveryId } = (await startRecovery(person.email)).data
  const code = await codeAfter(person.second, () => sendRecovery(recoveryId, 'SECONDARY_EMAIL'))
  const { data } = await proveRecovery(recoveryId, code)
  return data as { recoveryToken: string; availableAt: string }
}

type Answered = {
  status: number
  data: unknown
  error?: { code: string; reason?: string; message: string }
  headers: Headers
}
/** One request to a service with other settings. */
export async function callWith(
  settings: Record<string, unknown>,
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read into an answer freely.
): Promise<Answered & { data: any }> {
  const execution = createExecutionContext()
  const request = new Request(`http://localhost:8787/api/v1${path}`, clientRequest(as, method, body, headers))
  const response = await app.fetch(request, { ...env, ...settings } as typeof env, execution)
  await waitOnExecutionContext(execution)
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
  return { status: response.status, data: json.data, error: json.error, headers: response.headers }
}

/** A request as a web browser makes it, with its cookies. */
export async function browse(
  method: string,
  path: string,
  { cookie, body, headers = {} }: { cookie?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { exports } = await import('cloudflare:workers')
  return exports.default.fetch(
    new Request(`http://localhost:8787/api/v1${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { origin: 'http://localhost:8787' }),
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
}
/** The cookies that an answer sets, by name, with their attributes. */
export const cookiesOf = (response: Response) =>
  Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', ...value] = pair.split('=')
      return [name, { pair, value: value.join('='), attributes }]
    }),
  )
