import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { codeBySms, requireSmsCountry } from '#domain/core/notices/sms.ts'
import { orderAccepted, orderPaid } from '#domain/orders/orders/notices.ts'
import { passwordAdded } from '#domain/people/passwords/notices.ts'
import { phoneCode } from '#domain/people/users/notices.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// docs/limits.md, SMS.
const domain = openDomain((market) => {
  addMarket(market)
  market.run('UPDATE users SET created_at = 1')
})
const { ctx } = domain
const paid = { number: 'CMD-1', total: { amountMinor: 100, currency: 'USD' } } as const

const smsTo = (phone: string) =>
  domain.rows("SELECT id FROM outbox WHERE channel = 'SMS' AND recipient = ?", phone).length
const mails = () => domain.rows("SELECT id FROM outbox WHERE channel = 'EMAIL'").length
const number = (i: number) => `24381000${String(i).padStart(4, '0')}`
const ask = (userId: string, phone: string, at: Ctx = ctx) =>
  commit(at, codeBySms(at, { userId, phone }, phoneCode, { code: '482915' }))
const within = (dailyMax: number, at: Ctx = ctx): Ctx => ({
  ...at,
  settings: { ...at.settings, sms: { ...at.settings.sms, dailyMax } },
})

describe('a code by SMS', () => {
  it('goes five times an hour to a number, whoever asks', async () => {
    for (let i = 0; i < 5; i++) await ask(`person ${i}`, number(1))
    await expect(ask('person 6', number(1))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3600 })
    expect(smsTo(number(1))).toBe(5)
    await ask('person 6', number(1), domain.after(HOUR_MS))
    expect(smsTo(number(1))).toBe(6)
  })

  it('goes ten times a day for an account, wherever to', async () => {
    for (let i = 0; i < 10; i++) await ask('spender', number(i))
    await expect(ask('spender', number(11))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(smsTo(number(11))).toBe(0)
    await ask('somebody else', number(11))
    await ask('spender', number(12), domain.after(DAY_MS))
    expect(smsTo(number(12))).toBe(1)
  })

  it('is refused to everybody when those of the day are used up', async () => {
    for (let i = 0; i < 3; i++) await ask('buyer', number(i), within(3))
    await expect(ask('seller', number(4), within(3))).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    expect(smsTo(number(4))).toBe(0)
  })

  it('goes to the countries of the service only', () => {
    for (const phone of ['243810000001', '250788000001'])
      expect(() => requireSmsCountry(ctx, phone, 'phone')).not.toThrow()
    for (const phone of ['33612345678', '882161234567', '24281000001', '1243810000001'])
      expect(() => requireSmsCountry(ctx, phone, 'phone')).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining('+243 et +250') }),
      )
  })
})

describe('a notice', () => {
  beforeEach(() => domain.run("UPDATE users SET phone_verified_at = 1 WHERE id = 'buyer'"))
  const PHONE = '243810000001'

  it('of anything that may wait goes by mail alone', async () => {
    await commit(ctx, notify(ctx, 'buyer', orderAccepted, { number: 'CMD-1', prepMinutes: 5 }))
    expect([mails(), smsTo(PHONE)]).toEqual([1, 0])
  })

  it('goes by mail when the number, the account or the day has had its SMS, and never fails for it', async () => {
    for (let i = 0; i < 7; i++) await commit(ctx, notify(ctx, 'buyer', orderPaid, paid))
    expect([mails(), smsTo(PHONE)]).toEqual([7, 5])
    const later = domain.after(HOUR_MS)
    for (let i = 0; i < 7; i++) await commit(later, notify(later, 'buyer', orderPaid, paid))
    const muchLater = domain.after(2 * HOUR_MS)
    await commit(muchLater, notify(muchLater, 'buyer', orderPaid, paid))
    expect([mails(), smsTo(PHONE)]).toEqual([15, 10])
  })

  it('of security goes by SMS beside any number of codes, up to five an hour and ten a day of its own', async () => {
    for (let i = 0; i < 5; i++) await ask(`person ${i}`, PHONE)
    for (let i = 0; i < 10; i++) await ask('buyer', number(100 + i))
    await commit(ctx, notify(ctx, 'buyer', passwordAdded))
    expect(smsTo(PHONE)).toBe(6)
    for (let i = 0; i < 9; i++) await commit(ctx, notify(ctx, 'buyer', passwordAdded))
    expect(smsTo(PHONE)).toBe(10)
    for (const hours of [1, 2]) {
      const later = domain.after(hours * HOUR_MS)
      for (let i = 0; i < 9; i++) await commit(later, notify(later, 'buyer', passwordAdded))
    }
    expect(smsTo(PHONE)).toBe(15)
  })

  it('of security spends no code of its person, but of what all SMS may cost', async () => {
    const three = within(3)
    for (let i = 0; i < 3; i++) await commit(three, notify(three, 'buyer', passwordAdded))
    expect(smsTo(PHONE)).toBe(2)
    for (let i = 0; i < 3; i++) await commit(ctx, notify(ctx, 'buyer', passwordAdded))
    for (let i = 0; i < 5; i++) await ask('buyer', PHONE)
    expect(smsTo(PHONE)).toBe(10)
  })

  it('does not go by SMS to another country', async () => {
    domain.run("UPDATE users SET phone = '33612345678' WHERE id = 'buyer'")
    await commit(ctx, notify(ctx, 'buyer', orderPaid, paid))
    expect([mails(), smsTo('33612345678')]).toEqual([1, 0])
    expect(domain.rows('SELECT * FROM attempts')).toEqual([])
  })
})
