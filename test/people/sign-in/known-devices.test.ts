import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, guest, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail, otherCode } from '#testing/fixtures/inputs.ts'
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
  it('is marked: a mobile client reads its token, a browser keeps it in a cookie of a year', async () => {
    const { email, device } = await atHome()
    expect(device).toMatch(/^[\w-]+\.[\w-]+\.[0-9a-f]{64}$/)
    const answer = await exports.default.fetch('http://localhost:8787/api/v1/auth/login/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const cookie = answer.headers.getSetCookie().findLast((one) => one.startsWith('__Secure-device='))
    expect(cookie).toMatch(/; Max-Age=31536000; Path=\/api\/v1; HttpOnly; Secure; SameSite=Lax$/)
    expect(await answer.text()).not.toContain('deviceToken')
  })

  it('lets its person in while a stranger uses up all tries at the password', async () => {
    const { email, device } = await atHome()
    expect(tally(await together(12, () => logIn(email, 'wrong')))).toEqual({ 401: 10, 429: 2 })
    expect((await logIn(email, PASSWORD)).status).toBe(429)
    expect((await logIn(email, PASSWORD, device)).status).toBe(200)
    expect((await logIn(email, PASSWORD)).status).toBe(429)
  })

  it('has ten tries of its own', async () => {
    const { email, device } = await atHome()
    expect(tally(await together(12, () => logIn(email, 'wrong', device)))).toEqual({ 401: 10, 429: 2 })
    expect((await logIn(email, PASSWORD)).status).toBe(200)
  })

  it.each([
    ['made up', (token: string) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['cut off', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['nothing', () => 'x'],
  ])('is none with a token that is %s', async (_what, spoil) => {
    const { email, device } = await atHome()
    await together(10, () => logIn(email, 'wrong'))
    expect((await logIn(email, PASSWORD, spoil(device))).status).toBe(429)
  })

  it("is none of another's account, and stays known to both who share it", async () => {
    const [one, two] = [await atHome(), await atHome()]
    await together(10, () => logIn(two.email, 'wrong'))
    expect((await logIn(two.email, PASSWORD, one.device)).status).toBe(429)
    const { data } = await logIn(one.email, PASSWORD, two.device)
    await together(10, () => logIn(one.email, 'wrong'))
    for (const { email } of [one, two]) expect((await logIn(email, PASSWORD, data.deviceToken)).status).toBe(200)
  })

  it('gets its codes whatever strangers ask for and try', async () => {
    const { email, device } = await atHome()
    for (let i = 0; i < 5; i++) {
      expect((await requestOtp(email)).status).toBe(200)
      wait(MINUTE_MS)
    }
    expect((await requestOtp(email)).status).toBe(429)
    expect((await requestOtp(email, device)).status).toBe(200)
    const code = await mailedCode(email, WORDS.login, 6)
    expect(tally(await together(6, () => verifyOtp(email, otherCode(code))))).toEqual({ 401: 5, 429: 1 })
    expect((await verifyOtp(email, code)).status).toBe(429)
    expect((await verifyOtp(email, code, device)).status).toBe(200)
  })

  it('opens with the code that was asked for elsewhere, when it asked for none', async () => {
    const { email, device } = await atHome()
    await requestOtp(email)
    expect((await verifyOtp(email, await mailedCode(email, WORDS.login), device)).status).toBe(200)
  })
})

describe('wrong codes from unknown devices', () => {
  it('are five an hour however often the code is sent again, and thirty a day', async () => {
    const { email, device } = await atHome()
    let compared = 0
    for (let hour = 0; hour < 8; hour++) {
      for (let sent = 0; sent < 2; sent++) {
        await requestOtp(email)
        const answers = await together(5, () => verifyOtp(email, '000000'))
        compared += tally(answers)[401] ?? 0
        wait(MINUTE_MS)
      }
      if (hour === 0) expect(compared).toBe(5)
      wait(HOUR_MS)
    }
    expect(compared).toBe(30)
    expect((await requestOtp(email, device)).status).toBe(200)
    const code = await mailedCode(email, WORDS.login, 17)
    expect((await verifyOtp(email, code, device)).status).toBe(200)
  })
})

describe("a stranger's registrations", () => {
  it('cost the owner of the address no message', async () => {
    const { email } = await signUp()
    const registration = { name: 'Mallory', email, password: PASSWORD, role: 'BUYER' }
    expect(tally(await together(6, () => call(guest, 'POST', '/auth/create-account', registration)))).toEqual({
      201: 5,
      429: 1,
    })
    expect((await requestOtp(email)).status).toBe(200)
    expect((await call(guest, 'POST', '/auth/password/forgot', { email })).status).toBe(200)
  })

  it("and requests of it as somebody's second address neither", async () => {
    const [owner, stranger, other] = [await signUp(), await signUp(), freshEmail()]
    expect((await call(stranger, 'POST', '/auth/secondary-email', { email: other })).status).toBe(200)
    expect((await call(owner, 'POST', '/auth/secondary-email', { email: other })).status).toBe(200)
  })
})
