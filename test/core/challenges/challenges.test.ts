import { beforeEach, describe, expect, it } from 'vitest'
import { call, guest, tally } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { newGoogleAccount, registerGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import {
  callWith,
  enter,
  freshAddress,
  from,
  HOUR,
  newEstablished,
  sendRecovery,
  signedIn,
  startRecovery,
} from '#testing/stories/people.ts'

// altcha-lib is loaded where it is needed, so that the tests without it run beside it.
const solved = async () => (await import('#testing/stories/challenges.ts')).solvedChallenge()
const CHALLENGE = { status: 429, error: { code: 'TOO_MANY_REQUESTS', reason: 'CHALLENGE_REQUIRED' } }
const googleTimes = () => ({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600 })

/** Five seconds into an hour, so that no window ends in the middle of a test. */
beforeEach(() => void wait(Math.ceil(Date.now() / HOUR) * HOUR + 5000 - Date.now()))

const join = (headers: Record<string, string>) =>
  call(
    guest,
    'POST',
    '/auth/create-account',
    { name: 'Aline', email: freshEmail(), password: PASSWORD, role: 'BUYER' },
    headers,
  )
const guess = (headers: Record<string, string>) => enter(freshEmail(), 'Faux-mot-2026-x', headers)

/** More than fifty wrong passwords from one address within a minute. */
async function suspect(address = freshAddress()) {
  for (let i = 0; i < 55; i++) await guess(from(address))
  wait(61_000)
  return address
}

describe('GET /auth/challenge', () => {
  it('gives everybody a proof of work that is different each time', async () => {
    const [one, other] = [await call(guest, 'GET', '/auth/challenge'), await call(guest, 'GET', '/auth/challenge')]
    expect(one.status).toBe(200)
    expect(JSON.stringify(one.data)).toMatch(/"nonce":"\w+"/)
    expect(one.data).not.toEqual(other.data)
  })
})

describe('an address with 50 failures in an hour that are more than half of its tries', () => {
  it('is asked for a challenge, and a solved one lets its guest in, once', async () => {
    const headers = from(await suspect())
    const { email } = await signUp()
    const asked = await enter(email, PASSWORD, headers)
    expect(asked).toMatchObject(CHALLENGE)
    expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0)
    const solution = await solved()
    expect((await enter(email, PASSWORD, { ...headers, 'x-challenge': solution })).status).toBe(200)
    const again = await enter(email, PASSWORD, { ...headers, 'x-challenge': solution })
    expect(again).toMatchObject(CHALLENGE)
    expect(again.headers.get('retry-after')).toBe('1')
    expect(again.error?.details).toEqual([{ field: 'x-challenge', message: expect.stringContaining('déjà servi') }])
    expect((await enter(email, PASSWORD, { ...headers, 'x-challenge': await solved() })).status).toBe(200)
    expect((await enter(email, PASSWORD, from(freshAddress()))).status).toBe(200)
  })

  it('is let in by no forged, changed or empty solution', async () => {
    const headers = from(await suspect())
    const { email } = await signUp()
    const payload = JSON.parse(atob(await solved()))
    const { parameters } = payload.challenge
    const later = { ...parameters, expiresAt: 9_999_999_999 }
    const honest = atob(await solved())
    payload.solution.counter = (payload.solution.counter ?? 0) + 1
    const forged = [
      'x',
      '',
      btoa('{}'),
      btoa(JSON.stringify(payload)),
      btoa(JSON.stringify({ ...payload, challenge: { parameters: { ...parameters, cost: 1 } } })),
      btoa(JSON.stringify({ ...payload, challenge: { ...payload.challenge, parameters: later } })),
      btoa(honest.replace(/"expiresAt":\d+/, '"expiresAt":9999999999')),
      btoa(honest.replace('"cost":5000', '"cost":1')),
    ]
    const worn = [{ field: 'x-challenge', message: expect.stringContaining('fausse ou périmée') }]
    for (const solution of forged) {
      const refused = await enter(email, PASSWORD, { ...headers, 'x-challenge': solution })
      expect(refused).toMatchObject(CHALLENGE)
      expect(refused.error?.details).toEqual(solution === '' ? undefined : worn)
    }
  })

  it('is not asked when as many honest tries succeeded there', async () => {
    const address = freshAddress()
    const people = await Promise.all(Array.from({ length: 15 }, () => signUp()))
    for (let i = 0; i < 6; i++) {
      for (let n = 0; n < 9; n++) await guess(from(address))
      for (const { email } of people) await enter(email, PASSWORD, from(address))
      wait(61_000)
    }
    expect((await enter(people[0]?.email ?? '', PASSWORD, from(address))).status).toBe(200)
  })

  it('is asked for nothing by whoever is signed in there', async () => {
    const person = await signUp()
    const { data } = await enter(person.email)
    const address = await suspect()
    await changeUser(person.id, 'phone = ?, phone_verified_at = 1', freshPhone())
    const here = await signedIn(person)
    expect((await call(here, 'GET', '/auth/me', undefined, from(address))).status).toBe(200)
    expect((await call(here, 'POST', '/users/phone/request', { phone: freshPhone() }, from(address))).status).toBe(200)
    expect((await call(here, 'POST', '/users/phone/verify', { code: '000000' }, from(address))).status).toBe(401)
    const change = { currentPassword: PASSWORD, newPassword: 'Encore-un-autre-8' }
    const { refreshToken } = data
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken }, from(address))).status).toBe(200)
    expect((await call(here, 'POST', '/auth/password/update', change, from(address))).status).toBe(200)
  })

  it('is asked before the first SMS, which costs money', async () => {
    const person = await newEstablished()
    const address = await suspect()
    const began = await startRecovery(person.email, { ...from(address), 'x-challenge': await solved() })
    const before = (await inbox(person.phone)).length
    expect(await sendRecovery(began.data.recoveryId, 'PHONE', from(address))).toMatchObject(CHALLENGE)
    await pause(300)
    expect((await inbox(person.phone)).length).toBe(before)
    const answered = await sendRecovery(began.data.recoveryId, 'PHONE', {
      ...from(address),
      'x-challenge': await solved(),
    })
    expect(answered.status).toBe(200)
  })

  it('is an honest one again after the hour', async () => {
    const address = await suspect()
    wait(HOUR + 61_000)
    expect((await enter((await signUp()).email, PASSWORD, from(address))).status).toBe(200)
  })
})

describe('where Turnstile is in use', () => {
  const WITH = { TURNSTILE_SECRET: 'turnstile-secret', WEB_BASE_URL: 'https://soko.test' }
  /** Token of Cloudflare's widget for tests. */
  const PERSON = 'XXXX.DUMMY.TOKEN.XXXX'

  it('a token of its widget is taken in place of a solution, and no other text is', async () => {
    const headers = from(await suspect())
    const { email } = await signUp()
    const signIn = (settings: object, solution?: string) =>
      callWith(
        { ...settings },
        guest,
        'POST',
        '/auth/login/password',
        { email, password: PASSWORD },
        {
          ...headers,
          ...(solution !== undefined && { 'x-challenge': solution }),
        },
      )
    expect(await signIn(WITH)).toMatchObject(CHALLENGE)
    expect(await signIn(WITH, 'made-up')).toMatchObject(CHALLENGE)
    expect((await signIn(WITH, PERSON)).status).toBe(200)
    expect((await signIn(WITH, await solved())).status).toBe(200)
    expect(await signIn({}, PERSON)).toMatchObject(CHALLENGE)
  })

  it('a token that was given to another site is refused', async () => {
    const headers = { ...from(await suspect()), 'x-challenge': PERSON }
    const body = { email: (await signUp()).email, password: PASSWORD }
    const other = { ...WITH, WEB_BASE_URL: 'https://autre.example' }
    expect(await callWith(other, guest, 'POST', '/auth/login/password', body, headers)).toMatchObject(CHALLENGE)
  })
})

describe('an address that is not suspect', () => {
  it('is asked for a challenge past ten new accounts an hour, and goes on joining with it', async () => {
    const headers = from(freshAddress())
    for (let i = 0; i < 10; i++) expect((await join(headers)).status).toBe(201)
    expect(await join(headers)).toMatchObject(CHALLENGE)
    for (let i = 0; i < 3; i++) expect((await join({ ...headers, 'x-challenge': await solved() })).status).toBe(201)
  })

  it('is asked past ten Google sign-ins an hour', async () => {
    const headers = from(freshAddress())
    const register = async (more = {}) =>
      registerGoogle(await newGoogleAccount().token(googleTimes()), {}, { ...headers, ...more })
    for (let i = 0; i < 10; i++) expect((await register()).status).toBe(201)
    expect(await register()).toMatchObject(CHALLENGE)
    expect((await register({ 'x-challenge': await solved() })).status).toBe(201)
  })

  it('is asked past a hundred credential tries a minute', async () => {
    const headers = from(freshAddress())
    const people = await Promise.all(Array.from({ length: 60 }, () => signUp()))
    const answers = []
    for (const { email } of people) {
      answers.push(await enter(email, PASSWORD, headers))
      answers.push(await enter(email, 'Mal-tape-2026-x', headers))
    }
    const seen = tally(answers.slice(0, 100))
    expect(seen).toEqual({ 200: 50, 401: 50 })
    expect(answers.at(-1)).toMatchObject(CHALLENGE)
    const honest = people.at(-1)?.email ?? ''
    expect((await enter(honest, PASSWORD, { ...headers, 'x-challenge': await solved() })).status).toBe(200)
    wait(61_000)
    expect((await enter(honest, PASSWORD, headers)).status).toBe(200)
  })

  it('of IPv6 is its /64, and its /48 as well', async () => {
    for (let i = 0; i < 10; i++) expect((await join(from(`2001:db8:77:${i}::1`))).status).toBe(201)
    expect(await join(from('2001:db8:77:99::1'))).toMatchObject(CHALLENGE)
    expect((await join(from('2001:db8:78:1::1'))).status).toBe(201)
  })
})
