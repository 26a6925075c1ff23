import { expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { runBroadcast } from '#domain/office/notifications/run-broadcast.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const agent = { id: 'agent', role: 'SUPPORT' } as const
const domain = openDomain((made) => {
  addMarket(made)
  made.add('users', {
    id: agent.id,
    name: 'Agent',
    email: 'agent@soko.test',
    role: agent.role,
    created_at: 1,
    updated_at: 1,
  })
})
const { ctx, rows, run } = domain

const PEOPLE = 1_050
/** All joined in the same moment, which tells nothing of their order. */
const addPeople = () =>
  run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PEOPLE})
    INSERT INTO users (id, name, email, role, created_at, updated_at)
    SELECT 'p' || printf('%05d', i), 'P', 'p' || i || '@soko.test', 'RIDER', 1, 1 FROM n`)
const told = () =>
  rows<{ n: number }>("SELECT count(*) AS n FROM notifications WHERE type = 'broadcast' AND user_id GLOB 'p0*'")[0]?.n
const toldTwice = () =>
  rows("SELECT user_id FROM notifications WHERE type = 'broadcast' GROUP BY user_id HAVING count(*) > 1")
const say = (audience: object) =>
  broadcast(domain.as(agent), Broadcast.parse({ audience, title: 'Bonjour', body: 'À tous' }))

it('comes to everybody in steps of at most 200, however often it is run', async () => {
  addPeople()
  const { broadcastId } = await say({ role: 'RIDER' })
  expect(told()).toBe(0)
  let steps = 0
  await runBroadcast(ctx, broadcastId, () => steps++ < 2)
  expect(told()).toBe(400)
  await Promise.all([1, 2, 3].map(() => runBroadcast(ctx, broadcastId)))
  await runBroadcast(ctx, broadcastId)
  expect([told(), toldTwice()]).toEqual([PEOPLE, []])
  expect(rows('SELECT done_at FROM broadcasts WHERE done_at IS NULL')).toEqual([])
})

it.each([0, 1, 2, 3, 4, 5, 6])(
  'a broadcast is told once to each, though the process dies at the %i. commit',
  async (dies) => {
    addPeople()
    const { broadcastId } = await say({ role: 'RIDER' })
    for (const isAfter of [false, true]) {
      let commits = 0
      const batch = ctx.db.batch.bind(ctx.db)
      const db = Object.create(ctx.db) as Ctx['db']
      db.batch = (async (statements: never) => {
        const isLast = commits++ === dies
        if (isLast && !isAfter) throw new Error('died before')
        const answers = await batch(statements)
        if (isLast) throw new Error('died after')
        return answers
      }) as never
      await runBroadcast({ ...ctx, db }, broadcastId).catch((error: Error) => expect(error.message).toMatch(/^died/))
    }
    await runBroadcast(ctx, broadcastId)
    expect([told(), toldTwice()]).toEqual([PEOPLE, []])
  },
)

it('by name comes to each once, in the order of the list', async () => {
  addPeople()
  const named = Array.from({ length: 500 }, (_, i) => `p${String(500 - i).padStart(5, '0')}`)
  const { broadcastId, recipients } = await say({ userIds: [...named, ...named, 'nobody'] })
  expect(recipients).toBe(500)
  run("UPDATE users SET blocked_at = 1 WHERE id = 'p00007'")
  await Promise.all([runBroadcast(ctx, broadcastId), runBroadcast(ctx, broadcastId)])
  await runBroadcast(ctx, broadcastId)
  expect([told(), toldTwice()]).toEqual([499, []])
})

it('leaves out who joined after it', async () => {
  addPeople()
  const { broadcastId } = await say({ role: 'RIDER' })
  run(
    `INSERT INTO users (id, name, email, role, created_at, updated_at) VALUES ('p00000', 'N', 'n@soko.test', 'RIDER', ${NOW + 1}, 1)`,
  )
  await runBroadcast(domain.after(1000), broadcastId)
  expect(told()).toBe(PEOPLE)
})
