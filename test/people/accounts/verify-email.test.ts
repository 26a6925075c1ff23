import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import * as P from '../../rules/accounts-people.ts'

const on = (device: string) => ({ 'x-device-token': device })
const join = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password, role: 'BUYER' }, headers)
const verify = async (email: string, headers: Record<string, string> = {}, least = 1) =>
  call(
    guest,
    'POST',
    '/auth/verify-email',
    { email, code: await mailedCode(email, WORDS.verification, least) },
    headers,
  )

it('opens a session on the device that created the account', async () => {
  const email = freshEmail()
  const { deviceToken } = (await join(email)).data
  const { data } = await verify(email, on(deviceToken))
  expect(data.user).toMatchObject({ email, isEmailVerified: true })
  expect(await isSignedIn(data.accessToken)).toBe(true)
  // It is known from now on, and the password that was chosen there counts.
  expect((await P.enter(email, PASSWORD, on(data.deviceToken))).status).toBe(200)
})

it('opens one in the browser that created it, by its cookies', async () => {
  const email = freshEmail()
  const made = await P.browse('POST', '/auth/create-account', {
    body: { name: 'Aline', email, password: PASSWORD, role: 'BUYER' },
  })
  expect(await made.text()).not.toContain('deviceToken')
  const cookie = P.cookiesOf(made)['__Secure-device']?.pair ?? ''
  const body = { email, code: await mailedCode(email, WORDS.verification) }
  const answer = await P.browse('POST', '/auth/verify-email', { cookie, body })
  expect(Object.keys(P.cookiesOf(answer)).sort()).toEqual(['__Host-access', '__Secure-device', '__Secure-refresh'])
  expect(Object.keys(((await answer.json()) as { data: object }).data)).toEqual(['user'])
})

it.each([
  ['on another device', async () => ({})],
  ['on a device that joined with another address', async () => on((await join(freshEmail())).data.deviceToken)],
])('opens none %s, which is known all the same', async (_what, headers) => {
  const email = freshEmail()
  await join(email)
  const { data } = await verify(email, await headers())
  expect(Object.keys(data).sort()).toEqual(['deviceToken', 'user'])
  for (let i = 0; i < 10; i++) await P.enter(email, 'Faux-mot-1-x')
  expect((await P.enter(email)).status).toBe(429)
  expect((await P.enter(email, PASSWORD, on(data.deviceToken))).status).toBe(200)
})

it('opens none more than an hour after', async () => {
  const email = freshEmail()
  const { deviceToken } = (await join(email)).data
  wait(61 * P.MINUTE)
  await call(guest, 'POST', '/auth/resend-verification', { email })
  expect(Object.keys((await verify(email, on(deviceToken), 2)).data).sort()).toEqual(['deviceToken', 'user'])
})

it("makes no stranger's device known to an account that is there", async () => {
  const { email } = await signUp()
  const { deviceToken } = (await join(email, 'Mot-du-voleur-77')).data
  for (let i = 0; i < 10; i++) await P.enter(email, 'Faux-mot-1-x')
  expect((await P.enter(email, PASSWORD, on(deviceToken))).status).toBe(429)
})
