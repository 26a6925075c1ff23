import { describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { mailedCode, WORDS } from '#testing/fixtures/mails.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'

const on = (device?: string) => (device === undefined ? {} : { 'x-device-token': device })
const logIn = (email: string, password: string, device?: string) =>
  call(guest, 'POST', '/auth/login/password', { email, password }, on(device))
const requestOtp = (email: string, device?: string) =>
  call(guest, 'POST', '/auth/login/request-otp', { email }, on(device))
const verifyOtp = (email: string, code: string, device?: string) =>
  call(guest, 'POST', '/auth/login/verify-otp', { email, code }, on(device))

/** Somebody, and the token of the device they signed in on. */
async function atHome() {
  const { email } = await signUp()
  const { data } = await logIn(email, PASSWORD)
  return { email, device: data.deviceToken as string }
}

describe('a device that was signed in on', () => {
  it("is none of another's account, and stays known to both who share it", async () => {
    const [one, two] = [await atHome(), await atHome()]
    await together(10, () => logIn(two.email, 'wrong'))
    expect((await logIn(two.email, PASSWORD, one.device)).status).toBe(429)
    const { data } = await logIn(one.email, PASSWORD, two.device)
    await together(10, () => logIn(one.email, 'wrong'))
    for (const { email } of [one, two]) expect((await logIn(email, PASSWORD, data.deviceToken)).status).toBe(200)
  })

  it('opens with the code that was asked for elsewhere, when it asked for none', async () => {
    const { email, device } = await atHome()
    await requestOtp(email)
    expect((await verifyOtp(email, await mailedCode(email, WORDS.login), device)).status).toBe(200)
  })
})
