import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, guest, type Person, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import * as P from '#testing/stories/people.ts'

const on = (device: string) => ({ 'x-device-token': device })

it.each([
  ['a new password', NEW_PASSWORD, async (email: string) => resetPassword(await resetToken(email))],
  [
    'signing out everywhere',
    PASSWORD,
    async (email: string) =>
      call({ token: (await P.enter(email)).data.accessToken } as Person, 'POST', '/auth/logout-all'),
  ],
  ['a year', PASSWORD, async () => wait(366 * DAY_MS)],
])('a device is anybody after %s, until it signs in again', async (_what, password, act) => {
  const { email } = await signUp()
  const { deviceToken } = (await P.enter(email)).data
  wait(MINUTE_MS)
  await act(email)
  wait(MINUTE_MS)
  await together(10, () => P.enter(email, 'wrong-word-1'))
  expect((await P.enter(email, password, on(deviceToken))).status).toBe(429)
  wait(16 * MINUTE_MS)
  const again = (await P.enter(email, password, on(deviceToken))).data.deviceToken
  await together(10, () => P.enter(email, 'wrong-word-1'))
  expect((await P.enter(email, password, on(again))).status).toBe(200)
})

it('the code that a device asked for proves its owner once it is signed in', async () => {
  const { email, id } = await signUp()
  const { accessToken, deviceToken } = (await P.enter(email)).data
  await changeUser(id, 'password_hash = NULL')
  await call(guest, 'POST', '/auth/login/request-otp', { email }, on(deviceToken))
  const code = await mailedCode(email, WORDS.login)
  expect((await P.reauthenticate({ token: accessToken } as Person, { code }, on(deviceToken))).status).toBe(200)
})

it('a forgotten device is not known again because somebody else signs in on it', async () => {
  const [one, two] = [await signUp(), await signUp()]
  const { deviceToken } = (await P.enter(one.email)).data
  wait(MINUTE_MS)
  await resetPassword(await resetToken(one.email))
  wait(MINUTE_MS)
  const shared = (await P.enter(two.email, PASSWORD, on(deviceToken))).data.deviceToken
  await together(10, () => P.enter(one.email, 'wrong-word-1'))
  expect((await P.enter(one.email, NEW_PASSWORD, on(shared))).status).toBe(429)
})
