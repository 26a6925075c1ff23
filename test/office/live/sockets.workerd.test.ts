import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { until } from '#testing/sandbox.ts'
import { askToListen, listenAs } from '#testing/stories/live.ts'

// docs/live.md: sockets, what they may send, and what they cost while nothing is said.

const objectOf = ({ id }: Person) => env.PERSON_SOCKETS.getByName(id)
const listens = ({ id }: Person) => all('SELECT 1 FROM live_listeners WHERE user_id = ?', id)
const isForgotten = (person: Person) => until(async () => (await listens(person)).length === 0, 'the end of listening')
/** Something that the person hears of. */
const tell = ({ id }: Person, title = 'Bonjour') =>
  call(null, 'GET', '/config').then(() =>
    objectOf({ id } as Person).tell(id, [
      {
        ...{ place: 1, userId: id, sessionId: null, topic: null, rank: null },
        message: JSON.stringify({
          type: 'notification',
          notification: {
            id: crypto.randomUUID(),
            type: 'x',
            title,
            body: '',
            data: {},
            readAt: null,
            createdAt: new Date().toISOString(),
          },
        }),
      },
    ]),
  )
const ordered = (id: string, rank: number) => ({
  ...{ place: 1, userId: 'x', sessionId: null, topic: `order:${id}`, rank },
  message: JSON.stringify({ type: 'order', id, status: 'ACCEPTED', version: rank }),
})

describe('a socket', () => {
  it('answers ping, and closes on anything else', async () => {
    const person = await signUp()
    for (const wrong of [
      'pong',
      'Ping',
      '{"type":"ping"}',
      'x'.repeat(5000),
      new TextEncoder().encode('ping').buffer as ArrayBuffer,
    ]) {
      const socket = await listenAs(person)
      socket.send('ping')
      await until(async () => socket.texts.length === 1, 'pong')
      expect(socket.texts).toEqual(['pong'])
      socket.send(wrong)
      expect(await socket.end()).toBe(4400)
    }
    await isForgotten(person)
  })

  it('answers the close of its client', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    socket.close()
    expect(await socket.end()).toBe(1000)
    await isForgotten(person)
  })

  it('is one of five: the sixth closes the oldest', async () => {
    const person = await signUp()
    const sockets = []
    for (let i = 0; i < 6; i++) sockets.push(await listenAs(person))
    expect(await sockets[0]?.end()).toBe(4409)
    await tell(person)
    for (const socket of sockets.slice(1)) expect(await socket.take('notification')).toHaveLength(1)
    sockets.push(await listenAs(person))
    expect(await sockets[1]?.end()).toBe(4409)
    expect(sockets.slice(2).map(({ closed }) => closed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    for (const socket of sockets.slice(2)) socket.close()
    await isForgotten(person)
  })

  it('that went without a word is forgotten when its object asks next', async () => {
    const person = await signUp()
    await env.DB.prepare('INSERT INTO live_listeners (user_id) VALUES (?)').bind(person.id).run()
    await runInDurableObject(objectOf(person), (object) => object.alarm())
    await isForgotten(person)
  })

  it('never hears an order go back, also after the object slept', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const say = (...notes: ReturnType<typeof ordered>[]) => objectOf(person).tell(person.id, notes)
    await say(ordered(one, 3), ordered(other, 1))
    await evictDurableObject(objectOf(person))
    await say(ordered(one, 2))
    await say(ordered(one, 3))
    await say(ordered(one, 4), ordered(other, 2))
    const versions = (await socket.take('order')).map((each) => (each.type === 'order' ? [each.id, each.version] : []))
    expect(versions).toEqual([
      [one, 3],
      [other, 1],
      [one, 4],
      [other, 2],
    ])
    socket.close()
  })
})

describe('an object that sleeps', () => {
  it('has its sockets when it wakes, and answers ping without waking', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    await evictDurableObject(objectOf(person))
    socket.send('ping')
    await until(async () => socket.texts.length === 1, 'pong')
    await tell(person, 'Réveil')
    expect(await socket.take('notification')).toMatchObject([{ notification: { title: 'Réveil' } }])
    socket.close()
    await isForgotten(person)
  })

  it('is neither called nor written to by sockets that are silent or say ping', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => signUp()))
    const sockets = await Promise.all(people.map((person) => listenAs(person)))
    const stored = await Promise.all(
      people.map((person) =>
        runInDurableObject(objectOf(person), async (object, state) => {
          const woken = vi.fn()
          for (const name of ['webSocketMessage', 'webSocketClose', 'alarm', 'fetch', 'tell'] as const)
            Object.assign(object, { [name]: woken })
          const writes = vi.spyOn(state.storage, 'setAlarm')
          const put = vi.spyOn(state.storage, 'put')
          return { woken, writes, put, alarm: await state.storage.getAlarm() }
        }),
      ),
    )
    for (const socket of sockets) for (let i = 0; i < 3; i++) socket.send('ping')
    await Promise.all(sockets.map((socket) => until(async () => socket.texts.length === 3, 'pongs')))
    for (const { woken, writes, put, alarm } of stored) {
      expect(woken).not.toHaveBeenCalled()
      expect(writes).not.toHaveBeenCalled()
      expect(put).not.toHaveBeenCalled()
      expect(alarm).toBeGreaterThan(Date.now() + 14 * 60_000)
    }
    await Promise.all(people.map((person) => evictDurableObject(objectOf(person))))
    for (const socket of sockets) socket.close()
    for (const person of people) await isForgotten(person)
  })

  it('keeps neither alarm nor storage once its sockets are closed', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    expect(await listens(person)).toHaveLength(1)
    socket.close()
    await isForgotten(person)
    await runInDurableObject(objectOf(person), async (_object, { storage }) => {
      expect(await storage.getAlarm()).toBeNull()
      expect((await storage.list()).size).toBe(0)
    })
  })

  it('forgets a person whom it is told of without a socket', async () => {
    const person = await signUp()
    await run('INSERT INTO live_listeners (user_id) VALUES (?)', person.id)
    await tell(person)
    await isForgotten(person)
  })

  it('writes down again that its person listens, every quarter of an hour', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    await run('DELETE FROM live_listeners')
    expect(await runDurableObjectAlarm(objectOf(person))).toBe(true)
    expect(await listens(person)).toHaveLength(1)
    expect(await runDurableObjectAlarm(objectOf(person))).toBe(true)
    socket.close()
    await isForgotten(person)
    expect(await runDurableObjectAlarm(objectOf(person))).toBe(false)
    expect((await askToListen(person)).status).toBe(101)
  })
})
