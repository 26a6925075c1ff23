import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { declaredNotices } from '#domain/core/notices/notice.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { termsOfPush, titleOfPush } from '#domain/core/notices/push-terms.ts'
import { sendOutbox } from '#domain/core/notices/send.ts'
import { orderOutForDelivery } from '#domain/orders/delivery/notices.ts'
import { passkeyAdded } from '#domain/people/passkeys/notices.ts'
import type { Delivery } from '#providers/delivery.ts'
import type { Push, PushDelivery } from '#providers/push.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { declareAll, SAMPLES } from './samples.ts'

// Rule 8.5.4: 404 and 410 delete the device; others are tried as the outbox tries; where a push was taken, no SMS goes for the same
// notice but security's and codes'.

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]
const PHONE = '243810000123'
const domain = openDomain(({ add }) => {
  const person = { email: 'a@soko.test', name: 'A', role: 'BUYER', phone: PHONE, phone_verified_at: NOW - DAY * 30 }
  const user = { id: 'user', ...person, locale: 'fr', created_at: NOW - DAY * 30, updated_at: NOW }
  add('users', user)
  addDevice('one')
})
const { rows, run } = domain

function addDevice(name: string) {
  const life = { created_at: NOW, last_used_at: NOW, rotated_at: NOW, expires_at: NOW + DAY, ends_at: NOW + DAY }
  domain.add('sessions', { id: `session-${name}`, user_id: 'user', client_type: 'MOBILE', ...life })
  const device = { id: `device-${name.padStart(12, '0')}`, user_id: 'user', session_id: `session-${name}` }
  domain.add('push_devices', { ...device, kind: 'FCM', address: `token-${name}`, created_at: NOW })
}

/** The service at a time, with a push service that answers this. */
function at(ms: number, answer: PushDelivery | (() => Promise<PushDelivery>)) {
  const seen = { pushes: [] as Push[], sms: [] as string[] }
  const send = async (push: Push) => {
    seen.pushes.push(push)
    return typeof answer === 'function' ? answer() : answer
  }
  const sms = async ({ to }: { to: string }): Promise<Delivery> => {
    seen.sms.push(to)
    return { kind: 'sent', messageId: 's' }
  }
  const email = async (): Promise<Delivery> => ({ kind: 'sent', messageId: 'm' })
  const ctx: Ctx = {
    ...domain.after(ms),
    db: Object.create(domain.ctx.db),
    senders: { isNextExpected: true },
    providers: { ...domain.ctx.providers, pushes: { FCM: { send } }, sms: { send: sms }, email: { send: email } },
  }
  return { ctx, seen }
}
const sent: PushDelivery = { kind: 'sent', messageId: '' }
const busy: PushDelivery = { kind: 'failed', detail: 'HTTP_503' }
const tell = (ctx: Ctx) =>
  commit(ctx, notify(ctx, 'user', orderOutForDelivery, { number: 'SK-1', opens: { orderId: 'o-1' } }))
const waiting = () =>
  rows<{ c: string }>(`SELECT channel AS c FROM outbox WHERE status = 'PENDING' ORDER BY c`).map(({ c }) => c)
const counted = () => ({
  day: rows<{ n: number }>(`SELECT notices AS n FROM message_counts WHERE channel = 'SMS'`)[0]?.n ?? 0,
  own: rows<{ n: number }>(`SELECT count AS n FROM attempts WHERE key LIKE 'sms:trade:%'`).map(({ n }) => n),
})

it('is one message for each device, with a title of its kind and the ids to open', async () => {
  addDevice('two')
  const { ctx, seen } = at(0, sent)
  await tell(ctx)
  expect(waiting()).toEqual(['EMAIL', 'PUSH', 'PUSH', 'SMS'])
  await sendOutbox(ctx)
  expect(seen.pushes.map(({ to }) => to.address).sort()).toEqual(['token-one', 'token-two'])
  expect(seen.pushes[0]).toMatchObject({
    data: { kind: 'order.out-for-delivery', title: 'Votre commande est en route', orderId: 'o-1' },
    topic: 'o1',
    isUrgent: true,
    expiresAt: NOW + DAY,
  })
  expect(rows('SELECT last_used_at AS at FROM push_devices')).toEqual([{ at: NOW }, { at: NOW }])
})

it('ends the SMS of its matter, which costs nobody an SMS of their day', async () => {
  const { ctx, seen } = at(0, sent)
  await tell(ctx)
  expect(counted()).toEqual({ day: 1, own: [1, 1] })
  await sendOutbox(ctx)
  const later = at(10 * MINUTE, sent)
  await sendOutbox(later.ctx)
  expect([seen.sms, later.seen.sms, waiting()]).toEqual([[], [], []])
  expect(counted()).toEqual({ day: 0, own: [0, 0] })
})

it('lets the SMS go after a minute if none was taken, and does not come after it', async () => {
  const { ctx, seen } = at(0, busy)
  await tell(ctx)
  await sendOutbox(ctx)
  const soon = at(59 * SECOND, sent)
  await sendOutbox({ ...soon.ctx, providers: ctx.providers })
  expect([seen.pushes.length, seen.sms]).toEqual([1, []])
  const minute = at(MINUTE, sent)
  await sendOutbox(minute.ctx)
  await sendOutbox(at(DAY / 2, sent).ctx)
  expect([minute.seen.sms, minute.seen.pushes]).toEqual([[PHONE], []])
  expect(waiting()).toEqual([])
})

it('holds the SMS while one is on its way', async () => {
  const { ctx } = at(0, sent)
  await tell(ctx)
  let answer: (delivery: PushDelivery) => void = () => undefined
  const slow = at(30 * SECOND, () => new Promise((resolve) => (answer = resolve)))
  const sending = sendOutbox(slow.ctx)
  const other = at(70 * SECOND, sent)
  while (slow.seen.pushes.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  await sendOutbox(other.ctx)
  expect([other.seen.sms, other.seen.pushes]).toEqual([[], []])
  answer(sent)
  await sending
  await sendOutbox(at(5 * MINUTE, sent).ctx)
  expect([other.seen.sms, waiting()]).toEqual([[], []])
})

it('waits for no push of a person without a device, or without the wish', async () => {
  for (const undo of [
    () => run(`INSERT INTO notification_preferences VALUES ('user', '{"orders":{"push":false}}', 0)`),
    () => run('DELETE FROM push_devices'),
  ]) {
    undo()
    const { ctx, seen } = at(0, sent)
    await tell(ctx)
    await sendOutbox(ctx)
    expect([seen.pushes, seen.sms]).toEqual([[], [PHONE]])
  }
})

it('of security never ends the SMS, and asks no wish', async () => {
  run(`INSERT INTO notification_preferences VALUES ('user', '{"orders":{"push":false}}', 0)`)
  const { ctx, seen } = at(0, sent)
  const facts = { name: 'Clé', link: 'https://soko.test/annuler?token=abc' } as never
  await commit(ctx, notify(ctx, 'user', passkeyAdded, facts))
  await sendOutbox(ctx)
  expect([seen.pushes.length, seen.sms]).toEqual([1, [PHONE]])
  expect(JSON.stringify(seen.pushes[0]?.data)).not.toContain('token')
})

it('that finds no device any more removes it, and all that waits for it; the SMS goes', async () => {
  const { ctx } = at(0, { kind: 'gone' })
  await tell(ctx)
  await tell(ctx)
  await sendOutbox(ctx)
  expect([rows('SELECT 1 FROM push_devices'), waiting()]).toEqual([[], ['SMS', 'SMS']])
  const later = at(MINUTE, sent)
  await sendOutbox(later.ctx)
  expect(later.seen.sms).toEqual([PHONE, PHONE])
})

it('that is late is forgotten', async () => {
  const { ctx } = at(0, { kind: 'late' })
  await tell(ctx)
  await sendOutbox(ctx)
  expect(waiting()).toEqual(['SMS'])
})

it('is tried again as mails are, and given up', async () => {
  run('UPDATE users SET phone_verified_at = NULL')
  await tell(at(0, busy).ctx)
  let tries = 0
  for (let ms = 0; ms < 8 * 3_600_000; ms += MINUTE) {
    const { ctx, seen } = at(ms, busy)
    await sendOutbox(ctx)
    tries += seen.pushes.length
  }
  expect(tries).toBe(8)
  expect(rows(`SELECT status, failure, body FROM outbox WHERE channel = 'PUSH'`)).toEqual([
    { status: 'FAILED', failure: 'HTTP_503', body: '' },
  ])
})

it('does not go to a device whose session is over, even if it waits already', async () => {
  run('UPDATE users SET phone_verified_at = NULL')
  await tell(at(0, sent).ctx)
  const expired = at(DAY, sent)
  await sendOutbox(expired.ctx)
  expect([expired.seen.pushes, rows('SELECT 1 FROM push_devices')]).toEqual([[], []])
  addDevice('two')
  await tell(at(0, sent).ctx)
  run(`UPDATE sessions SET revoked_at = ${NOW}`)
  expect(waiting()).not.toContain('PUSH')
})

it.each([
  ['the device is removed', 'DELETE FROM push_devices'],
  ['the session ends', `UPDATE sessions SET revoked_at = ${NOW}`],
  ['the account moves to another device', `UPDATE push_devices SET address = 'other'`],
])('ends well if meanwhile %s', async (_what, sql) => {
  const { ctx, seen } = at(0, async () => {
    run(sql)
    return sent
  })
  await tell(ctx)
  await sendOutbox(ctx)
  expect([seen.pushes.length, waiting().includes('PUSH')]).toEqual([1, false])
})

it.each([
  ['that its service refuses to serve', { kind: 'failed', detail: 'HTTP_403', isOfDevice: true } as const],
  ['that is no more', { kind: 'gone' } as const],
])('waits for no ten devices %s, which somebody else registered before', async (_what, theirs) => {
  const names = Array.from({ length: 10 }, (_, i) => `odd${i}`)
  for (const name of names) addDevice(name)
  const { ctx, seen } = at(0, sent)
  const toOne = ctx.providers.pushes.FCM?.send
  const send = async (push: Push) =>
    push.to.address.startsWith('token-odd') ? theirs : (toOne?.(push) ?? Promise.reject(new Error('none')))
  await tell(ctx)
  run(`UPDATE outbox SET next_at = next_at - 1 WHERE channel = 'PUSH' AND recipient LIKE '%odd%'`)
  await sendOutbox({ ...ctx, providers: { ...ctx.providers, pushes: { FCM: { send } } } })
  expect(seen.pushes.map(({ to }) => to.address)).toEqual(['token-one'])
})

it('has ids alone of what the app opens', async () => {
  const { ctx } = at(0, sent)
  const facts = { number: 'SK-1', opens: { orderId: 'o-1', channel: 'BUYER_RIDER' } }
  await commit(ctx, notify(ctx, 'user', orderOutForDelivery, facts))
  expect(rows(`SELECT body FROM outbox WHERE channel = 'PUSH'`)).toEqual([{ body: '{"orderId":"o-1"}' }])
  expect(rows('SELECT data FROM notifications')).toEqual([{ data: '{"orderId":"o-1","channel":"BUYER_RIDER"}' }])
})

it('is not written while no service is connected', async () => {
  const { ctx } = at(0, sent)
  await tell({ ...ctx, providers: { ...ctx.providers, pushes: {} } })
  expect(waiting()).toEqual(['EMAIL', 'SMS'])
})

it('has nothing of the facts of any notice, but ids', async () => {
  await declareAll()
  const { ctx } = at(0, sent)
  run('DELETE FROM outbox')
  for (const notice of declaredNotices())
    for (const facts of SAMPLES[notice.kind] ?? []) {
      const given = { ...(facts as object | undefined), opens: { orderId: 'id-of-an-order' } } as never
      await commit(ctx, notify(ctx, 'user', notice, given))
    }
  const pushes = rows<{ kind: string; subject: string; body: string }>(
    `SELECT kind, subject, body FROM outbox WHERE channel = 'PUSH' ORDER BY kind`,
  )
  expect(pushes.length).toBeGreaterThan(100)
  expect(pushes.filter(({ kind }) => kind.startsWith('code.'))).toEqual([])
  for (const { kind, subject, body } of pushes)
    expect([kind, subject, body]).toEqual([kind, titleOfPush(kind).fr, '{"orderId":"id-of-an-order"}'])
})

it('has a title of the kind alone, in both languages', async () => {
  await declareAll()
  const kinds = declaredNotices().map(({ kind }) => kind)
  expect(kinds.length).toBeGreaterThan(100)
  for (const kind of kinds)
    for (const title of Object.values(titleOfPush(kind))) expect(title).toMatch(/^[\p{L}' ]{8,40}$/u)
  expect(termsOfPush('delivery.offered')).toEqual({ ttlMs: MINUTE, isUrgent: true })
})
