import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { newGoogleAccount, registerGoogle } from '#testing/fixtures/google.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import {
  answerTotp,
  appCode,
  appOf,
  confirmTotp,
  freezeClock,
  setUpTotp,
  wrongAppCodes,
} from '#testing/fixtures/totp.ts'
import { codeAfter, enter, freshAddress, from, MINUTE, signedIn } from '#testing/stories/people.ts'

// Rule 7.1, known devices: a sign-in marks the device, and tries of an account are counted for a known device apart from everybody
// else's. Guessing odds stay under one in 10,000 an account a day, whatever is known beside the code.

const device = (token: string) => ({ 'x-device-token': token })
const elsewhere = (more: Record<string, string> = {}) => ({ ...from(freshAddress()), ...more })
const askCode = (email: string, more: Record<string, string> = {}) =>
  call(guest, 'POST', '/auth/login/request-otp', { email }, elsewhere(more))

/** Whether this token is a device that the account knows: its code is its own, and comes within a minute of that of its network. */
async function isKnownTo(email: string, deviceToken: string): Promise<boolean> {
  const there = from(freshAddress())
  expect((await askCode(email, there)).status).toBe(200)
  expect((await askCode(email, there)).status).toBe(429)
  return (await askCode(email, { ...there, ...device(deviceToken) })).status === 200
}

describe('whoever knew the password before the authenticator was switched on', () => {
  it('guesses no more than one account in 10,000 a day, however many devices they signed in on', async () => {
    freezeClock()
    const owner = await signUp()
    const tokens: string[] = []
    for (let i = 0; i < 6; i++) tokens.push((await enter(owner.email, PASSWORD, elsewhere())).data.deviceToken)
    freezeClock(Date.now() + MINUTE)
    const her = await signedIn(owner)
    const app = appOf((await setUpTotp(her)).data.otpauthUrl)
    expect((await confirmTotp(her, appCode(app, -1))).status).toBe(200)
    freezeClock(Date.now() + 20 * MINUTE)
    let compared = 0
    for (const token of tokens)
      for (let n = 0; n < 2; n++) {
        const pending = (await enter(owner.email, PASSWORD, elsewhere(device(token)))).data?.pendingToken
        if (!pending) continue
        for (const code of wrongAppCodes(app, 5)) {
          const { status } = await answerTotp(pending, { code }, elsewhere(device(token)))
          if (status === 401) compared++
        }
      }
    // Each guess fits three codes of a million.
    expect(compared).toBeLessThanOrEqual(33)
  })
})

describe('a device is known to an account only by a sign-in to it', () => {
  it('a request that fills the field for machines, with a Google account of the same address, makes no device known', async () => {
    const victim = await signUp()
    const account = newGoogleAccount(victim.email)
    const token = await account.token()
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await registerGoogle(token, { website: 'x' }, elsewhere()))
    const made = new Set(answers.map(({ data }) => data?.deviceToken?.split('.')[0]))
    const known = await isKnownTo(victim.email, answers[0]?.data?.deviceToken ?? 'none')
    expect({ known, devices: made.size }).toMatchObject({ known: false })
  })

  it('a device of an account that had the address before is not known to the next one', async () => {
    const former = await signUp()
    const { deviceToken } = (await enter(former.email)).data
    const moved = freshEmail('parti')
    const body = { newEmail: moved, password: PASSWORD }
    const code = await codeAfter(moved, () => call(former, 'POST', '/users/me/email/request', body))
    expect((await call(former, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
    freezeClock(Date.now() + 10 * MINUTE)
    const join = { name: 'Aline', email: former.email, password: 'Une-autre-phrase-9', role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', join, elsewhere())).status).toBe(201)
    const proof = await mailedCode(former.email, WORDS.verification)
    const verified = await call(guest, 'POST', '/auth/verify-email', { email: former.email, code: proof }, elsewhere())
    expect(verified.status).toBe(200)
    expect(await isKnownTo(former.email, deviceToken)).toBe(false)
  })
})

describe('a device that the account has forgotten', () => {
  it('has no mails of its own any more: it is anybody until it signs in again', async () => {
    const owner = await signUp()
    const thiefs: string[] = []
    for (let i = 0; i < 5; i++) thiefs.push((await enter(owner.email, PASSWORD, elsewhere())).data.deviceToken)
    const her = await signedIn(owner)
    const change = { currentPassword: PASSWORD, newPassword: 'Une-autre-phrase-9' }
    expect((await call(her, 'POST', '/auth/password/update', change)).status).toBe(200)
    const there = from(freshAddress())
    expect((await askCode(owner.email, there)).status).toBe(200)
    // All of them within the minute of one asker, and of one address of hers.
    const answers = []
    for (const token of thiefs) answers.push((await askCode(owner.email, { ...there, ...device(token) })).status)
    expect(answers).toEqual([429, 429, 429, 429, 429])
  })
})
