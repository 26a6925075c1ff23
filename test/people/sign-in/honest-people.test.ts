import { beforeEach, describe, expect, it } from 'vitest'
import { call, guest, tally } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { loginGoogle, newGoogleAccount, registerGoogle } from '#testing/fixtures/google.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { bearer, isSignedIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { loginCode } from '#testing/fixtures/sign-in.ts'
import { inbox, pause, until } from '#testing/sandbox.ts'
import {
  completeRecovery,
  DAY,
  enter,
  freshAddress,
  from,
  HOUR,
  MINUTE,
  messageAfter,
  newEstablished,
  provenRecovery,
  reauthenticate,
  signedIn,
} from '#testing/stories/people.ts'

/** Five seconds into an hour, so that no window ends in the middle of a test. */
beforeEach(() => void wait(Math.ceil(Date.now() / HOUR) * HOUR + 5000 - Date.now()))

const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  call(guest, 'POST', '/auth/refresh-token', { refreshToken }, headers)

describe('a refresh whose answer was lost', () => {
  it('may be retried after 31 seconds, after an hour, after a day: the same successor', async () => {
    for (const later of [31_000, HOUR, DAY]) {
      const { email } = await signUp()
      const { refreshToken } = (await enter(email)).data
      const lost = await refresh(refreshToken)
      wait(later)
      const retried = await refresh(refreshToken)
      expect([later, retried.status]).toEqual([later, 200])
      expect(retried.data.refreshToken).toBe(lost.data.refreshToken)
      expect(await isSignedIn(retried.data.accessToken)).toBe(true)
    }
  })

  it('may be retried for 30 seconds after its successor was used once, no longer', async () => {
    const { email } = await signUp()
    const { refreshToken } = (await enter(email)).data
    const second = (await refresh(refreshToken)).data
    wait(HOUR)
    const third = (await refresh(second.refreshToken)).data
    wait(29_000)
    expect((await refresh(second.refreshToken)).status).toBe(200)
    expect(await isSignedIn(third.accessToken)).toBe(true)
    const fourth = (await refresh(third.refreshToken)).data
    wait(31_000)
    expect((await refresh(second.refreshToken)).status).toBe(401)
    expect((await refresh(fourth.refreshToken)).status).toBe(401)
  })

  it('that is older than the predecessor ends the session at once, and its person is told by mail', async () => {
    const { email } = await signUp()
    const { refreshToken } = (await enter(email)).data
    const second = (await refresh(refreshToken)).data
    const third = (await refresh(second.refreshToken)).data
    wait(31_000)
    await messageAfter(email, async () => expect((await refresh(refreshToken)).status).toBe(401))
    expect(await isSignedIn(third.accessToken)).toBe(false)
    expect((await refresh(third.refreshToken)).status).toBe(401)
  })
})

describe('many honest people behind one address of a carrier', () => {
  it('sign in, ask for codes and join while twenty others mistype their password within a minute', async () => {
    const address = from(freshAddress())
    const [one, other] = [await signUp(), await signUp()]
    for (let i = 0; i < 20; i++) {
      const { email } = await signUp()
      expect((await enter(email, 'Mal-tape-2026-x', address)).status).toBe(401)
      expect((await enter(email, PASSWORD, address)).status).toBe(200)
    }
    expect((await enter(one.email, PASSWORD, address)).status).toBe(200)
    expect((await call(guest, 'POST', '/auth/login/request-otp', { email: other.email }, address)).status).toBe(200)
    const account = { name: 'Aline', email: freshEmail(), password: PASSWORD, role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', account, address)).status).toBe(201)
    const google = newGoogleAccount()
    expect((await registerGoogle(await google.token(googleTimes()), {}, address)).status).toBe(201)
  })

  it('refresh their sessions and read about themselves, 300 in a minute', async () => {
    const address = from(freshAddress())
    const tokens: string[] = []
    for (let person = 0; person < 30; person++) {
      const { email } = await signUp()
      for (let phone = 0; phone < 5; phone++) tokens.push((await enter(email)).data.refreshToken)
    }
    const answers = []
    for (const token of tokens) {
      const answer = await refresh(token, address)
      answers.push(answer)
      if (answer.status === 200)
        answers.push(await call(bearer(answer.data.accessToken), 'GET', '/auth/me', undefined, address))
    }
    expect(tally(answers)).toEqual({ 200: 300 })
  })

  it('one account tries ten credentials a minute there, and the next account goes on', async () => {
    const address = from(freshAddress())
    const [one, other] = [freshEmail(), await signUp()]
    const tries = []
    for (let i = 0; i < 12; i++) tries.push(await enter(one, `Faux-mot-${i}-x`, address))
    expect(tally(tries)[401]).toBeLessThanOrEqual(10)
    expect((await enter(other.email, PASSWORD, address)).status).toBe(200)
  })

  it('use up no quota of creation with what is refused as invalid', async () => {
    const address = from(freshAddress())
    const join = (more: object) =>
      call(
        guest,
        'POST',
        '/auth/create-account',
        { name: 'Aline', email: freshEmail(), password: PASSWORD, role: 'BUYER', ...more },
        address,
      )
    for (let i = 0; i < 25; i++) expect((await join({ password: '12345678' })).status).toBe(400)
    for (let i = 0; i < 10; i++) expect((await join({})).status).toBe(201)
  })
})

/** Google signs for now, whatever the clock of the test says. */
const googleTimes = () => ({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600 })

describe('a stranger’s unproved registration', () => {
  it('does not bar its owner from joining with Google, and leaves the stranger nothing', async () => {
    const google = newGoogleAccount()
    const account = { name: 'Voleur', email: google.email, password: 'Mot-du-voleur-77', role: 'SELLER' }
    const registered = await call(guest, 'POST', '/auth/create-account', { ...account, phone: '243810000999' })
    expect(registered.status).toBe(201)
    expect((await loginGoogle(await google.token(googleTimes()))).status).toBe(404)
    const joined = await registerGoogle(await google.token(googleTimes()))
    expect(joined.status).toBe(201)
    expect(joined.data.user).toMatchObject({ name: 'Aline Mukendi', role: 'BUYER', phone: null })
    expect((await call(bearer(joined.data.accessToken), 'GET', '/users/me')).data).toMatchObject({
      email: google.email,
      isEmailVerified: true,
    })
    expect((await enter(google.email, 'Mot-du-voleur-77')).status).toBe(401)
    const { hasPassword } = (await call(bearer(joined.data.accessToken), 'GET', '/auth/me')).data
    expect(hasPassword).toBe(false)
    expect((await loginGoogle(await google.token(googleTimes()))).data.user.id).toBe(joined.data.user.id)
    expect(await count('users WHERE email = ?', google.email)).toBe(1)
  })

  it('does not bar its owner from a code by mail either', async () => {
    const email = freshEmail()
    const account = { name: 'Voleur', email, password: 'Mot-du-voleur-77', role: 'BUYER' }
    await call(guest, 'POST', '/auth/create-account', account)
    wait(61_000)
    const code = await loginCode(email)
    const { status, data } = await call(guest, 'POST', '/auth/login/verify-otp', { email, code })
    expect(status).toBe(200)
    expect(data.user).toMatchObject({ email, isEmailVerified: true })
    expect((await enter(email, 'Mot-du-voleur-77')).status).toBe(401)
    expect((await call(bearer(data.accessToken), 'GET', '/auth/me')).data.hasPassword).toBe(false)
  })
})

describe('a recovery that somebody else began', () => {
  const cancel = (as: Parameters<typeof call>[0]) => call(as, 'POST', '/auth/recovery/cancel')
  const pending = async (as: Parameters<typeof call>[0]) =>
    (await call(as, 'GET', '/auth/me')).data.recoveryPendingUntil ?? null

  it('is told to all addresses and numbers and by /auth/me, and its owner cancels it with the proof', async () => {
    const person = await newEstablished()
    expect(await pending(person)).toBeNull()
    const known = [person.email, person.second, person.phone]
    const counts = () => Promise.all(known.map(async (to) => (await inbox(to)).length))
    await pause(300)
    const before = await counts()
    const { recoveryToken } = await provenRecovery(person)
    await until(async () => (await counts()).every((count, i) => count > (before[i] ?? 0)), 'news everywhere')
    expect(Date.parse(await pending(person))).toBeGreaterThan(Date.now() + 23 * HOUR)

    wait(11 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(await pending(person)).not.toBeNull()
    expect((await reauthenticate(person, { password: PASSWORD })).status).toBe(200)
    expect((await cancel(person)).status).toBe(200)
    expect(await pending(person)).toBeNull()
    wait(DAY)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(410)
    expect((await signedIn(person)).token).toMatch(/\w/)
  })

  it('is not cancelled by the mere use of a session, which a stolen phone does by itself', async () => {
    const { email, second } = await newEstablished()
    const thief = (await enter(email)).data
    const { recoveryToken } = await provenRecovery({ email, second })
    const next = (await refresh(thief.refreshToken)).data
    await call(bearer(next.accessToken), 'GET', '/users/me')
    wait(DAY + MINUTE)
    await refresh(next.refreshToken)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
  })

  it('is cancelled by nobody without a session', async () => {
    expect((await cancel(guest)).status).toBe(401)
  })
})
