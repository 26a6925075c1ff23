import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import {
  appCode,
  appOf,
  confirmTotp,
  disableTotp,
  enterWithTotp,
  freezeClock,
  nextStep,
  regenerateCodes,
  setUpTotp,
  withTotp,
} from '#testing/fixtures/totp.ts'
import { enter, HOUR, reauthenticate, signedIn } from '#testing/stories/people.ts'

const enabled = async (person: Person) => (await call(person, 'GET', '/auth/me')).data.totpEnabled

describe('switching an authenticator on', () => {
  it('ends every other session: whoever was in before without it is out', async () => {
    freezeClock()
    const person = await signedIn(await signUp())
    const thief = (await enter(person.email)).data
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect((await confirmTotp(person, appCode(app))).status).toBe(200)
    expect([await isSignedIn(person.token), await isSignedIn(thief.accessToken)]).toEqual([true, false])
    const refreshed = await call(null, 'POST', '/auth/refresh-token', { refreshToken: thief.refreshToken })
    expect(refreshed.status).toBe(401)
  })
})

describe('switching it off', () => {
  it('is not done with the password alone, however fresh the sign-in', async () => {
    const { person } = await withTotp()
    // Somebody found the unlocked browser and knows the password.
    freezeClock(Date.now() + 14 * 60_000)
    const off = await disableTotp(person, { password: PASSWORD })
    expect(off.status).toBeGreaterThanOrEqual(400)
    expect(await enabled(person)).toBe(true)
    const proved = await reauthenticate(person, { password: PASSWORD })
    expect(proved.status).toBeGreaterThanOrEqual(400)
    expect((await disableTotp(person, {})).status).toBe(403)
    expect(await enabled(person)).toBe(true)
  })

  it('is done with a code, with a backup code, or once proved by either', async () => {
    const one = await withTotp()
    expect((await disableTotp(one.person, { code: appCode(one.app) })).status).toBe(200)
    const two = await withTotp()
    freezeClock(Date.now() + 12 * 60_000)
    const [backupCode] = two.backupCodes
    expect((await reauthenticate(two.person, { backupCode })).status).toBe(200)
    expect((await disableTotp(two.person, {})).status).toBe(200)
    expect(await enabled(two.person)).toBe(false)
  })

  it('ends every other session as well', async () => {
    const { person, app } = await withTotp()
    const other = (await enterWithTotp(person.email, { code: appCode(app) })).data.accessToken
    nextStep()
    expect((await disableTotp(person, { code: appCode(app) })).status).toBe(200)
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false])
  })
})

describe('new backup codes', () => {
  it('end every other session, and kill the old set', async () => {
    const { person, app, backupCodes } = await withTotp()
    const other = (await enterWithTotp(person.email, { code: appCode(app) })).data.accessToken
    nextStep()
    expect((await regenerateCodes(person, appCode(app))).status).toBe(200)
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false])
    freezeClock(Date.now() + HOUR)
    const [old] = backupCodes
    expect((await enterWithTotp(person.email, { backupCode: old ?? '' })).status).toBe(401)
  })
})
