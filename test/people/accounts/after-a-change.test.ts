import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { joinedWithGoogle, linkGoogle, loginGoogle, newGoogleAccount, unlinkGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { changeUser, isSignedIn, NEW_PASSWORD, PASSWORD } from '#testing/fixtures/people.ts'
import {
  appCode,
  appOf,
  confirmTotp,
  disableTotp,
  freezeClock,
  nextStep,
  regenerateCodes,
  setUpTotp,
} from '#testing/fixtures/totp.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { inbox, pause, until } from '#testing/sandbox.ts'
import {
  addSecond,
  codeAfter,
  completeRecovery,
  DAY,
  enter,
  freshlySignedIn,
  linkToken,
  MINUTE,
  messageAfter,
  newEstablished,
  provenRecovery,
  provePhone,
  proveSecond,
  sendRecovery,
  setPhone,
  signedIn,
  startRecovery,
  withNumber,
  withSecond,
} from '#testing/stories/people.ts'

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

type Owner = Awaited<ReturnType<typeof newEstablished>>
/** Facts of an owner, as `prepare` made them, and the change that is played on them. */
type Change<T = unknown> = {
  begin?: () => Promise<Owner>
  prepare?: (as: Owner) => Promise<T>
  change: (as: Owner, had: T) => Promise<Answer>
}
const played = <T>(change: Change<T>): Change => change as Change

/** A rider whose money goes to a number of hers. */
async function walletOwner(): Promise<Owner> {
  const { person } = await newWalletOwner('RIDER', { USD: 5000 })
  const owner = await withSecond(await withNumber(await signedIn(person)))
  wait(8 * DAY)
  return signedIn(owner)
}
const withApp = async (as: Owner) => {
  freezeClock()
  const app = appOf((await setUpTotp(as)).data.otpauthUrl)
  expect((await confirmTotp(as, appCode(app))).status).toBe(200)
  return app
}

const CHANGES: Record<string, Change> = {
  'a passkey that is added': { change: async (as) => registerPasskey(as, await newAuthenticator()) },
  'a passkey that is removed': played({
    prepare: async (as) => (await registerPasskey(as, await newAuthenticator())).data.id as string,
    change: (as, id) => call(as, 'DELETE', `/auth/passkey/${id}`),
  }),
  'a Google account that is linked': {
    change: async (as) => linkGoogle(as, await newGoogleAccount().token(googleTimes())),
  },
  'a Google account that is unlinked': {
    prepare: async (as) => linkGoogle(as, await newGoogleAccount().token(googleTimes())),
    change: unlinkGoogle,
  },
  'an authenticator that is set up': {
    change: async (as) => {
      freezeClock()
      const app = appOf((await setUpTotp(as)).data.otpauthUrl)
      return confirmTotp(as, appCode(app))
    },
  },
  'an authenticator that is switched off': played({
    prepare: withApp,
    change: (as, app) => {
      nextStep()
      return disableTotp(as, { code: appCode(app) })
    },
  }),
  'backup codes that are made anew': played({
    prepare: withApp,
    change: (as, app) => {
      nextStep()
      return regenerateCodes(as, appCode(app))
    },
  }),
  'a second address that is replaced': {
    change: async (as) => {
      const second = freshEmail('autre')
      return proveSecond(as, await codeAfter(second, () => addSecond(as, second)))
    },
  },
  'a second address that is removed': { change: (as) => call(as, 'DELETE', '/auth/secondary-email') },
  'a second address that is promoted': {
    change: (as) => call(as, 'POST', '/auth/secondary-email/promote', { email: as.second }),
  },
  'an e-mail that is changed': {
    change: async (as) => {
      const newEmail = freshEmail('neuf')
      const asked = () => call(as, 'POST', '/users/me/email/request', { newEmail })
      const code = await codeAfter(newEmail, asked)
      return call(as, 'POST', '/users/me/email/verify', { code })
    },
  },
  'a number that is replaced': {
    change: async (as) => {
      const phone = freshPhone()
      return provePhone(as, await codeAfter(phone, () => setPhone(as, phone)))
    },
  },
  'a number that is taken off': { change: (as) => call(as, 'DELETE', '/users/me/phone') },
  'a password that is changed': {
    change: (as) => call(as, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  },
  'a first password': {
    prepare: (as) => changeUser(as.id, 'password_hash = NULL'),
    change: (as) => call(as, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD }),
  },
  'a payout number that is replaced': {
    begin: walletOwner,
    change: async (as) => {
      const phoneNumber = freshPhone()
      const body = { phoneNumber, network: 'vodacom', countryCode: 'CD' }
      const asked = () => call(as, 'POST', '/wallet/settings/payout-number/request', body)
      return call(as, 'POST', '/wallet/settings/payout-number/confirm', { code: await codeAfter(phoneNumber, asked) })
    },
  },
}

describe.each(Object.entries(CHANGES))('after %s', (_, { begin = newEstablished, prepare, change }) => {
  it('every other session has ended, recoveries have stopped, and all that was known before is told', async () => {
    const person = await begin()
    const { accessToken: other } = (await enter(person.email)).data
    const had = await prepare?.(person)
    // The preparation is a change too.
    await run('UPDATE sessions SET revoked_at = NULL, revoke_reason = NULL WHERE user_id = ?', person.id)
    const { recoveryToken } = await provenRecovery(person)
    const known = [person.email, person.second, person.phone]
    const received = () => Promise.all(known.map(async (to) => (await inbox(to)).length))
    await pause(300)
    const before = await received()
    const changed = await change(person, had)
    expect(changed.error).toBeUndefined()
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
    const used = await undo(token)
    expect(used.status).toBe(410)
    expect(used.error?.message).toMatch(/lien.*7 jours.*nouveau mot de passe/)
  })

  it('goes to the second address and gives the number again', async () => {
    const person = await newEstablished()
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
    const person = await newEstablished()
    expect((await provenRecovery(person)).recoveryToken).toMatch(/\w/)
  })
})
