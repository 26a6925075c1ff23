import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { emailCode, loginCode } from '#domain/core/codes/notices.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { mailAt, mailTo, messageOrNothing, notify } from '#domain/core/notices/notify.ts'
import { sendOutbox } from '#domain/core/notices/send.ts'
import { codeBySms } from '#domain/core/notices/sms.ts'
import { BROKEN_LAW } from '#domain/money/ledger/matters.ts'
import { orderPaid } from '#domain/orders/orders/notices.ts'
import { phoneCode } from '#domain/people/users/notices.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// docs/limits.md, Shares of a day. The buyer's account is old, the rider's is new.
const domain = openDomain((market) => {
  addMarket(market)
  market.run('UPDATE users SET phone_verified_at = 1, email_verified_at = 1')
  market.run("UPDATE users SET created_at = ? WHERE id <> 'rider'", NOW - 8 * DAY_MS)
  market.add('users', {
    id: 'admin',
    name: 'a',
    email: 'admin@soko.test',
    role: 'ADMIN',
    created_at: NOW,
    updated_at: NOW,
  })
})
const paid = { number: 'CMD-1', total: { amountMinor: 100, currency: 'USD' } } as const
const code = { code: '482915' }

/** The service with so many messages a day, and providers that take everything. */
const within = (dailyMax: number, at: Ctx = domain.ctx): Ctx => ({
  ...at,
  settings: { ...at.settings, sms: { ...at.settings.sms, dailyMax }, mail: { dailyMax } },
  providers: { ...at.providers, ...TAKING },
})
const took = async () => ({ kind: 'sent', messageId: 'm' }) as const
const TAKING = { sms: { send: took }, email: { send: took } }
const number = (i: number) => `24381000${String(i).padStart(4, '0')}`
let numbers = 100
const smsCode = (ctx: Ctx, userId: string) =>
  commit(ctx, codeBySms(ctx, { userId, phone: number(numbers++) }, phoneCode, code)).then(
    () => 'sent',
    ({ code: refused }: { code: string }) => refused,
  )
const mailCode = (ctx: Ctx, id: string) =>
  commit(ctx, [mailTo(ctx, { id, email: `${id}@soko.test` }, emailCode, code)]).then(
    () => 'sent',
    ({ code: refused }: { code: string }) => refused,
  )
const times = async <T>(count: number, work: () => Promise<T>) => {
  const all: T[] = []
  for (let i = 0; i < count; i++) all.push(await work())
  return all
}
const sent = (channel: string, kind: string, status = 'SENT') =>
  domain.rows('SELECT 1 FROM outbox WHERE channel = ? AND kind = ? AND status = ?', channel, kind, status).length
const incidents = () => domain.rows('SELECT title FROM incidents ORDER BY id').map(({ title }) => title)
const alarms = () =>
  domain.rows("SELECT subject FROM outbox WHERE kind = 'share.used-up' ORDER BY id").map(({ subject }) => subject)
beforeEach(() => {
  numbers = 100
})

describe('of the SMS of a day', () => {
  it('notices use two thirds at most, and codes of older accounts all that is left', async () => {
    const nine = within(9)
    for (const to of ['buyer', 'seller']) await times(5, () => commit(nine, notify(nine, to, orderPaid, paid)))
    expect(sent('SMS', 'order.paid', 'PENDING')).toBe(6)
    expect(await times(4, () => smsCode(nine, 'buyer'))).toEqual([...Array(3).fill('sent'), 'GATEWAY_UNAVAILABLE'])
  })

  it('young accounts have a third, codes and notices together, and take none of the others', async () => {
    const nine = within(9)
    await commit(nine, notify(nine, 'rider', orderPaid, paid))
    expect(await times(3, () => smsCode(nine, 'rider'))).toEqual(['sent', 'sent', 'GATEWAY_UNAVAILABLE'])
    await commit(nine, notify(nine, 'rider', orderPaid, paid))
    expect(sent('SMS', 'order.paid', 'PENDING')).toBe(1)
    expect(await times(6, () => smsCode(nine, 'buyer'))).toEqual(Array(6).fill('sent'))
  })

  it('something is left for older accounts when notices and young accounts have used up theirs', async () => {
    const twelve = within(12)
    for (const to of ['buyer', 'seller']) await times(5, () => commit(twelve, notify(twelve, to, orderPaid, paid)))
    expect(sent('SMS', 'order.paid', 'PENDING')).toBe(8)
    expect(await times(3, () => smsCode(twelve, 'rider'))).toEqual(['sent', 'sent', 'GATEWAY_UNAVAILABLE'])
    expect(await times(3, () => smsCode(twelve, 'buyer'))).toEqual(['sent', 'sent', 'GATEWAY_UNAVAILABLE'])
  })

  it('the team is never new', async () => {
    const three = within(3)
    await times(1, () => smsCode(three, 'rider'))
    expect(await smsCode(three, 'admin')).toBe('sent')
  })

  it('a new day has all of them again', async () => {
    const three = within(3)
    expect(await times(4, () => smsCode(three, 'buyer'))).toEqual(['sent', 'sent', 'sent', 'GATEWAY_UNAVAILABLE'])
    expect(await smsCode(within(3, domain.after(DAY_MS)), 'buyer')).toBe('sent')
  })
})

describe('of the mails of a day', () => {
  it('notices use two thirds at most, the others wait and leave the next day: none is lost', async () => {
    const nine = within(9)
    await times(10, () => commit(nine, notify(nine, 'buyer', orderPaid, paid)))
    await sendOutbox(nine)
    await sendOutbox(nine)
    expect([sent('EMAIL', 'order.paid'), sent('EMAIL', 'order.paid', 'PENDING')]).toEqual([6, 4])
    expect(await times(4, () => mailCode(nine, 'buyer'))).toEqual([...Array(3).fill('sent'), 'GATEWAY_UNAVAILABLE'])
    await sendOutbox(within(9, domain.after(DAY_MS)))
    expect(sent('EMAIL', 'order.paid')).toBe(10)
  })

  it('senders at once take no more than that', async () => {
    const nine = within(9)
    await times(10, () => commit(nine, notify(nine, 'buyer', orderPaid, paid)))
    await Promise.all([1, 2, 3, 4].map(() => sendOutbox({ ...nine, senders: { isNextExpected: false } })))
    expect(sent('EMAIL', 'order.paid')).toBe(6)
  })

  it('young accounts have a third, of which two thirds at most are notices', async () => {
    const nine = within(9)
    await times(5, () => commit(nine, notify(nine, 'rider', orderPaid, paid)))
    await sendOutbox(nine)
    expect(sent('EMAIL', 'order.paid')).toBe(2)
    expect(await times(2, () => mailCode(nine, 'rider'))).toEqual(['sent', 'GATEWAY_UNAVAILABLE'])
    await times(2, () => commit(nine, notify(nine, 'buyer', orderPaid, paid)))
    await sendOutbox(nine)
    expect(sent('EMAIL', 'order.paid')).toBe(4)
    expect(await times(4, () => mailCode(nine, 'buyer'))).toEqual(Array(4).fill('sent'))
  })

  it('a notice that did not leave counts when it does', async () => {
    const three = within(3)
    const failing = {
      ...three.providers,
      email: { send: async () => ({ kind: 'failed', detail: 'TIMEOUT' }) as const },
    }
    await times(2, () => commit(three, notify(three, 'buyer', orderPaid, paid)))
    await sendOutbox({ ...three, providers: failing })
    expect(domain.row('SELECT notices FROM message_counts WHERE channel = ?', 'EMAIL')).toEqual({ notices: 0 })
    await sendOutbox(within(3, domain.after(120_000)))
    expect(domain.row('SELECT notices FROM message_counts WHERE channel = ?', 'EMAIL')).toEqual({ notices: 2 })
  })

  it('alarms are never counted, and leave when nothing else does', async () => {
    const none = within(0)
    const fault = {
      ref: refOf(BROKEN_LAW, 'x'),
      severity: 'HIGH',
      title: 'Un écart',
      description: 'Il manque un franc.',
    } as const
    await commit(none, [openIncident(none, fault), ...notify(none, 'buyer', orderPaid, paid)])
    await sendOutbox(none)
    expect([sent('EMAIL', 'incident.opened'), sent('EMAIL', 'order.paid')]).toEqual([1, 0])
    expect(await mailCode(none, 'buyer')).toBe('GATEWAY_UNAVAILABLE')
  })
})

describe('a guest who asks for a code', () => {
  const ask = (ctx: Ctx, email: string) =>
    commit(ctx, [
      messageOrNothing(
        ctx,
        sql`EXISTS (SELECT 1 FROM users u WHERE u.email = ${email})`,
        mailAt(email),
        loginCode,
        code,
      ),
    ]).then(
      () => 'answered',
      ({ code: refused }: { code: string }) => refused,
    )
  const emails = { old: 'buyer@soko.test', young: 'rider@soko.test', nobodys: 'nobody@soko.test' }

  it('learns of no address whose it is, whatever is used up', async () => {
    for (const [dailyMax, codes, answer] of [
      [9, 3, 'answered'],
      [3, 3, 'GATEWAY_UNAVAILABLE'],
    ] as const) {
      domain.run('DELETE FROM message_counts')
      domain.run("INSERT INTO message_counts VALUES ('EMAIL', ?, 0, 0, ?, 0)", NOW + DAY_MS, codes)
      for (const [whose, email] of Object.entries(emails))
        expect(await ask(within(dailyMax), email), whose).toBe(answer)
    }
    expect(domain.rows('SELECT recipient FROM outbox ORDER BY rowid').map(({ recipient }) => recipient)).toEqual([
      emails.old,
      '',
      '',
    ])
  })
})

describe('the ADMINs', () => {
  it('have an incident at 80 %, one of a day and channel, and a mail at its end', async () => {
    const ten = within(10)
    await times(7, () => smsCode(ten, 'buyer'))
    await sendOutbox(ten)
    expect(incidents()).toEqual([])
    await smsCode(ten, 'seller')
    for (let i = 0; i < 2; i++) await sendOutbox(ten)
    expect([incidents(), alarms()]).toEqual([['80 % des SMS du jour sont partis'], []])
    await times(3, () => smsCode(ten, 'seller'))
    for (let i = 0; i < 2; i++) await sendOutbox(ten)
    expect([incidents().length, alarms()]).toEqual([1, ['Les SMS du jour sont épuisés']])
  })

  it('have one incident of a day that is used up at once', async () => {
    const three = within(3)
    await times(3, () => mailCode(three, 'buyer'))
    for (let i = 0; i < 2; i++) await sendOutbox(three)
    expect([incidents(), alarms()]).toEqual([['Les e-mails du jour sont épuisés'], []])
  })

  it('hear when young accounts, and when notices, have used up theirs', async () => {
    const nine = within(9)
    await times(3, () => smsCode(nine, 'rider'))
    for (let i = 0; i < 2; i++) await sendOutbox(nine)
    expect(alarms()).toEqual(['Les SMS du jour des nouveaux comptes sont épuisés'])
    await times(7, () => commit(nine, notify(nine, 'buyer', orderPaid, paid)))
    for (let i = 0; i < 2; i++) await sendOutbox(nine)
    expect(alarms()).toContain('Les e-mails du jour pour les avis sont épuisés')
    expect(new Set(alarms()).size).toBe(alarms().length)
  })
})
