import { beforeEach, describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { answerTotp, appCode, STEP, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'
import {
  codeAfter,
  DAY,
  enter,
  freshAddress,
  from,
  HOUR,
  MINUTE,
  newEstablished,
  proveRecovery,
  sendRecovery,
  startRecovery,
} from '#testing/stories/people.ts'

/** A minute into a day, so that a day of the calendar is one too. */
beforeEach(() => void wait(DAY - (Date.now() % DAY) + 60_000))

const elsewhere = (more: Record<string, string> = {}) => ({ ...from(freshAddress()), ...more })
const askCode = (email: string, more = {}) => call(guest, 'POST', '/auth/login/request-otp', { email }, elsewhere(more))
const typeCode = (email: string, code: string, more = {}) =>
  call(guest, 'POST', '/auth/login/verify-otp', { email, code }, elsewhere(more))
/** The guess was compared with a code. */
const compared = ({ status, error }: { status: number; error?: { reason?: string } }) =>
  status === 200 || (status === 401 && error?.reason === 'INVALID_VERIFICATION_CODE')

describe('five tries within an hour of one network', () => {
  it('however often a sign-in code is sent again', async () => {
    const [{ email }, there] = [await signUp(), from(freshAddress())]
    let tries = 0
    for (let i = 0; i < 10; i++) {
      await askCode(email)
      for (let n = 0; n < 3; n++) if (compared(await typeCode(email, String(100_000 + i * 10 + n), there))) tries++
      wait(61_000)
    }
    expect(tries).toBe(5)
  })

  it('also for 50 at once, and the right one after them is no longer good', async () => {
    const [{ email }, there] = [await signUp(), from(freshAddress())]
    const code = await codeAfter(email, () => askCode(email))
    const answers = await together(50, () => typeCode(email, otherCode(code), there))
    expect(answers.filter(compared)).toHaveLength(5)
    wait(61_000)
    await askCode(email)
    wait(1000)
    expect((await typeCode(email, otherCode(code), there)).status).toBe(429)
  })

  it('of the code that proves a second address, and of the one that proves a recovery', async () => {
    const [person, there] = [await newEstablished(), from(freshAddress())]
    let tries = 0
    for (let i = 0; i < 5; i++) {
      const { recoveryId } = (await startRecovery(person.email, elsewhere())).data
      await sendRecovery(recoveryId, 'SECONDARY_EMAIL', elsewhere())
      for (let n = 0; n < 4; n++)
        if (compared(await proveRecovery(recoveryId, String(200_000 + i * 10 + n), there))) tries++
      wait(61_000)
    }
    expect(tries).toBe(5)
  })

  it('five more are allowed after the hour', async () => {
    const { email } = await signUp()
    await askCode(email)
    for (let n = 0; n < 7; n++) await typeCode(email, String(300_000 + n))
    wait(HOUR + MINUTE)
    const code = await codeAfter(email, () => askCode(email))
    expect((await typeCode(email, code)).status).toBe(200)
  })
})

describe('thirty wrong codes a day of an account, from unknown devices', () => {
  it('over mailed codes and recoveries together', async () => {
    const person = await newEstablished()
    const known = { 'x-device-token': (await enter(person.email)).data.deviceToken as string }
    let tries = 0
    for (let hour = 0; hour < 12; hour++) {
      await askCode(person.email)
      for (let n = 0; n < 6; n++) if (compared(await typeCode(person.email, String(400_000 + hour * 10 + n)))) tries++
      const began = await startRecovery(person.email, elsewhere())
      if (began.status === 200) {
        const { recoveryId } = began.data
        await sendRecovery(recoveryId, 'SECONDARY_EMAIL', elsewhere())
        for (let n = 0; n < 6; n++)
          if (compared(await proveRecovery(recoveryId, String(500_000 + hour * 10 + n), elsewhere()))) tries++
      }
      wait(HOUR + MINUTE)
    }
    expect(tries).toBe(30)
    // Her own phone goes on, and tomorrow every device.
    const code = await codeAfter(person.email, () => askCode(person.email, known))
    expect((await typeCode(person.email, code, known)).status).toBe(200)
    wait(DAY)
    const next = await codeAfter(person.email, () => askCode(person.email))
    expect((await typeCode(person.email, next)).status).toBe(200)
  })

  it('at the authenticator too, for whoever knows the password: thirty guesses, not 960', async () => {
    const { person, app } = await withTotp()
    wait(DAY - (Date.now() % DAY) + STEP / 2)
    let tries = 0
    for (let quarter = 0; quarter < 48; quarter++) {
      const pendingToken = (await enter(person.email, PASSWORD, elsewhere())).data?.pendingToken
      for (let n = 0; pendingToken && n < 5; n++) {
        const answer = await answerTotp(pendingToken, { code: wrongAppCode(app) }, elsewhere())
        if (!compared(answer)) break
        tries++
      }
      wait(15 * MINUTE)
    }
    expect(tries).toBeGreaterThan(0)
    expect(tries).toBeLessThanOrEqual(30)
  })

  it('at the authenticator, and a day later its owner is in again', async () => {
    const { person, app } = await withTotp()
    wait(2 * DAY)
    const pendingToken = (await enter(person.email, PASSWORD, elsewhere())).data.pendingToken
    expect((await answerTotp(pendingToken, { code: appCode(app) }, elsewhere())).status).toBe(200)
  })

  it('over mailed codes and recoveries begun with the address and with the number, and it does not show', async () => {
    const [person, own] = [await newEstablished(), await newEstablished()]
    const nobodys = freshPhone()
    const compareds = { known: 0, unknown: 0 }
    for (let hour = 0; hour < 12; hour++) {
      const guess = (n: number) => String(600_000 + hour * 10 + n)
      await askCode(person.email)
      for (let n = 0; n < 5; n++) await typeCode(person.email, guess(n))
      for (const [name, side] of [
        [person.phone, 'known'],
        [nobodys, 'unknown'],
      ] as const) {
        const { recoveryId } = (await startRecovery(name, elsewhere())).data
        await sendRecovery(recoveryId, 'SECONDARY_EMAIL', elsewhere())
        for (let n = 0; n < 5; n++)
          if (compared(await proveRecovery(recoveryId, guess(n), elsewhere()))) compareds[side]++
      }
      wait(HOUR + MINUTE)
    }
    // A number tells no more of itself when it is of an account whose thirty are used up at its address.
    expect(compareds.known).toBe(compareds.unknown)
    const right = async ({ phone, second }: typeof person) => {
      const { recoveryId } = (await startRecovery(phone, elsewhere())).data
      const code = await codeAfter(second, () => sendRecovery(recoveryId, 'SECONDARY_EMAIL', elsewhere()))
      return proveRecovery(recoveryId, code, elsewhere())
    }
    for (let hour = 0; hour < 7; hour++) {
      await askCode(own.email)
      for (let n = 0; n < 5; n++) await typeCode(own.email, String(700_000 + hour * 10 + n))
      wait(HOUR + MINUTE)
    }
    // All thirty were at the address: at the number even the right one is taken for wrong, until tomorrow.
    expect(await right(own)).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    wait(DAY)
    expect((await right(own)).status).toBe(200)
  })
})
