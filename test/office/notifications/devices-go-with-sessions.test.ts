import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person } from '#testing/api.ts'
import { minuteCronAfter, nightCronAfter, wait } from '#testing/clock.ts'
import { actOnOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { bearer, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import { appCode, appOf, confirmTotp, freezeClock } from '#testing/fixtures/totp.ts'
import { SECOND } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/office.ts'
import { completeRecovery, DAY, MINUTE, newEstablished, provenRecovery, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { devicesOf, newBrowser, pushService, registered } from '#testing/stories/pushes.ts'

// Rule 8.5.4: a device belongs to the session that made it and goes with it, in each way in which a session ends.

clockGoesOn()

type Signed = Person & { refreshToken: string }
const enters = async (person: Person, password = PASSWORD): Promise<Signed> => {
  const { accessToken: token, refreshToken } = ok(await logIn(person.email, password))
  return { ...person, token, refreshToken }
}
const byStaff = async (
  role: 'SUPPORT' | 'ADMIN',
  { id }: Person,
  act: string,
  body: object = { reason: 'Vol signalé' },
) => ok(await call(await signedIn(await signUp(role)), 'POST', `/users/${id}/${act}`, body))
const refresh = (refreshToken: string) => call(guest, 'POST', '/auth/refresh-token', { refreshToken })

/** Each ends the session of the phone; another session of the same person is at hand. Answers whoever can look afterwards. */
const WAYS: Record<string, (phone: Signed, desk: Signed) => Promise<Caller>> = {
  'signing out': async (phone, desk) => {
    ok(await call(phone, 'POST', '/auth/logout'))
    return desk
  },
  'signing out by the refresh token alone': async ({ refreshToken }, desk) => {
    ok(await call(guest, 'POST', '/auth/logout', { refreshToken }))
    return desk
  },
  'signing out everywhere': async (_, desk) => {
    ok(await call(desk, 'POST', '/auth/logout-all'))
    return enters(desk)
  },
  'ending that session from another': async (phone, desk) => {
    const { sessions } = ok(await call(phone, 'GET', '/auth/sessions'))
    const { id } = sessions.find(({ current }: { current: boolean }) => current)
    ok(await call(desk, 'DELETE', `/auth/sessions/${id}`))
    return desk
  },
  'a new password': async (_, desk) => {
    ok(await call(desk, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
    return enters(desk, NEW_PASSWORD)
  },
  'a password that was reset by mail': async (_, desk) => {
    ok(await resetPassword(await resetToken(desk.email)))
    return enters(desk, NEW_PASSWORD)
  },
  'an authenticator that is switched on elsewhere': async (_, desk) => {
    freezeClock()
    const app = appOf(ok(await call(desk, 'POST', '/auth/totp/setup')).otpauthUrl)
    ok(await confirmTotp(desk, appCode(app, -1)))
    return desk
  },
  'an old refresh token, used again': async (phone, desk) => {
    const next = ok(await refresh(phone.refreshToken))
    const third = ok(await refresh(next.refreshToken))
    wait(MINUTE)
    expect((await refresh(phone.refreshToken)).status).toBe(401)
    expect((await call(bearer(third.accessToken), 'GET', '/auth/me')).status).toBe(401)
    return desk
  },
  'a block, lifted after': async (phone) => {
    await byStaff('SUPPORT', phone, 'block')
    await byStaff('SUPPORT', phone, 'unblock')
    return enters(phone)
  },
  'a sign-out by staff': async (phone) => {
    await byStaff('SUPPORT', phone, 'force-logout')
    return enters(phone)
  },
  'another role': async (phone) => {
    await byStaff('ADMIN', phone, 'role', { role: 'SELLER' })
    return enters(phone)
  },
  'thirty days without use': async (phone) => {
    await nightCronAfter(31 * DAY)
    await minuteCronAfter(SECOND)
    return enters(phone)
  },
}

describe('a device', () => {
  it.each(Object.keys(WAYS))('8.5.4 goes with its session: %s', async (way) => {
    const person = await signUp()
    const [phone, desk] = [await enters(person), await enters(person)]
    const { id } = await registered(phone, newBrowser())
    const kept = await registered(desk, newBrowser())
    expect((await devicesOf(desk)).map((one) => one.id).sort()).toEqual([id, kept.id].sort())
    const looks = await WAYS[way]?.(phone, desk)
    expect((await devicesOf(looks ?? null)).map((one) => one.id)).not.toContain(id)
  })

  it('8.5.4 goes with its session: a recovery that is complete', async () => {
    const person = await newEstablished()
    await registered(person, newBrowser())
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    ok(await completeRecovery(recoveryToken, NEW_PASSWORD))
    expect(await devicesOf(await enters(person, NEW_PASSWORD))).toEqual([])
  })

  it('8.5.4 of the team goes with a session that nobody used for an hour', async () => {
    const staff = await enters(await signUp('SUPPORT'))
    await registered(staff, newBrowser())
    wait(61 * MINUTE)
    expect(await devicesOf(await enters(staff))).toEqual([])
  })

  it('8.5.4 stays while its session goes on: refreshed, and beside another that ends', async () => {
    const person = await signUp()
    const [phone, desk] = [await enters(person), await enters(person)]
    const { id } = await registered(phone, newBrowser())
    ok(await call(desk, 'POST', '/auth/logout'))
    wait(14 * MINUTE)
    const { accessToken } = ok(await refresh(phone.refreshToken))
    expect(await devicesOf(bearer(accessToken))).toMatchObject([{ id, current: true }])
  })

  it('8.5.4 hears nothing from the end of its session on', async () => {
    const service = pushService()
    const market = await newMarket()
    const [ended, goesOn] = [service.browser(), service.browser()]
    const phone = await enters(market.buyer)
    await registered(phone, ended)
    await registered(market.buyer, goesOn)
    const { id } = await paidOrder(market)
    const before = (await service.heardBy(ended)).length
    ok(await call(phone, 'POST', '/auth/logout'))
    ok(await actOnOrder(market.seller, id, 'accept'))
    expect((await service.heardBy(goesOn)).length).toBeGreaterThan(0)
    expect(await service.heardBy(ended)).toHaveLength(before)
  })

  it('8.5.4 hears nothing once its session has run out, though nobody ended it', async () => {
    const service = pushService()
    const [market, browser] = [await newMarket(), service.browser()]
    const phone = await enters(market.buyer)
    await registered(phone, browser)
    wait(31 * DAY)
    const rested = { ...market, seller: await signedIn(market.seller), buyer: await signedIn(market.buyer) }
    await paidOrder(rested)
    expect(await service.heardBy(browser)).toEqual([])
  })
})
