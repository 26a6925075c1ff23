import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { linkGoogle, newGoogleAccount, unlinkGoogle } from '#testing/fixtures/google.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import {
  answerTotp,
  appCode,
  appOf,
  confirmTotp,
  disableTotp,
  freezeClock,
  regenerateCodes,
  STEP,
  setUpTotp,
  withTotp,
  wrongAppCodes,
} from '#testing/fixtures/totp.ts'
import {
  device,
  elsewhere,
  googleTimes,
  guessCodes,
  guessPasswords,
  isCompared,
  isKnownTo,
  post,
  refusalOf,
} from '#testing/stories/owners.ts'
import { browse, cookiesOf, DAY, enter, HOUR, MINUTE, signedIn } from '#testing/stories/people.ts'

// Rule 8.9.5: a change of password or factor makes the device on which it was made known anew (token or cookie in its answer). Wrong
// codes from unknown devices: 30 a day in all, and 15 more of an authenticator behind a proved first factor.
//
// Silent: whether a Google account is a factor; whether the other devices of the account are forgotten by each of these changes.

beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))

const withApp = async (person: Person) => {
  freezeClock()
  const app = appOf((await setUpTotp(person)).data.otpauthUrl)
  expect((await confirmTotp(person, appCode(app, -1))).status).toBe(200)
  return app
}
type Change = (person: Person) => Promise<Answer>
const CHANGES: Record<string, Change> = {
  'a new password for the old one': (person) =>
    call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'a first password': async (person) => {
    await changeUser(person.id, 'password_hash = NULL')
    return call(person, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD })
  },
  'an authenticator that is switched on': async (person) => {
    freezeClock()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    return confirmTotp(person, appCode(app, -1))
  },
  'an authenticator that is switched off': async (person) => {
    const app = await withApp(person)
    return disableTotp(person, { code: appCode(app) })
  },
  'new backup codes': async (person) => {
    const app = await withApp(person)
    return regenerateCodes(person, appCode(app))
  },
  'a passkey that is added': async (person) => registerPasskey(person, await newAuthenticator()),
  'a passkey that is removed': async (person) => {
    const { id } = (await registerPasskey(person, await newAuthenticator())).data
    return call(person, 'DELETE', `/auth/passkey/${id}`)
  },
  'a Google account that is linked': async (person) =>
    linkGoogle(person, await newGoogleAccount().token(googleTimes())),
  'a Google account that is unlinked': async (person) => {
    await linkGoogle(person, await newGoogleAccount().token(googleTimes()))
    return unlinkGoogle(person)
  },
}

describe('a change of password or factor', () => {
  it.each(Object.keys(CHANGES))('8.9.5 makes the phone known on which it was made, by its answer: %s', async (name) => {
    const person = await signedIn(await signUp())
    const answer = await (CHANGES[name] as Change)(person)
    expect([200, 201]).toContain(answer.status)
    expect(answer.data.deviceToken).toMatch(/^\S{20,}$/)
    wait(2 * MINUTE)
    expect(await isKnownTo(person.email, answer.data.deviceToken)).toBe(true)
  })

  it('8.9.5 that was refused makes nothing known', async () => {
    const person = await signedIn(await signUp())
    const body = { currentPassword: 'Pas-le-bon-mot-1', newPassword: NEW_PASSWORD }
    const answer = await call(person, 'POST', '/auth/password/update', body)
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer.body)).not.toContain('deviceToken')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('8.9.5 gives a browser its cookie', async () => {
    const { email } = await signUp()
    const signIn = await browse('POST', '/auth/login/password', {
      body: { email, password: PASSWORD },
      headers: elsewhere(),
    })
    const cookie = Object.values(cookiesOf(signIn))
      .map(({ pair }) => pair)
      .join('; ')
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const changed = await browse('POST', '/auth/password/update', { body, cookie, headers: elsewhere() })
    expect(changed.status).toBe(200)
    expect(await changed.text()).not.toContain('deviceToken')
    const mark = Object.values(cookiesOf(changed)).find(({ attributes }) =>
      attributes.some((each) => /^Max-Age=31(53|62)\d{4}$/.test(each)),
    )
    expect(mark?.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Secure']))
    await guessPasswords(email)
    const again = { email, password: NEW_PASSWORD }
    const plain = await browse('POST', '/auth/login/password', { body: again, headers: elsewhere() })
    expect(plain.status).toBe(429)
    const known = await browse('POST', '/auth/login/password', {
      body: again,
      cookie: mark?.pair ?? '',
      headers: elsewhere(),
    })
    expect(known.status).toBe(200)
  })

  it('8.9.5 of the password forgets the phone of a thief who signed in with the old one', async () => {
    const person = await signUp()
    const thiefs = (await enter(person.email)).data.deviceToken
    wait(MINUTE)
    const her = await signedIn(person)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const { deviceToken } = (await call(her, 'POST', '/auth/password/update', body)).data
    await guessPasswords(person.email)
    expect((await enter(person.email, NEW_PASSWORD, elsewhere(device(thiefs)))).status).toBe(429)
    expect((await enter(person.email, NEW_PASSWORD, elsewhere(device(deviceToken)))).status).toBe(200)
  })

  it('8.9.5 goes on being the owner’s phone through one change after another', async () => {
    const person = await signedIn(await signUp())
    const tokens: string[] = []
    const first = await call(person, 'POST', '/auth/password/update', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    })
    tokens.push(first.data.deviceToken)
    tokens.push((await registerPasskey(person, await newAuthenticator())).data.deviceToken)
    freezeClock()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    tokens.push((await confirmTotp(person, appCode(app))).data.deviceToken)
    wait(2 * MINUTE)
    expect(await isKnownTo(person.email, tokens.at(-1) ?? '')).toBe(true)
  })
})

/** Wrong codes of the authenticator that are compared, of somebody who knows the password, until none is. */
async function guessesAtApp(email: string, app: Awaited<ReturnType<typeof withApp>>, hours = 10): Promise<number> {
  let tries = 0
  for (let quarter = 0; quarter < hours * 4; quarter++) {
    const pendingToken = (await enter(email, PASSWORD, elsewhere())).data?.pendingToken
    for (const code of pendingToken ? wrongAppCodes(app, 5) : []) {
      const answer = await answerTotp(pendingToken, { code }, elsewhere())
      if (!isCompared(answer)) break
      tries++
    }
    freezeClock(Date.now() + 15 * MINUTE)
  }
  return tries
}

describe('wrong codes from unknown devices', () => {
  it('8.9.5 of an authenticator are 15 a day behind a proved first factor, beside 30 mailed ones that were spent', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + STEP)
    expect(await guessCodes(person.email)).toBe(30)
    expect(await guessesAtApp(person.email, app)).toBe(15)
  })

  it('8.9.5 of an authenticator leave the thirty of mailed codes as they are', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + STEP)
    expect(await guessesAtApp(person.email, app)).toBe(15)
    expect(await guessCodes(person.email)).toBe(30)
  })

  it('8.9.5 spent by strangers keep no owner out who has the password and the authenticator, on a new phone', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + STEP)
    await guessCodes(person.email)
    freezeClock(Date.now() + STEP)
    const { pendingToken } = (await enter(person.email, PASSWORD, elsewhere())).data
    expect(refusalOf(await answerTotp(pendingToken, { code: appCode(app) }, elsewhere()))).toBe(200)
  })

  it('8.9.5 of an authenticator need the first factor: a made-up token is never compared', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + STEP)
    for (const code of wrongAppCodes(app, 20)) {
      const answer = await post('/auth/login/totp', { pendingToken: crypto.randomUUID(), code })
      expect(isCompared(answer)).toBe(false)
    }
    const { pendingToken } = (await enter(person.email, PASSWORD, elsewhere())).data
    expect(refusalOf(await answerTotp(pendingToken, { code: appCode(app) }, elsewhere()))).toBe(200)
  })

  it('8.9.5 of an authenticator, all fifteen spent by whoever has the password, leave the known phone and tomorrow', async () => {
    const { person, app } = await withTotp()
    freezeClock(Date.now() + STEP)
    const { pendingToken } = (await enter(person.email, PASSWORD, elsewhere())).data
    const { deviceToken } = (await answerTotp(pendingToken, { code: appCode(app) }, elsewhere())).data
    expect(await guessesAtApp(person.email, app)).toBe(15)
    const mine = elsewhere(device(deviceToken))
    const entered = await enter(person.email, PASSWORD, mine)
    expect(refusalOf(await answerTotp(entered.data.pendingToken, { code: appCode(app) }, mine))).toBe(200)
    freezeClock(Date.now() + DAY + HOUR)
    const tomorrow = (await enter(person.email, PASSWORD, elsewhere())).data.pendingToken
    expect(refusalOf(await answerTotp(tomorrow, { code: appCode(app) }, elsewhere()))).toBe(200)
  })
})
