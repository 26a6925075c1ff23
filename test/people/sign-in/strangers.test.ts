import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailedToken, WORDS } from '#testing/fixtures/mails.ts'
import { NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { answerTotp, appCode, freezeClock, withTotp, wrongAppCodes } from '#testing/fixtures/totp.ts'
import * as P from '../../rules/accounts-people.ts'

const at = (address: string, more: Record<string, string> = {}) => ({ ...P.from(address), ...more })
const ask = (email: string, headers: Record<string, string>) =>
  call(guest, 'POST', '/auth/login/request-otp', { email }, headers)
const type = (email: string, code: string, headers: Record<string, string>) =>
  call(guest, 'POST', '/auth/login/verify-otp', { email, code }, headers)
const forgot = (email: string, headers: Record<string, string>) =>
  call(guest, 'POST', '/auth/password/forgot', { email }, headers)
const reset = async (email: string, headers: Record<string, string>, newPassword = NEW_PASSWORD) =>
  call(guest, 'POST', '/auth/password/reset', { token: await mailedToken(email), newPassword }, headers)

/** From other networks: ten wrong passwords, then a code and five wrong answers to it. */
async function strangerTries(email: string) {
  await together(10, () => P.enter(email, 'Faux-mot-1-x', at(P.freshAddress())))
  const there = at(P.freshAddress())
  await ask(email, there)
  const code = await mailedCode(email, WORDS.login)
  const answers = await together(6, () => type(email, otherCode(code), there))
  expect(tally(answers)).toEqual({ 401: 5, 429: 1 })
}

describe("an owner's new phone beside a stranger who knows the address", () => {
  it('signs in by a mailed code', async () => {
    const [{ email }, home] = [await signUp(), at(P.freshAddress())]
    await strangerTries(email)
    expect((await P.enter(email, PASSWORD, home)).status).toBe(429)
    expect((await ask(email, home)).status).toBe(200)
    expect((await type(email, await mailedCode(email, WORDS.login, 2), home)).status).toBe(200)
  })

  it('keeps its code when the stranger asks for another one', async () => {
    const [{ email }, home] = [await signUp(), at(P.freshAddress())]
    await ask(email, home)
    const code = await mailedCode(email, WORDS.login)
    wait(P.MINUTE + 1000)
    await ask(email, at(P.freshAddress()))
    await mailedCode(email, WORDS.login, 2)
    expect((await type(email, code, home)).status).toBe(200)
  })

  it('types the code on another network than it asked on', async () => {
    const { email } = await signUp()
    await ask(email, at(P.freshAddress()))
    expect((await type(email, await mailedCode(email, WORDS.login), at(P.freshAddress()))).status).toBe(200)
  })

  it('is known from the reset on, and signs in with the new password while strangers guess', async () => {
    const [{ email }, home] = [await signUp(), at(P.freshAddress())]
    await strangerTries(email)
    expect((await forgot(email, home)).status).toBe(200)
    const done = await reset(email, home)
    expect(done.data).toEqual({ reset: true, deviceToken: expect.any(String) })
    const mine = at(P.freshAddress(), { 'x-device-token': done.data.deviceToken })
    expect((await P.enter(email, NEW_PASSWORD, at(P.freshAddress()))).status).toBe(429)
    expect((await P.enter(email, NEW_PASSWORD, mine)).status).toBe(200)
  })

  it('is known from the reset on in a browser, by its cookie', async () => {
    const [{ email }, home] = [await signUp(), at(P.freshAddress())]
    await forgot(email, home)
    const token = await mailedToken(email)
    const answer = await P.browse('POST', '/auth/password/reset', { body: { token, newPassword: NEW_PASSWORD } })
    expect(await answer.json()).toEqual({ success: true, data: { reset: true } })
    const cookie = P.cookiesOf(answer)['__Secure-device']?.pair ?? ''
    await together(10, () => P.enter(email, 'Faux-mot-1-x', at(P.freshAddress())))
    const body = { email, password: NEW_PASSWORD }
    expect((await P.browse('POST', '/auth/login/password', { cookie, body })).status).toBe(200)
  })
})

describe('wrong codes by mail from unknown devices', () => {
  it('are five an hour of one network, of IPv6 its /64, and thirty a day in all', async () => {
    const { email } = await signUp()
    await ask(email, at(P.freshAddress()))
    const code = await mailedCode(email, WORDS.login)
    const seen: Record<string, number>[] = []
    for (const there of [
      '2c0f:f4c0:1:1::',
      '2c0f:f4c0:2:1::',
      '102.71.1.1',
      '102.71.1.2',
      '102.71.1.3',
      '102.71.1.4',
      '102.71.1.5',
    ])
      seen.push(
        tally(
          await together(6, (i) => type(email, otherCode(code), at(there.endsWith(':') ? `${there}${i + 1}` : there))),
        ),
      )
    expect(seen).toEqual([...Array(6).fill({ 401: 5, 429: 1 }), { 429: 6 }])
    // The day is over for whoever is not known, not for who proves the mailbox by the link.
    expect((await type(email, code, at(P.freshAddress()))).status).toBe(429)
  })
})

it('a mailbox alone gives no more guesses at the authenticator, however many devices it makes known', async () => {
  const { person, app } = await withTotp()
  freezeClock()
  let compared = 0
  for (let i = 0; i < 4; i++) {
    const home = at(P.freshAddress())
    await forgot(person.email, home)
    const token = await mailedToken(person.email, i + 1)
    const newPassword = `${NEW_PASSWORD}-${i}`
    const { deviceToken } = (await call(guest, 'POST', '/auth/password/reset', { token, newPassword }, home)).data
    const mine = at(P.freshAddress(), { 'x-device-token': deviceToken })
    for (let round = 0; round < 2; round++) {
      const { data } = await P.enter(person.email, newPassword, mine)
      for (const code of wrongAppCodes(app, 5))
        if ((await answerTotp(data.pendingToken, { code }, mine)).status === 401) compared++
    }
    wait(16 * P.MINUTE)
    freezeClock()
  }
  expect(compared).toBe(15)
  expect(appCode(app)).toMatch(/^\d{6}$/)
})
