import { describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { actOnOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { feed, newIncident, newTicket, noticesOf, ok, onTicket, prefer } from '#testing/stories/office.ts'

const MINUTES = 300_000
/** Notices that somebody has, as the service would have written them. */
async function toldOf(person: Person, howMany: number): Promise<void> {
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
     SELECT ?1 || ':' || i, ?1, 'order.paid', 'Titre', 'Texte', '{}', 1 FROM n`,
    person.id,
    howMany,
  )
}
const readAll = async (person: Person) => ok(await call(person, 'POST', '/notifications/read-all')).updated as number

describe('what is read with all the others', () => {
  it('keeps when that was, whatever is read later, by whom', async () => {
    const [person, other] = [await signUp(), await signUp()]
    await toldOf(person, 2)
    await toldOf(other, 1)
    expect(await readAll(person)).toBe(2)
    const read = await noticesOf(person)
    expect(read.map(({ readAt }) => typeof readAt)).toEqual(['string', 'string'])
    expect((await noticesOf(other))[0]?.readAt).toBeNull()
    wait(MINUTES)
    await run(
      `INSERT INTO notifications (id, user_id, type, title, body, data, created_at) VALUES (?1 || ':new', ?1, 'order.paid', '', '', '{}', 2)`,
      person.id,
    )
    expect((await feed(person)).unreadCount).toBe(1)
    expect(await readAll(person)).toBe(1)
    expect((await noticesOf(person)).slice(1)).toEqual(read)
  })

  it('needs its mark only as long as something of it stands', async () => {
    const person = await signUp()
    const marks = () => count('feed_reads WHERE user_id = ?', person.id)
    await toldOf(person, 2)
    expect(await readAll(person)).toBe(2)
    await readAll(person)
    expect(await marks()).toBe(1)
    await run('DELETE FROM notifications WHERE user_id = ?', person.id)
    await run(
      `INSERT INTO notifications (id, user_id, type, title, body, data, created_at) VALUES (?1 || ':new', ?1, 'order.paid', '', '', '{}', 2)`,
      person.id,
    )
    expect([await readAll(person), await marks()]).toEqual([1, 1])
    expect((await noticesOf(person)).map(({ readAt }) => typeof readAt)).toEqual(['string'])
    expect(await readAll(person)).toBe(0)
  })

  it('is counted once by many at once, and leaves what comes later unread', async () => {
    const person = await signUp()
    await toldOf(person, 7)
    const updated = await together(10, () => readAll(person))
    expect(updated.reduce((sum, one) => sum + one, 0)).toBe(7)
    const [notice] = (await feed(person, 'unread=false')).notifications
    expect(ok(await call(person, 'POST', `/notifications/${notice.id}/read`))).toEqual(notice)
    ok(await call(person, 'DELETE', `/notifications/${notice.id}`))
    await run(
      `INSERT INTO notifications (id, user_id, type, title, body, data, created_at) VALUES (?1 || ':new', ?1, 'order.paid', '', '', '{}', 2)`,
      person.id,
    )
    const left = await feed(person, 'unread=true')
    expect([left.unreadCount, left.pagination.total, left.notifications.length]).toEqual([1, 1, 1])
  })
})

describe('a notice', () => {
  it('opens the order that it is about', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    ok(await actOnOrder(market.seller, id, 'accept'))
    expect((await noticesOf(market.buyer, 'order.accepted'))[0]?.data).toEqual({ orderId: id })
    expect((await noticesOf(market.seller, 'order.paid'))[0]?.data).toEqual({ orderId: id })
  })

  it('opens the ticket or the incident that it is about', async () => {
    const [person, staff] = [await signUp(), await signUp('SUPPORT')]
    const { id } = await newTicket(person)
    ok(await onTicket(staff, id, 'resolve'))
    expect((await noticesOf(person)).map(({ data }) => data)).toEqual([{ ticketId: id }])
    const admin = await signUp('ADMIN')
    const incident = await newIncident(person, { type: 'OTHER' })
    expect((await noticesOf(admin))[0]?.data).toEqual({ incidentId: incident.id })
  })

  it('of a change says that its link is in the mail, and of a code says nothing', async () => {
    const person = await signUp()
    await changeUser(person.id, "secondary_email = 'deux@test.example', secondary_email_verified_at = 1")
    await call(person, 'POST', '/auth/reauthenticate', { password: PASSWORD })
    ok(await call(person, 'DELETE', '/auth/secondary-email'))
    const [notice] = await noticesOf(person)
    expect(notice?.type).toBe('secondary-email.removed')
    expect(notice?.body).toContain(' : le lien est dans votre e-mail.')
    expect(notice?.body).not.toContain('token')
    ok(await call(person, 'POST', '/auth/secondary-email', { email: 'trois@test.example' }))
    expect(await noticesOf(person)).toHaveLength(1)
  })

  it('is written with the act that it tells of', async () => {
    const person = await signUp()
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    ok(await call(person, 'POST', '/auth/password/update', change))
    expect(await noticesOf(person, 'password.changed')).toHaveLength(1)
  })
})

describe('SMS', () => {
  const paidWith = async (wish?: object) => {
    const market = await newMarket()
    await changeUser(
      market.seller.id,
      "phone = '243810' || substr('000000' || abs(random() % 1000000), -6), phone_verified_at = 1",
    )
    if (wish) ok(await prefer(market.seller, wish))
    await paidOrder(market)
    const row = await first<{ n: number }>(
      `SELECT count(*) AS n FROM outbox o JOIN users u ON u.phone = o.recipient WHERE u.id = ? AND o.channel = 'SMS'`,
      market.seller.id,
    )
    return row?.n
  }

  it('go to the seller of a paid order until they say no', async () => {
    expect(await paidWith()).toBe(1)
    expect(await paidWith({ payments: { sms: false } })).toBe(1)
    expect(await paidWith({ orders: { sms: true } })).toBe(1)
    expect(await paidWith({ orders: { sms: false } })).toBe(0)
  })
})

it('reads and acts stay within their trips', async () => {
  const person = await signUp()
  await toldOf(person, 3)
  const [notice] = (await feed(person)).notifications
  const costs: [string, string, number, object?][] = [
    ['GET', '/notifications?unread=true&type=order.paid', 1],
    ['GET', '/notifications/preferences', 1],
    ['PUT', '/notifications/preferences', 2, { orders: { email: false }, locale: 'en' }],
    ['POST', `/notifications/${notice.id}/read`, 2],
    ['DELETE', `/notifications/${notice.id}`, 2],
    ['POST', '/notifications/read-all', 2],
  ]
  for (const [method, path, trips, body] of costs) {
    const answer = await call(person, method, path, body)
    expect([answer.status, Number(answer.headers.get('x-d1-round-trips'))], path).toEqual([200, trips])
  }
})
