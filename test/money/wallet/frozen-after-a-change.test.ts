import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { NEW_PASSWORD, PASSWORD } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import { newWalletOwner, type WalletOwner, walletBalance } from '#testing/fixtures/wallets.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  HOUR,
  linkToken,
  MINUTE,
  messageAfter,
  provenRecovery,
  provePhone,
  setPhone,
  signedIn,
  withNumber,
  withSecond,
} from '#testing/stories/people.ts'

/** Asks for the code of a withdrawal and types it: the refusal of either step, or 201. */
async function tryToWithdraw(person: Person, path = '/wallet/payout') {
  const sum = { currency: 'USD', amount: '10.00' }
  try {
    const asked = await codeAfterOr(person, sum)
    if (typeof asked !== 'string') return asked
    return call(person, 'POST', path, { ...sum, otpCode: asked })
  } finally {
    wait(61_000)
  }
}
async function codeAfterOr(person: Person, sum: object) {
  let refusal: Awaited<ReturnType<typeof call>> | undefined
  const code = await codeAfter(person.email, async () => {
    const answer = await call(person, 'POST', '/wallet/payout/otp', sum)
    if (answer.status !== 200) refusal = answer
    return answer
  }).catch((error) => {
    if (!refusal) throw error
    return ''
  })
  return refusal ?? code
}
const isHeld = async (person: Person) => {
  const answer = await tryToWithdraw(person)
  expect(answer).toMatchObject({ status: 409, error: { code: 'CONFLICT', reason: 'WITHDRAWAL_HELD' } })
  return answer
}

async function seller(number?: null): Promise<WalletOwner> {
  const owner = await newWalletOwner('SELLER', { USD: 50_000 }, number)
  return { ...owner, person: await signedIn(owner.person) }
}
async function setPayoutNumber(person: Person, phone = freshPhone()) {
  const body = { phoneNumber: phone, network: 'vodacom', countryCode: 'CD' }
  const code = await codeAfter(phone, () => call(person, 'POST', '/wallet/settings/payout-number/request', body))
  expect((await call(person, 'POST', '/wallet/settings/payout-number/confirm', { code })).status).toBe(200)
}

describe('a withdrawal', () => {
  it('goes through when nothing was changed', async () => {
    expect((await tryToWithdraw((await seller()).person)).status).toBe(201)
  })

  it('is held for a day after another payout number, and the message says until when', async () => {
    const { person } = await seller()
    await setPayoutNumber(person)
    const refused = await isHeld(person)
    expect(refused.error?.message).toMatch(/\d\d?[ :h]\d\d|\d{4}/)
    wait(23 * HOUR)
    await isHeld(await signedIn(person))
    wait(HOUR)
    expect((await tryToWithdraw(await signedIn(person))).status).toBe(201)
  })

  it('is not held after the very first payout number of a wallet', async () => {
    const { person } = await seller(null)
    await setPayoutNumber(person)
    expect((await tryToWithdraw(person)).status).toBe(201)
  })

  it('is held after another e-mail', async () => {
    const { person } = await seller()
    const newEmail = freshEmail('neuf')
    const body = { newEmail, password: PASSWORD }
    const code = await codeAfter(newEmail, () => call(person, 'POST', '/users/me/email/request', body))
    expect((await call(person, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
    await isHeld({ ...person, email: newEmail })
    wait(DAY)
    expect((await tryToWithdraw(await signedIn({ ...person, email: newEmail }))).status).toBe(201)
  })

  it('is held after a second address was promoted', async () => {
    const { person } = await seller()
    const { second } = await withSecond(person)
    wait(MINUTE)
    expect((await call(person, 'POST', '/auth/secondary-email/promote', { email: second })).status).toBe(200)
    await isHeld({ ...person, email: second })
  })

  it('is held after another phone number', async () => {
    const { person } = await seller()
    await withNumber(person)
    const phone = freshPhone()
    wait(61_000)
    await provePhone(person, await codeAfter(phone, () => setPhone(person, phone)))
    await isHeld(person)
  })

  it('is held after the number was taken off, and not after the first one was added', async () => {
    const { person } = await seller()
    await withNumber(person)
    expect((await tryToWithdraw(person)).status).toBe(201)
    expect((await call(person, 'DELETE', '/users/me/phone')).error).toBeUndefined()
    await isHeld(person)
  })

  it('is held after a change was taken back, which changes the e-mail again', async () => {
    const { person } = await seller()
    const told = await messageAfter(
      person.email,
      async () => {
        const newEmail = freshEmail('voleur')
        const asked = () => call(person, 'POST', '/users/me/email/request', { newEmail })
        const code = await codeAfter(newEmail, asked)
        expect((await call(person, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
      },
      ({ text }) => text.includes('token='),
    )
    wait(2 * DAY)
    expect((await call(guest, 'POST', '/auth/changes/undo', { token: linkToken(told) })).status).toBe(200)
    await isHeld(await signedIn(person))
  })

  it('is held after another password, and after a reset', async () => {
    const { person } = await seller()
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await call(person, 'POST', '/auth/password/update', change)).status).toBe(200)
    await isHeld(person)

    const other = (await seller()).person
    expect((await resetPassword(await resetToken(other.email))).status).toBe(200)
    await isHeld(await signedIn(other, NEW_PASSWORD))
  })

  it('is held after a recovery', async () => {
    const person = await withSecond((await seller()).person)
    wait(8 * DAY)
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    await isHeld(await signedIn(person, NEW_PASSWORD))
  })

  it('of a rider is held alike', async () => {
    const owner = await newWalletOwner('RIDER', { USD: 50_000 })
    const person = await signedIn(owner.person)
    await setPayoutNumber(person)
    const answer = await tryToWithdraw(person, '/riders/me/payout')
    expect(answer).toMatchObject({ status: 409, error: { reason: 'WITHDRAWAL_HELD' } })
  })

  it('that was prepared before the change is held as well, and nothing leaves the wallet', async () => {
    const owner = await seller()
    const { person } = owner
    const sum = { currency: 'USD', amount: '10.00' }
    const otpCode = await codeAfter(person.email, () => call(person, 'POST', '/wallet/payout/otp', sum))
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await call(person, 'POST', '/auth/password/update', change)).status).toBe(200)
    const answer = await call(person, 'POST', '/wallet/payout', { ...sum, otpCode })
    expect(answer).toMatchObject({ status: 409, error: { reason: 'WITHDRAWAL_HELD' } })
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '500.00', reserved: '0.00' })
  })
})

describe('a thief with a token whose sign-in is half an hour old', () => {
  it('reaches neither address, number, payout number nor money', async () => {
    const { person } = await seller()
    const { data } = await call(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })
    wait(30 * MINUTE)
    const renewed = await call(guest, 'POST', '/auth/refresh-token', { refreshToken: data.refreshToken })
    const thief: Person = { ...person, token: renewed.data.accessToken }
    const phoneNumber = freshPhone()
    const asked = [
      await call(thief, 'POST', '/auth/secondary-email', { email: freshEmail('voleur') }),
      await call(thief, 'POST', '/users/me/email/request', { newEmail: freshEmail('voleur') }),
      await call(thief, 'POST', '/wallet/settings/payout-number/request', {
        phoneNumber,
        network: 'vodacom',
        countryCode: 'CD',
      }),
    ]
    for (const answer of asked) expect(answer).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
  })
})
