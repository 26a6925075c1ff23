import { describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
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
import * as P from '../../rules/accounts-people.ts'

const on = (device: string) => ({ 'x-device-token': device })
/** On a device with this token the account has tries of its own, whatever strangers did. */
async function isKnown(email: string, password: string, device: string): Promise<boolean> {
  await together(10, () => P.enter(email, 'Faux-mot-1-x'))
  expect((await P.enter(email, password)).status).toBe(429)
  return (await P.enter(email, password, on(device))).status === 200
}

describe('the device on which this changed is known anew', () => {
  it('a password', async () => {
    const person = await P.freshlySignedIn()
    wait(P.MINUTE)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const { data } = await call(person, 'POST', '/auth/password/update', body)
    expect(await isKnown(person.email, NEW_PASSWORD, data.deviceToken)).toBe(true)
  })

  it('a password, in the browser, by its cookie and by no token in the body', async () => {
    const { email } = await signUp()
    const entered = await P.browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } })
    const cookie = P.cookiesOf(entered)['__Host-access']?.pair ?? ''
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const changed = await P.browse('POST', '/auth/password/update', { cookie, body })
    expect(await changed.text()).not.toContain('deviceToken')
    const device = P.cookiesOf(changed)['__Secure-device']?.value ?? ''
    expect(await isKnown(email, NEW_PASSWORD, device)).toBe(true)
  })

  it('a first password', async () => {
    const person = await P.freshlySignedIn()
    await changeUser(person.id, 'password_hash = NULL')
    const { data } = await call(person, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD })
    expect(await isKnown(person.email, NEW_PASSWORD, data.deviceToken)).toBe(true)
  })

  it('the authenticator: switched on, its backup codes renewed, switched off', async () => {
    freezeClock()
    const person = await P.freshlySignedIn()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    wait(P.MINUTE)
    const answers = [await confirmTotp(person, appCode(app))]
    nextStep()
    answers.push(await regenerateCodes(person, appCode(app)))
    nextStep()
    answers.push(await disableTotp(person, { code: appCode(app) }))
    for (const { status, data } of answers) {
      expect(status).toBe(200)
      expect(await isKnown(person.email, PASSWORD, data.deviceToken)).toBe(true)
      wait(16 * P.MINUTE)
    }
  })

  it('the address', async () => {
    const person: Person = await P.withSecond(await P.freshlySignedIn())
    const second = (person as Person & { second: string }).second
    const { data } = await call(person, 'POST', '/auth/secondary-email/promote', { email: second })
    expect(await isKnown(second, PASSWORD, data.deviceToken)).toBe(true)
  })
})
