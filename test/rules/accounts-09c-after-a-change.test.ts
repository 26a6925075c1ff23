import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '../api.ts'
import { newAuthenticator } from '../authenticator.ts'
import { wait } from '../clock.ts'
import { joinedWithGoogle, linkGoogle, loginGoogle, newGoogleAccount } from '../fixtures/google.ts'
import { freshEmail, freshPhone } from '../fixtures/inputs.ts'
import { registerPasskey } from '../fixtures/passkeys.ts'
import { isSignedIn, NEW_PASSWORD, PASSWORD } from '../fixtures/people.ts'
import { appCode, appOf, confirmTotp, freezeClock, setUpTotp } from '../fixtures/totp.ts'
import { inbox, pause, until } from '../sandbox.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  enter,
  established,
  freshlySignedIn,
  linkToken,
  MINUTE,
  messageAfter,
  provenRecovery,
  provePhone,
  sendRecovery,
  setPhone,
  signedIn,
  startRecovery,
  withNumber,
  withSecond,
} from './accounts-people.ts'

/** Google signs for now, whatever the clock of the test says. */
const googleTimes = () => ({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600 })

const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** Changes the e-mail of somebody who proved to be the owner. */
async function changeEmail(person: Person, newEmail = freshEmail('neuf')) {
  const body = { newEmail, password: PASSWORD }
  const code = await codeAfter(newEmail, () => call(person, 'POST', '/users/me/email/request', body))
  expect((await call(person, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
  return newEmail
}

type Owner = Awaited<ReturnType<typeof established>>
const CHANGES: Record<string, (as: Owner) => Promise<Answer>> = {
  'a passkey that is added': async (as) => registerPasskey(as, await newAuthenticator()),
  'a Google account that is linked': async (as) => linkGoogle(as, await newGoogleAccount().token(googleTimes())),
  'an authenticator that is set up': async (as) => {
    freezeClock()
    const app = appOf((await setUpTotp(as)).data.otpauthUrl)
    return confirmTotp(as, appCode(app))
  },
  'a second address that is removed': (as) => call(as, 'DELETE', '/auth/secondary-email'),
  'a second address that is promoted': (as) => call(as, 'POST', '/auth/secondary-email/promote', { email: as.second }),
  'a number that is replaced': async (as) => {
    const phone = freshPhone()
    return provePhone(as, await codeAfter(phone, () => setPhone(as, phone)))
  },
  'a number that is taken off': (as) => call(as, 'DELETE', '/users/me/phone'),
}

describe.each(Object.entries(CHANGES))('after %s', (_, change) => {
  it('every other session has ended, recoveries have stopped, and all that was known before is told', async () => {
    const person = await established()
    const other = (await enter(person.email)).data.accessToken
    const { recoveryToken } = await provenRecovery(person)
    const known = [person.email, person.second, person.phone]
    const received = () => Promise.all(known.map(async (to) => (await inbox(to)).length))
    await pause(300)
    const before = await received()
    expect((await change(person)).status).toBeLessThan(300)
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false])
    await until(async () => (await received()).every((count, i) => count > (before[i] ?? 0)), `news to ${known}`)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(410)
  })
})

describe('a first password', () => {
  it('ends every other session too', async () => {
    const { caller, token } = await joinedWithGoogle()
    const other = (await loginGoogle(await token())).data.accessToken
    expect((await call(caller, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD })).status).toBe(201)
    expect([await isSignedIn(caller.token), await isSignedIn(other)]).toEqual([true, false])
  })
})

describe('the link that takes a change back', () => {
  it('gives the account its e-mail again, once, and ends the sessions of whoever changed it', async () => {
    const person = await freshlySignedIn()
    let stolen = ''
    const told = await messageAfter(
      person.email,
      async () => {
        stolen = await changeEmail(person)
      },
      ({ text }) => text.includes('token='),
    )
    const token = linkToken(told)
    expect((await undo(token)).status).toBe(200)
    expect(await isSignedIn(person.token)).toBe(false)
    expect((await enter(stolen)).status).toBe(401)
    expect((await enter(person.email)).status).toBe(200)
    expect((await undo(token)).status).toBe(410)
  })

  it('goes to the second address and gives the number again', async () => {
    const person = await established()
    const thief = freshPhone()
    const told = await messageAfter(
      person.second,
      async () => provePhone(person, await codeAfter(thief, () => setPhone(person, thief))),
      ({ text }) => text.includes('token='),
    )
    expect((await undo(linkToken(told))).status).toBe(200)
    const again = await signedIn(person)
    expect((await call(again, 'GET', '/users/me')).data).toMatchObject({ phone: person.phone, isPhoneVerified: true })
  })

  it('is good for seven days, not for eight', async () => {
    for (const [days, status] of [
      [6.9, 200],
      [7.1, 410],
    ] as const) {
      const person = await freshlySignedIn()
      const told = await messageAfter(
        person.email,
        () => changeEmail(person),
        ({ text }) => text.includes('token='),
      )
      wait(days * DAY)
      expect((await undo(linkToken(told))).status).toBe(status)
    }
  })

  it('is not to be guessed', async () => {
    expect((await undo(`${crypto.randomUUID()}.${'A'.repeat(43)}`)).status).toBeGreaterThanOrEqual(400)
    expect((await call(guest, 'POST', '/auth/changes/undo', {})).status).toBe(400)
  })
})

describe('a number or second address younger than seven days', () => {
  it('recovers no account, behind the same answer', async () => {
    const person = await withSecond(await withNumber(await freshlySignedIn()))
    const codes = async (to: string) => (await inbox(to)).filter(({ code }) => code !== null).length
    const seen = () => Promise.all([codes(person.phone), codes(person.second)])
    const before = await seen()
    const known = await startRecovery(person.email)
    const unknown = await startRecovery(freshEmail())
    expect(Object.keys(known.data)).toEqual(Object.keys(unknown.data))
    expect(known.data.methods).toEqual(unknown.data.methods)
    expect((await sendRecovery(known.data.recoveryId, 'PHONE')).status).toBe(200)
    wait(2 * MINUTE)
    expect((await sendRecovery(known.data.recoveryId, 'SECONDARY_EMAIL')).status).toBe(200)
    await pause(400)
    expect(await seen()).toEqual(before)
  })

  it('recovers it after that', async () => {
    const person = await established()
    expect((await provenRecovery(person)).recoveryToken).toMatch(/\w/)
  })
})
