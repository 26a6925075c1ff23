import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { changeUser, isSignedIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { appCode, freezeClock, STEP, withTotp } from '#testing/fixtures/totp.ts'
import {
  askCode,
  comesIn,
  device,
  elsewhere,
  enterByGoogle,
  enterByKey,
  entersByCode,
  guess,
  guessCodes,
  guessPasswords,
  isCompared,
  isKnownTo,
  linkFor,
  newOwner,
  post,
  postHonestly,
  refusalOf,
  typeCode,
} from '#testing/stories/owners.ts'
import {
  browse,
  codeAfter,
  cookiesOf,
  DAY,
  enter,
  HOUR,
  MINUTE,
  proveRecovery,
  sendRecovery,
  startRecovery,
} from '#testing/stories/people.ts'

// Rule 8.3.1: nobody is locked out. A mailed code's tries from unknown devices count per asking network (as its mails do), 5 an hour
// each and 30 a day in all; a reset or code proved on a device makes it known at once. Wrong passwords of strangers never count
// against a mailed code, a passkey or Google.
//
// Silent: whether a mailed code makes the device known where the authenticator is still to answer; which refusal a try gets that is
// not compared.

/** A minute into a day, so that a day of the calendar is one too. */
beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))

const NEVER = '429 TOO_MANY_REQUESTS'

describe('the tries of a mailed code, from phones that nobody knows', () => {
  it('8.3.1 are five an hour of a network: the sixth is not compared, however right', async () => {
    const [{ email }, there] = [await signUp(), elsewhere()]
    const code = await codeAfter(email, () => askCode(email, there))
    let tries = 0
    for (let i = 0; i < 5; i++) if (isCompared(await typeCode(email, guess(), there))) tries++
    expect(tries).toBe(5)
    expect((await typeCode(email, code, there)).status).not.toBe(200)
    wait(61_000)
    const next = await codeAfter(email, () => askCode(email, there))
    expect((await typeCode(email, next, there)).status).not.toBe(200)
    wait(HOUR)
    expect((await entersByCode(email, there)).status).toBe(200)
  })

  it('8.3.1 of one network spend nothing of another, whose code of before stays good', async () => {
    const [{ email }, mine] = [await signUp(), elsewhere()]
    const code = await codeAfter(email, () => askCode(email, mine))
    for (let network = 0; network < 4; network++) {
      const there = elsewhere()
      await askCode(email, there)
      for (let i = 0; i < 6; i++) await typeCode(email, guess(), there)
    }
    expect(refusalOf(await typeCode(email, code, mine))).toBe(200)
  })

  it('8.3.1 of one network spend nothing of another when the code is asked for afterwards, at the same moment', async () => {
    const { email } = await signUp()
    const there = elsewhere()
    await askCode(email, there)
    for (let i = 0; i < 6; i++) await typeCode(email, guess(), there)
    expect(refusalOf(await entersByCode(email))).toBe(200)
  })

  it('8.3.1 are counted by the network that asks, for /64 networks of IPv6 too', async () => {
    const { email } = await signUp()
    const [one, other] = ['2001:db8:aa:1::1', '2a02:db8:bb:2::1'].map((ip) => ({ 'cf-connecting-ip': ip }))
    await askCode(email, one)
    const tried = []
    for (let i = 0; i < 6; i++)
      tried.push(isCompared(await typeCode(email, guess(), { 'cf-connecting-ip': `2001:db8:aa:1::${i + 2}` })))
    expect(tried).toEqual([...Array(5).fill(true), false])
    expect(refusalOf(await entersByCode(email, other))).toBe(200)
  })

  it('8.3.1 that somebody types elsewhere take nothing of the network where the code was asked for', async () => {
    const [{ email }, mine] = [await signUp(), elsewhere()]
    const code = await codeAfter(email, () => askCode(email, mine))
    for (let i = 0; i < 12; i++) await typeCode(email, guess())
    expect(refusalOf(await typeCode(email, code, mine))).toBe(200)
  })

  it('8.3.1 are thirty a day in all', async () => {
    const { email } = await signUp()
    expect(await guessCodes(email)).toBe(30)
    wait(HOUR + MINUTE)
    expect(await guessCodes(email)).toBe(0)
    wait(DAY)
    expect(refusalOf(await entersByCode(email))).toBe(200)
  })

  it('8.3.1 stand in the way of no known phone, be all thirty spent', async () => {
    const { email } = await signUp()
    const mine = device((await enter(email)).data.deviceToken)
    await guessCodes(email)
    expect(refusalOf(await entersByCode(email, elsewhere(mine)))).toBe(200)
  })

  it('8.3.1 at a second address count per network as well', async () => {
    const owner = await newOwner()
    for (let network = 0; network < 4; network++) {
      const there = elsewhere()
      const { recoveryId } = (await startRecovery(owner.email, there)).data
      await sendRecovery(recoveryId, 'SECONDARY_EMAIL', there)
      for (let i = 0; i < 6; i++) await proveRecovery(recoveryId, guess(), there)
    }
    const mine = elsewhere()
    const { recoveryId } = (await startRecovery(owner.email, mine)).data
    const code = await codeAfter(owner.second, () => sendRecovery(recoveryId, 'SECONDARY_EMAIL', mine))
    expect(refusalOf(await proveRecovery(recoveryId, code, mine))).toBe(200)
  })

  it('8.3.1 at a new account count per network as well', async () => {
    const [email, mine] = [freshEmail(), elsewhere()]
    const body = { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }
    const code = await codeAfter(email, () => post('/auth/create-account', body, mine))
    for (let network = 0; network < 4; network++) {
      const there = elsewhere()
      await post('/auth/resend-verification', { email }, there)
      for (let i = 0; i < 6; i++) await post('/auth/verify-email', { email, code: guess() }, there)
    }
    expect(refusalOf(await post('/auth/verify-email', { email, code }, mine))).toBe(200)
  })
})

describe('the mails of a code', () => {
  it('8.3.1 count per asking network: after four networks that asked for all of theirs a fifth gets its own', async () => {
    const { email } = await signUp()
    const networks = Array.from({ length: 4 }, () => elsewhere())
    for (let i = 0; i < 6; i++) {
      for (const there of networks) await askCode(email, there)
      wait(61_000)
    }
    expect(refusalOf(await askCode(email, networks[0]))).toBe(NEVER)
    expect(refusalOf(await entersByCode(email))).toBe(200)
  })

  it('8.3.1 and of a reset link do too', async () => {
    const { email } = await signUp()
    const networks = Array.from({ length: 4 }, () => elsewhere())
    for (let i = 0; i < 6; i++) {
      for (const there of networks) await post('/auth/password/forgot', { email }, there)
      wait(61_000)
    }
    const token = await linkFor(email)
    expect(refusalOf(await post('/auth/password/reset', { token, newPassword: NEW_PASSWORD }))).toBe(200)
  })

  it('8.3.1 takes one challenge, where the network is suspect and many asked for mails to the address', async () => {
    const [{ email }, there] = [await signUp(), elsewhere()]
    for (let i = 0; i < 22; i++) await askCode(email)
    for (let i = 0; i < 55; i++) await enter(freshEmail(), 'Faux-mot-2026-x', there)
    wait(61_000)
    expect((await askCode(email, there)).error?.reason).toBe('CHALLENGE_REQUIRED')
    expect(refusalOf(await entersByCode(email, there))).toBe(200)
  })

  it('8.3.1 says nothing of whether somebody has the address: the challenge is asked for alike', async () => {
    const refusals = []
    for (const email of [(await signUp()).email, freshEmail()]) {
      const asked = []
      for (let i = 0; i < 22; i++) asked.push(refusalOf(await askCode(email)))
      refusals.push(asked)
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.at(-1)).toBe('429 CHALLENGE_REQUIRED')
  })

  it('8.3.1 of a recovery count per network too, and which identifier is somebody’s does not show', async () => {
    const owner = await newOwner()
    const refusals = []
    for (const name of [owner.email, freshEmail()]) {
      const asked = []
      for (let i = 0; i < 6; i++) {
        const there = elsewhere()
        const { data } = await startRecovery(name, there)
        for (let n = 0; n < 4; n++) {
          asked.push(refusalOf(await sendRecovery(data.recoveryId, 'SECONDARY_EMAIL', there)))
          wait(61_000)
        }
      }
      refusals.push(asked)
    }
    expect(refusals[0]).toEqual(refusals[1])
    const mine = elsewhere()
    const { recoveryId } = (await startRecovery(owner.email, mine)).data
    const body = { recoveryId, method: 'SECONDARY_EMAIL' }
    const code = await codeAfter(owner.second, () => postHonestly('/auth/recovery/send-code', body, mine))
    expect(refusalOf(await post('/auth/recovery/verify', { recoveryId, code }, mine))).toBe(200)
  })
})

describe('a phone', () => {
  it('8.3.1 is known at once by a code that it proved: strangers’ wrong passwords do not count there', async () => {
    const { email } = await signUp()
    await guessPasswords(email)
    expect(refusalOf(await enter(email, PASSWORD, elsewhere()))).toBe(NEVER)
    const { data } = await entersByCode(email)
    expect(refusalOf(await enter(email, PASSWORD, elsewhere(device(data.deviceToken))))).toBe(200)
    expect(await isKnownTo(email, data.deviceToken)).toBe(true)
  })

  it('8.3.1 is known at once by a reset: password, codes and mails of it are its own', async () => {
    const { email } = await signUp()
    await guessPasswords(email)
    await guessCodes(email)
    const token = await linkFor(email)
    const reset = await post('/auth/password/reset', { token, newPassword: NEW_PASSWORD })
    expect(refusalOf(reset)).toBe(200)
    const mine = device(reset.data.deviceToken)
    expect(refusalOf(await enter(email, NEW_PASSWORD, elsewhere(mine)))).toBe(200)
    expect(refusalOf(await entersByCode(email, elsewhere(mine)))).toBe(200)
    wait(2 * MINUTE)
    expect(await isKnownTo(email, reset.data.deviceToken)).toBe(true)
  })

  it('8.3.1 that is a browser is known by the cookie of the reset', async () => {
    const { email } = await signUp()
    await guessPasswords(email)
    const token = await linkFor(email)
    const reset = await browse('POST', '/auth/password/reset', {
      body: { token, newPassword: NEW_PASSWORD },
      headers: elsewhere(),
    })
    expect(reset.status).toBe(200)
    expect(await reset.json()).toEqual({ success: true, data: { reset: true } })
    const cookie = Object.values(cookiesOf(reset))
      .map(({ pair }) => pair)
      .join('; ')
    expect(cookie).not.toBe('')
    const body = { email, password: NEW_PASSWORD }
    const entered = await browse('POST', '/auth/login/password', { body, cookie, headers: elsewhere() })
    expect(entered.status).toBe(200)
  })

  it('8.3.1 is not known by a reset or a code that was wrong', async () => {
    const { email } = await signUp()
    const there = elsewhere()
    await askCode(email, there)
    const answers = [
      await typeCode(email, guess(), there),
      await post('/auth/password/reset', { token: 'x'.repeat(43), newPassword: NEW_PASSWORD }, there),
    ]
    for (const { status, body, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(body)).not.toContain('deviceToken')
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  it('8.3.1 is known by a reset also where an authenticator answers after it', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + 2 * MINUTE)
    await guessPasswords(person.email)
    const token = await linkFor(person.email)
    const reset = await post('/auth/password/reset', { token, newPassword: NEW_PASSWORD })
    freezeClock(Date.now() + STEP)
    const at = elsewhere(device(reset.data.deviceToken))
    const entered = await enter(person.email, NEW_PASSWORD, at)
    expect(refusalOf(entered)).toBe(200)
    const { pendingToken } = entered.data
    expect(refusalOf(await post('/auth/login/totp', { pendingToken, code: appCode(app) }, at))).toBe(200)
  })

  it('8.3.1 goes on with the session that it has while everything else is used up', async () => {
    const person = await signUp()
    const { data } = await enter(person.email)
    await guessPasswords(person.email)
    await guessCodes(person.email)
    const renewed = await post('/auth/refresh-token', { refreshToken: data.refreshToken })
    expect(refusalOf(renewed)).toBe(200)
    expect(await isSignedIn(renewed.data.accessToken)).toBe(true)
  })
})

describe('wrong passwords of strangers', () => {
  it('8.3.1 never count against a mailed code, also of the same network', async () => {
    const { email } = await signUp()
    const there = elsewhere()
    await guessPasswords(email)
    for (let i = 0; i < 8; i++) await enter(email, `Faux-mot-${i}-y`, there)
    expect(refusalOf(await entersByCode(email, there))).toBe(200)
  })

  it('8.3.1 never count against a passkey, nor against Google', async () => {
    const owner = await newOwner()
    await guessPasswords(owner.email)
    expect(refusalOf(await enter(owner.email, PASSWORD, elsewhere()))).toBe(NEVER)
    comesIn(owner, await enterByKey(owner, elsewhere()))
    comesIn(owner, await enterByGoogle(owner, elsewhere()))
  })

  it('8.3.1 never count against a proof of the owner by her password, in a session of hers', async () => {
    const person = await signUp()
    const { deviceToken } = (await enter(person.email)).data
    await guessPasswords(person.email)
    const her = comesIn(person, await enter(person.email, PASSWORD, elsewhere(device(deviceToken))))
    wait(11 * MINUTE)
    const proof = await call(her, 'POST', '/auth/reauthenticate', { password: PASSWORD }, elsewhere())
    expect(refusalOf(proof)).toBe(200)
  })

  it('8.3.1 never count against the codes of an account without a password', async () => {
    const { id, email } = await signUp()
    await changeUser(id, 'password_hash = NULL')
    await guessPasswords(email)
    expect(refusalOf(await entersByCode(email))).toBe(200)
  })
})
