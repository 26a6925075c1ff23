// Steps of the tests of accounts: an owner with every way in, her devices, and her network.
import { expect } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { type Authenticator, newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { linkGoogle, newGoogleAccount } from '#testing/fixtures/google.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import {
  codeAfter,
  enter,
  freshAddress,
  from,
  linkToken,
  messageAfter,
  newEstablished,
  signedIn,
  withNumber,
  withSecond,
} from '#testing/stories/people.ts'

export type Headers = Record<string, string>
export const device = (token: string): Headers => ({ 'x-device-token': token })
/** Another network each time. */
export const elsewhere = (more: Headers = {}): Headers => ({ ...from(freshAddress()), ...more })
/** Google signs for now, whatever the clock of the test says. */
export const googleTimes = () => ({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600 })

/** Something that was not compared because too many were, or a right code that is taken for wrong. */
export const refusalOf = ({ status, error }: Answer) => (error ? `${status} ${error.reason ?? error.code}` : status)
/** The guess was compared with a code. */
export const isCompared = ({ status, error }: Answer) =>
  status === 200 || (status === 401 && error?.reason === 'INVALID_VERIFICATION_CODE')

export const post = (path: string, body: object, headers: Headers = elsewhere()) =>
  call(guest, 'POST', path, body, headers)
/** Whoever is asked for a challenge answers it: altcha-lib is loaded when it is needed. */
export async function solving(ask: (more: Headers) => Promise<Answer>): Promise<Answer> {
  const answer = await ask({})
  if (answer.error?.reason !== 'CHALLENGE_REQUIRED') return answer
  const { solvedChallenge } = await import('#testing/stories/challenges.ts')
  return ask({ 'x-challenge': await solvedChallenge() })
}
/** An honest client posts: it answers the challenge that it is asked for. */
export const postHonestly = (path: string, body: object, at: Headers = elsewhere()) =>
  solving((more) => post(path, body, { ...at, ...more }))
export const askCode = (email: string, at?: Headers) => post('/auth/login/request-otp', { email }, at)
/** A code that an honest client asks for and types, on a phone that nobody knows unless told, in one network. */
export async function entersByCode(email: string, at: Headers = elsewhere()): Promise<Answer> {
  const code = await codeAfter(email, () => postHonestly('/auth/login/request-otp', { email }, at))
  return postHonestly('/auth/login/verify-otp', { email, code }, at)
}
export const typeCode = (email: string, code: string, at?: Headers) =>
  post('/auth/login/verify-otp', { email, code }, at)
export const askLink = (email: string, at?: Headers) => post('/auth/password/forgot', { email }, at)

/** The link that resets a password, asked for there. */
export async function linkFor(email: string, at?: Headers): Promise<string> {
  const mail = await messageAfter(
    email,
    async () => expect(refusalOf(await postHonestly('/auth/password/forgot', { email }, at)), 'a link').toBe(200),
    ({ text }) => text.includes('token='),
  )
  return linkToken(mail)
}
/** Whoever was let in, with the session that the answer opened. */
export function comesIn<T extends Person>(person: T, answer: Answer): T {
  expect(refusalOf(answer), 'a sign-in').toBe(200)
  return { ...person, token: answer.data.accessToken }
}

/** Six digits that nobody was sent; other ones each time. */
let guesses = 0
export const guess = () => String(100_000 + (guesses++ % 800_000))

export type Owner = Person & {
  phone: string
  second: string
  key: Authenticator
  google: ReturnType<typeof newGoogleAccount>
  /** The phone on which she signed in before. */
  deviceToken: string
}
/** A person of before with a number and a second address of eight days. */
async function settled(known: Person) {
  const person = await withSecond(await withNumber(await signedIn(known)))
  wait(8 * 24 * 60 * 60_000)
  return signedIn(person)
}
/** Somebody with a number and a second address of eight days, a passkey and a Google account, who signed in on her phone. */
export async function newOwner(known?: Person): Promise<Owner> {
  const person = known ? await settled(known) : await newEstablished()
  const [key, google] = [await newAuthenticator(), newGoogleAccount()]
  expect((await registerPasskey(person, key)).status).toBe(201)
  expect((await linkGoogle(await signedIn(person), await google.token(googleTimes()))).status).toBe(201)
  const { data } = await enter(person.email, PASSWORD, elsewhere())
  return { ...person, token: data.accessToken, key, google, deviceToken: data.deviceToken }
}

/** A sign-in with the passkey, there. */
export async function enterByKey(owner: Owner, at: Headers): Promise<Answer> {
  const started = await postHonestly('/auth/passkey/login/options', { email: owner.email }, at)
  expect(refusalOf(started), 'a passkey’s challenge').toBe(200)
  const { challengeId, options } = started.data
  return postHonestly('/auth/passkey/login/verify', { challengeId, response: await owner.key.get(options) }, at)
}
export const enterByGoogle = async (owner: Owner, at: Headers) =>
  postHonestly('/auth/login/google', { idToken: await owner.google.token(googleTimes()) }, at)

/** Whether the account knows this phone: its codes are asked for apart from those of the network it is in. */
export async function isKnownTo(email: string, deviceToken: string): Promise<boolean> {
  const there = from(freshAddress())
  expect(refusalOf(await askCode(email, there))).toBe(200)
  expect(refusalOf(await askCode(email, there))).toBe('429 TOO_MANY_REQUESTS')
  return (await askCode(email, { ...there, ...device(deviceToken) })).status === 200
}

/** Strangers use up the tries of an account's password, for the quarter and for the day. */
export async function guessPasswords(email: string, at: () => Headers = elsewhere): Promise<void> {
  for (let quarter = 0; quarter < 4; quarter++) {
    if (quarter > 0) wait(16 * 60_000)
    for (let i = 0; i < 11; i++) await enter(email, `Faux-mot-${quarter}-${i}`, at())
  }
}
/** Strangers use up the codes that an account may be guessed by in a day. */
export async function guessCodes(email: string): Promise<number> {
  let tries = 0
  for (let network = 0; network < 8; network++) {
    const there = elsewhere()
    await askCode(email, there)
    for (let i = 0; i < 6; i++) if (isCompared(await typeCode(email, guess(), there))) tries++
  }
  return tries
}
