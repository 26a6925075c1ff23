import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailedToken, WORDS } from '#testing/fixtures/mails.ts'
import { NEW_PASSWORD, PASSWORD, userRow } from '#testing/fixtures/people.ts'
import * as P from '#testing/stories/people.ts'

// docs/accounts.md, Creating an account: who proves the address is who they said, not who somebody else said before.

const STRANGERS = 'Mot-du-voleur-77'
const from = (network: number) => ({ 'cf-connecting-ip': `203.0.113.${network}` })
const on = (device: string) => ({ 'x-device-token': device })
const join = async (body: object, headers: Record<string, string>) => {
  const answer = await call(guest, 'POST', '/auth/create-account', body, headers)
  expect(answer.status).toBe(201)
  return answer.data
}
const verify = async (email: string, headers: Record<string, string>, least: number) =>
  call(
    guest,
    'POST',
    '/auth/verify-email',
    { email, code: await mailedCode(email, WORDS.verification, least) },
    headers,
  )

const people = () => {
  const email = freshEmail()
  const stranger = { name: 'Grand Voleur', email, password: STRANGERS, role: 'RIDER', phone: freshPhone() }
  const holder = { name: 'Aline', email, password: PASSWORD, role: 'SELLER', phone: freshPhone() }
  return { email, stranger: { ...stranger, preferredCurrency: 'CDF' }, holder }
}
const said = ({ name, role, phone }: { name: string; role: string; phone: string }) => ({ name, role, phone })

describe('an address that somebody else registered before', () => {
  it('is, with the holder’s code, what the holder typed', async () => {
    const { email, stranger, holder } = people()
    await join(stranger, from(1))
    await join(holder, from(2))
    const { data } = await verify(email, from(2), 2)
    expect(data.user).toMatchObject({ ...said(holder), preferredCurrency: 'USD', isPhoneVerified: false })
    expect(await userRow(data.user.id)).toMatchObject(said(holder))
    // Both passwords were typed for it, and the code says nothing of who typed which.
    for (const password of [STRANGERS, PASSWORD]) expect((await P.enter(email, password)).status).toBe(401)
  })

  it('opens on the holder’s device, with the holder’s password', async () => {
    const { email, stranger, holder } = people()
    await join(stranger, from(3))
    const { deviceToken } = await join(holder, from(4))
    const { data } = await verify(email, { ...from(4), ...on(deviceToken) }, 2)
    expect([data.user, typeof data.accessToken]).toEqual([expect.objectContaining(said(holder)), 'string'])
    expect((await P.enter(email, PASSWORD, on(data.deviceToken))).status).toBe(200)
    expect((await P.enter(email, STRANGERS)).status).toBe(401)
  })

  it('is what the holder typed also where a stranger registers it after them', async () => {
    const { email, stranger, holder } = people()
    const { deviceToken } = await join(holder, from(5))
    await join(stranger, from(6))
    // Her device says which registration is hers, whichever of the two codes she types.
    const { data } = await verify(email, { ...from(6), ...on(deviceToken) }, 2)
    expect(data.user).toMatchObject(said(holder))
    expect((await P.enter(email, PASSWORD, on(data.deviceToken))).status).toBe(200)
    expect((await P.enter(email, STRANGERS)).status).toBe(401)
  })

  it('has no password where two were typed on one device', async () => {
    const { email, stranger, holder } = people()
    const { deviceToken } = await join(holder, from(7))
    await join(stranger, { ...from(7), ...on(deviceToken) })
    const { data } = await verify(email, { ...from(7), ...on(deviceToken) }, 2)
    for (const password of [STRANGERS, PASSWORD])
      expect((await P.enter(email, password, on(data.deviceToken))).status).toBe(401)
  })

  it('keeps what was typed when the code is sent again', async () => {
    const { email, stranger, holder } = people()
    await join(stranger, from(8))
    await join(holder, from(9))
    expect((await call(guest, 'POST', '/auth/resend-verification', { email }, from(9))).status).toBe(200)
    expect((await verify(email, from(9), 3)).data.user).toMatchObject(said(holder))
  })

  it('is the holder’s by a code that signs in on the device where they joined, too', async () => {
    const { email, stranger, holder } = people()
    await join(stranger, from(10))
    const { deviceToken } = await join(holder, from(11))
    await call(guest, 'POST', '/auth/login/request-otp', { email }, from(11))
    const code = await mailedCode(email, WORDS.login)
    const headers = { ...from(11), ...on(deviceToken) }
    const { data } = await call(guest, 'POST', '/auth/login/verify-otp', { email, code }, headers)
    expect(data.user).toMatchObject(said(holder))
  })

  it('is the holder’s by a reset link on the device where they joined, too', async () => {
    const { email, stranger, holder } = people()
    await join(stranger, from(12))
    const { deviceToken } = await join(holder, from(13))
    await call(guest, 'POST', '/auth/password/forgot', { email }, from(13))
    const body = { token: await mailedToken(email), newPassword: NEW_PASSWORD }
    const headers = { ...from(13), ...on(deviceToken) }
    expect((await call(guest, 'POST', '/auth/password/reset', body, headers)).status).toBe(200)
    expect((await P.enter(email, NEW_PASSWORD)).data.user).toMatchObject(said(holder))
  })
})
