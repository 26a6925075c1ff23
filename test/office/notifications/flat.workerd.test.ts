import { beforeAll, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { deleteNotification } from '#domain/office/notifications/delete.ts'
import { ListNotifications, listNotifications } from '#domain/office/notifications/list.ts'
import { readNotification } from '#domain/office/notifications/read.ts'
import { readAllNotifications } from '#domain/office/notifications/read-all.ts'
import { runBroadcast } from '#domain/office/notifications/run-broadcast.ts'
import { orderAccepted } from '#domain/orders/orders/notices.ts'
import type { Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'

// The cost of a feed and of a broadcast does not grow with how many there are (docs/limits.md, Trips to the database).

const MANY = 100_000
let quiet: Person
let loud: Person

/** All of one type, and every second one read. */
const write = (person: Person, howMany: number) =>
  run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO notifications (id, user_id, type, title, body, data, read_at, created_at)
     SELECT ?1 || ':' || i, ?1, 'order.paid', 'Titre', 'Texte', '{}', iif(i % 2, 1, NULL), i FROM n`,
    person.id,
    howMany,
  )

beforeAll(async () => {
  quiet = await signUp()
  loud = await signUp()
  await write(quiet, 2_100)
  await write(loud, MANY)
}, 120_000)

async function cost(person: Person, act: (ctx: Ctx) => Promise<unknown>) {
  const meter = newMeter()
  await meterWork(meter, () => act(contextAs(person)))
  return { read: meter.rowsRead, written: meter.rowsWritten }
}

const listed = (query: string) => () => (ctx: Ctx) =>
  listNotifications(ctx, ListNotifications.parse(Object.fromEntries(new URLSearchParams(query))))

it.each<[string, (person: Person) => (ctx: Ctx) => Promise<unknown>]>([
  ['the newest', listed('')],
  ['what is unread', listed('unread=true')],
  ['one type', listed('type=order.paid')],
  ['what is unread of one type', listed('unread=true&type=order.paid')],
  ['a type that nothing is of', listed('unread=true&type=order.accepted')],
  [
    'a type that nothing is of, behind the newest',
    (person) => (ctx) => {
      const newest = `${person.id}:${person === loud ? MANY : 2_100}`
      return listNotifications(ctx, { page: 1, limit: 20, unread: 'true', type: 'order.accepted', before: newest })
    },
  ],
  [
    'reading one',
    ({ id }) =>
      (ctx) =>
        readNotification(ctx, `${id}:2000`),
  ],
  [
    'throwing one away',
    ({ id }) =>
      (ctx) =>
        deleteNotification(ctx, `${id}:2002`),
  ],
  [
    'being told',
    ({ id }) =>
      (ctx) =>
        commit(ctx, notify(ctx, id, orderAccepted, { number: 'CMD-1', prepMinutes: 5 })),
  ],
  ['reading all', () => readAllNotifications],
  ['what is unread after that', listed('unread=true')],
  ['the newest after that', listed('')],
])('of 100,000 notices %s costs what it does of 2,100', async (_what, act) => {
  const [few, many] = [await cost(quiet, act(quiet)), await cost(loud, act(loud))]
  expect(many.read).toBeLessThanOrEqual(few.read + 20)
  expect(many.written).toBeLessThanOrEqual(few.written + 2)
})

it('a broadcast to 100,000 people is asked for at once, and brought to them in steps of a bounded size', async () => {
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO users (id, name, email, role, created_at, updated_at)
     SELECT 'r' || i, 'R', 'r' || i || '@test.example', 'RIDER', i, 1 FROM n`,
    MANY,
  )
  const staff = await signUp('ADMIN')
  const input = Broadcast.parse({ audience: { role: 'RIDER' }, title: 'Bonjour', body: 'À tous' })
  const ids: string[] = []
  const asked = await cost(staff, async (ctx) => {
    const made = await broadcast(ctx, input)
    expect(made.recipients).toBe(MANY)
    ids.push(made.broadcastId)
  })
  expect(asked.read + asked.written).toBeLessThan(40)
  let steps = 0
  const step = await cost(staff, (ctx) => runBroadcast(ctx, ids[0] ?? '', () => steps++ < 1))
  expect(step.read + step.written).toBeLessThan(200 * 25)
  steps = 0
  await run('UPDATE broadcasts SET joined_at = ?1, reached = ?2', MANY - 300, `r${MANY - 300}`)
  const late = await cost(staff, (ctx) => runBroadcast(ctx, ids[0] ?? '', () => steps++ < 1))
  expect(late.read).toBeLessThanOrEqual(step.read + 20)
  const row = await first<{ n: number }>(`SELECT count(*) AS n FROM notifications WHERE type = 'broadcast'`)
  expect(row?.n).toBe(400)
}, 120_000)
