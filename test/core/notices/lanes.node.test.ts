import { describe, expect, it } from 'vitest'
import { emailCode } from '#domain/core/codes/notices.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, newSenders } from '#domain/core/context.ts'
import { incidentOpened } from '#domain/core/incidents/notices.ts'
import { declaredNotices, type Notice } from '#domain/core/notices/notice.ts'
import { message } from '#domain/core/notices/notify.ts'
import { sendOutbox } from '#domain/core/notices/send.ts'
import { accountRestored, phoneCode } from '#domain/people/users/notices.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Delivery } from '#providers/delivery.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { declareAll } from './samples.ts'

// docs/gateways.md, Lanes.
const domain = openDomain()
await declareAll()

type Provider = 'email' | 'sms' | 'secondEmail' | 'secondSms'
type Answers = Partial<Record<Provider, (to: string) => Delivery | Promise<Delivery>>>
const SENT: Delivery = { kind: 'sent', messageId: 'm' }
const FAILED: Delivery = { kind: 'failed', detail: 'TIMEOUT' }
const REFUSED: Delivery = { kind: 'refused', detail: 'NO_SUCH' }

/** The service with these providers, and what each was asked, in turn: `email a@soko.test`. */
function withProviders(answers: Answers, at: Ctx = domain.ctx) {
  const asked: string[] = []
  const ports = Object.entries(answers).map(([name, answer]) => [
    name,
    {
      send: async ({ to }: { to: string }) => {
        asked.push(`${name} ${to}`)
        await Promise.resolve()
        return answer(to)
      },
    },
  ])
  const ctx: Ctx = {
    ...at,
    senders: newSenders(),
    providers: { ...at.providers, secondSms: undefined, secondEmail: undefined, ...Object.fromEntries(ports) },
  }
  return { ctx, asked }
}
const later = ({ ctx }: { ctx: Ctx }, ms: number) => ({ ...ctx, now: ctx.now + ms, senders: newSenders() })
const run = { hasTime: () => true }

async function write<F>(count: number, notice: Notice<F>, facts: object, channel: 'EMAIL' | 'SMS' = 'EMAIL') {
  const to = (i: number) =>
    channel === 'SMS' ? `24381000${String(i).padStart(4, '0')}` : `${notice.kind}.${i}@soko.test`
  for (let at = 0; at < count; at += 100)
    await commit(
      domain.ctx,
      Array.from({ length: Math.min(100, count - at) }, (_, i) =>
        message(
          domain.ctx,
          { channel, to: to(at + i), locale: 'fr' },
          notice as Notice<never>,
          ...([facts] as [never]),
        ),
      ),
    )
}
const notices = (count: number) => write(count, accountRestored, {})
const codes = (count: number) => write(count, emailCode, { code: '482915' })
const alarms = (count: number) => write(count, incidentOpened, { title: 'Un écart', description: 'Voyez.' })
const pending = () => domain.rows("SELECT 1 FROM outbox WHERE status = 'PENDING'").length
const rowOf = (recipient: string) => domain.row('SELECT status, attempts FROM outbox WHERE recipient = ?', recipient)

describe('lanes', () => {
  it('a notice says its own: codes, and what somebody waits for before they can go on, are CODE', () => {
    const inLane = (lane: string) =>
      declaredNotices()
        .filter((one) => one.lane === lane && !one.kind.startsWith('code.'))
        .map(({ kind }) => String(kind))
        .sort()
    expect(inLane('CODE')).toEqual([
      'account.exists',
      'password.reset-link',
      'password.reset-refused',
      'recovery.proven',
    ])
    expect(inLane('ALARM')).toEqual(['incident.opened', 'rate.jump', 'share.used-up', 'staff.acted'])
    const ofCodes = declaredNotices().filter(({ kind }) => kind.startsWith('code.'))
    expect(new Set(ofCodes.map(({ lane }) => lane))).toEqual(new Set(['CODE']))
    expect(ofCodes).toHaveLength(14)
  })

  it('of two thousand notices none delays a code or an alarm, and a run sends as many as its time allows', async () => {
    await notices(2000)
    await codes(2)
    await alarms(2)
    const { ctx, asked } = withProviders({ email: () => SENT })
    await sendOutbox(ctx, run)
    expect(asked.slice(0, 5).filter((one) => /code\.email|incident/.test(one))).toHaveLength(4)
    expect(asked).toHaveLength(800)
    // No message is left by more than its lease.
    for (let i = 0; i < 2; i++) await sendOutbox(ctx, run)
    expect([new Set(asked).size, pending()]).toEqual([2004, 0])
    await notices(30)
    const times = [true, true, true, false]
    const short = withProviders({ email: () => SENT })
    await sendOutbox(short.ctx, { hasTime: () => times.shift() ?? false })
    expect(short.asked.length).toBeLessThanOrEqual(6)
  })

  it('no number of codes holds up an alarm, and no number of alarms a code', async () => {
    await codes(60)
    await alarms(60)
    const { ctx, asked } = withProviders({ email: () => SENT })
    await sendOutbox(ctx)
    const kinds = asked.map((one) => (one.includes('incident') ? 'alarm' : 'code'))
    expect(kinds.filter((kind) => kind === 'alarm').length).toBeGreaterThanOrEqual(5)
    expect(kinds.filter((kind) => kind === 'code').length).toBeGreaterThanOrEqual(10)
  })

  it('the newest code goes first: what somebody waits for now', async () => {
    await codes(30)
    const newer = withProviders({ email: () => SENT }, domain.after(MINUTE_MS))
    await commit(newer.ctx, [
      message(newer.ctx, { channel: 'EMAIL', to: 'now@soko.test', locale: 'fr' }, emailCode, { code: '1' }),
    ])
    await sendOutbox(newer.ctx)
    expect(newer.asked.slice(0, 3)).toContain('email now@soko.test')
  })
})

describe('a channel whose provider takes nothing', () => {
  it('does not stop the other one', async () => {
    await write(10, phoneCode, { code: '482915' }, 'SMS')
    await notices(15)
    const { ctx, asked } = withProviders({ email: () => SENT, sms: () => FAILED })
    await sendOutbox(ctx, run)
    expect(asked.filter((one) => one.startsWith('email'))).toHaveLength(15)
    expect(asked.filter((one) => one.startsWith('sms')).length).toBeLessThanOrEqual(4)
  })

  it('does not stop the other one when it hangs', async () => {
    await write(10, phoneCode, { code: '482915' }, 'SMS')
    await notices(15)
    const { ctx, asked } = withProviders({ email: () => SENT, sms: () => new Promise(() => undefined) })
    void sendOutbox(ctx, run)
    await expect.poll(() => asked.filter((one) => one.startsWith('email')).length).toBe(15)
    expect(asked.filter((one) => one.startsWith('sms'))).toHaveLength(2)
  })

  it('stops nobody else when one message fails', async () => {
    await notices(20)
    const bad = 'account.restored.0@soko.test'
    const { ctx, asked } = withProviders({ email: (to) => (to === bad ? FAILED : SENT) })
    await sendOutbox(ctx)
    expect(asked).toHaveLength(20)
    expect(pending()).toBe(1)
  })
})

describe('the text of a message', () => {
  const bodies = () => domain.rows('SELECT status, body FROM outbox ORDER BY rowid')

  it.each([
    ['mail', 'EMAIL', emailCode, { email: () => SENT }],
    ['SMS', 'SMS', phoneCode, { sms: () => SENT }],
  ] as const)(
    'goes from its row once it left by %s, so that no code stays there',
    async (_, channel, notice, answers) => {
      await write(2, notice as Notice<never>, { code: '482915' }, channel)
      expect(bodies()[0]).toMatchObject({ body: expect.stringContaining('482915') })
      await sendOutbox(withProviders(answers).ctx, run)
      expect(bodies()).toEqual([
        { status: 'SENT', body: '' },
        { status: 'SENT', body: '' },
      ])
      const row = JSON.stringify(domain.rows('SELECT * FROM outbox'))
      expect(row).not.toContain('482915')
    },
  )

  it('goes as well of a message to nobody, which is sent nowhere and kept like any other', async () => {
    await codes(1)
    domain.run("UPDATE outbox SET recipient = ''")
    const { ctx, asked } = withProviders({ email: () => SENT })
    await sendOutbox(ctx)
    expect(asked).toEqual([])
    expect(domain.rows('SELECT status, failure, body FROM outbox')).toEqual([
      { status: 'FAILED', failure: 'NOBODY', body: '' },
    ])
  })

  it('goes as well when it was refused, or failed for the last time, and stays while it is tried', async () => {
    await codes(1)
    await sendOutbox(withProviders({ email: () => REFUSED }).ctx)
    expect(bodies()).toEqual([{ status: 'FAILED', body: '' }])
    domain.run("UPDATE outbox SET status = 'PENDING', attempts = 3, body = '482915', next_at = 0")
    await sendOutbox(withProviders({ email: () => FAILED }).ctx)
    expect(bodies()).toEqual([{ status: 'PENDING', body: '482915' }])
    domain.run('UPDATE outbox SET next_at = 0')
    await sendOutbox(withProviders({ email: () => FAILED }).ctx)
    expect(bodies()).toEqual([{ status: 'FAILED', body: '' }])
  })
})

describe('a message that a sender has', () => {
  const hanging = () => new Promise<Delivery>(() => undefined)

  it.each([
    ['mail', 'EMAIL', emailCode, ['email', 'secondEmail']],
    ['SMS', 'SMS', phoneCode, ['sms', 'secondSms']],
  ] as const)('by %s is no other sender’s while its providers may still answer', async (_, channel, notice, names) => {
    await write(1, notice as Notice<never>, { code: '482915' }, channel)
    const slow = withProviders(Object.fromEntries(names.map((name) => [name, hanging])))
    void sendOutbox(slow.ctx, run)
    await expect.poll(() => slow.asked).toHaveLength(1)
    const other = withProviders(Object.fromEntries(names.map((name) => [name, () => SENT])))
    // Each provider has ten seconds, and a code is tried by both.
    for (const seconds of [0, 1, 10, 20, 30]) await sendOutbox(later(other, seconds * SECOND_MS), run)
    expect(other.asked).toEqual([])
    expect(pending()).toBe(1)
    // The first sender died, so the next tick but one sends it.
    await sendOutbox(later(other, 2 * MINUTE_MS), run)
    expect(other.asked).toHaveLength(1)
  })
})

describe('a message that is over', () => {
  it.each([
    ['left', () => SENT],
    ['was refused', () => REFUSED],
  ])('because it %s is not sent again', async (_, answer) => {
    await codes(2)
    await write(2, phoneCode, { code: '482915' }, 'SMS')
    await notices(2)
    const once = withProviders({ email: answer, sms: answer })
    await sendOutbox(once.ctx, run)
    expect(once.asked).toHaveLength(6)
    const again = withProviders({ email: () => SENT, sms: () => SENT })
    for (const minutes of [1, 2, 60]) await sendOutbox(later(again, minutes * MINUTE_MS), run)
    expect(again.asked).toEqual([])
  })
})

describe('the mails of a day', () => {
  const counted = () =>
    domain.row(
      "SELECT codes + newcomers_codes AS codes, notices + newcomers_notices AS notices FROM message_counts WHERE channel = 'EMAIL'",
    )

  it('count a notice that left, and not one that failed; a code that failed takes no notice back', async () => {
    await notices(2)
    await sendOutbox(withProviders({ email: () => SENT }).ctx)
    expect(counted()).toEqual({ codes: 0, notices: 2 })
    await codes(1)
    await alarms(1)
    await sendOutbox(withProviders({ email: () => FAILED }).ctx)
    expect(counted()).toEqual({ codes: 1, notices: 2 })
    await notices(1)
    await sendOutbox(withProviders({ email: () => FAILED }).ctx)
    expect(counted()).toEqual({ codes: 1, notices: 2 })
  })
})

describe('the second provider', () => {
  it('takes a notice that the first failed twice, and the next after it is the first again', async () => {
    await notices(1)
    const to = 'account.restored.0@soko.test'
    const failing = withProviders({ email: () => FAILED, secondEmail: () => FAILED })
    for (const minutes of [0, 1, 3, 7]) await sendOutbox(later(failing, minutes * MINUTE_MS))
    expect(failing.asked).toEqual([`email ${to}`, `email ${to}`, `secondEmail ${to}`, `email ${to}`])
    const { ctx, asked } = withProviders(
      { email: () => FAILED, secondEmail: () => SENT },
      later(failing, 15 * MINUTE_MS),
    )
    await sendOutbox(ctx)
    expect(asked).toEqual([`secondEmail ${to}`])
    expect(rowOf(to)).toEqual({ status: 'SENT', attempts: 5 })
  })

  it.each([
    ['mail', 'EMAIL', 'code.email.0@soko.test', { email: () => FAILED, secondEmail: () => SENT }],
    ['SMS', 'SMS', '243810000000', { sms: () => FAILED, secondSms: () => SENT }],
  ] as const)('takes a code by %s at once', async (_, channel, to, providers) => {
    await write(
      1,
      channel === 'SMS' ? (phoneCode as Notice<never>) : (emailCode as Notice<never>),
      { code: '482915' },
      channel,
    )
    const { ctx, asked } = withProviders(providers)
    await sendOutbox(ctx)
    expect(asked).toEqual(Object.keys(providers).map((name) => `${name} ${to}`))
    expect(rowOf(to)).toEqual({ status: 'SENT', attempts: 1 })
  })

  it('is not asked for what the first refused for good', async () => {
    await codes(1)
    const { ctx, asked } = withProviders({ email: () => REFUSED, secondEmail: () => SENT })
    await sendOutbox(ctx)
    expect(asked).toEqual(['email code.email.0@soko.test'])
    expect(rowOf('code.email.0@soko.test')).toEqual({ status: 'FAILED', attempts: 1 })
  })

  it('takes over a backlog once the first failed twice in a row', async () => {
    await notices(100)
    const { ctx, asked } = withProviders({ email: () => FAILED, secondEmail: () => SENT })
    await sendOutbox(ctx, run)
    expect(asked.filter((one) => one.startsWith('email'))).toHaveLength(6)
    expect(asked.filter((one) => one.startsWith('secondEmail'))).toHaveLength(94)
  })

  it('that takes nothing either leaves the rest to a later run', async () => {
    await notices(100)
    const { ctx, asked } = withProviders({ email: () => FAILED, secondEmail: () => FAILED })
    await sendOutbox(ctx, run)
    expect(asked.length).toBeLessThanOrEqual(12)
    expect(pending()).toBe(100)
  })
})
