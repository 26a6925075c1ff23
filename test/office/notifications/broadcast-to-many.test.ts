import { describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import { MINUTE, SECOND } from '#testing/stories/money.ts'
import { broadcast, expectOnly, noticesOf, ok, prefer, STAFF, UNKNOWN } from '#testing/stories/office.ts'

// Rule: POST /notifications {audience {role} or {userIds}, title 1-120, body 1-2000}: exactly one of the two; 201 {broadcastId,
// recipients}; unknown, blocked, deleted and double ids do not count; in the app only, outside preferences; sent in bounded
// steps by a job, and nobody gets two.
//
// Silent: the type of such a notice; whether nobody at all is refused or counts 0; how many ids one request may name; whether
// somebody who joined after it counts; whether the sender of a role's broadcast gets it (recipients are BUYERs here).

/** Jobs have run until nothing is left. */
const sent = async () => {
  for (let i = 0; i < 4; i++) await minuteCronAfter(MINUTE)
}
const TITLE = 'Coupure de courant'
const got = async (as: Person, title = TITLE) => (await noticesOf(as)).filter((one) => one.title === title)
const many = (length: number) => Promise.all(Array.from({ length }, () => signUp()))

describe('a broadcast', () => {
  it('to people by name reaches each of them once, in the app, with its own words', async () => {
    const [one, two, other] = await many(3)
    if (!one || !two || !other) throw new Error()
    const answer = ok(await broadcast(await signUp('SUPPORT'), { userIds: [one.id, two.id] }, { title: TITLE }))
    expect(answer).toEqual({ broadcastId: expect.any(String), recipients: 2 })
    await sent()
    for (const person of [one, two]) {
      const notices = await got(person)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toMatchObject({ title: TITLE, body: 'Ce soir à 22 h.', readAt: null })
    }
    expect(await got(other)).toEqual([])
  })

  it('counts nobody twice, and neither unknown, blocked nor deleted people', async () => {
    const [one, blocked, deleted] = await many(3)
    if (!one || !blocked || !deleted) throw new Error()
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/users/${blocked.id}/block`, { reason: 'Fraude' }))
    ok(await call(admin, 'POST', `/users/${deleted.id}/delete`, { reason: 'Demande' }))
    const userIds = [one.id, one.id, blocked.id, deleted.id, UNKNOWN]
    expect(ok(await broadcast(admin, { userIds }, { title: TITLE })).recipients).toBe(1)
    await sent()
    expect(await got(one)).toHaveLength(1)
  })

  it('to a role reaches all of it, and nobody of another', async () => {
    const riders = await Promise.all(Array.from({ length: 3 }, () => signUp('RIDER')))
    const [blocked, buyer] = [await signUp('RIDER'), await signUp()]
    await changeUser(blocked.id, 'blocked_at = ?', 1)
    const expected = await count("users WHERE role = 'RIDER' AND blocked_at IS NULL AND deleted_at IS NULL")
    const title = 'Pluie demain'
    expect(ok(await broadcast(await signUp('ADMIN'), { role: 'RIDER' }, { title })).recipients).toBe(expected)
    await sent()
    for (const rider of riders) expect(await got(rider, title)).toHaveLength(1)
    expect(await got(buyer, title)).toEqual([])
  })

  it('is in the app only, and reaches those who switched everything off', async () => {
    const person = await signUp()
    const off = { inApp: false, email: false, sms: false }
    ok(await prefer(person, { orders: off, payments: off, messages: off, marketing: off }))
    ok(await broadcast(await signUp('ADMIN'), { userIds: [person.id] }, { title: TITLE }))
    await sent()
    expect(await got(person)).toHaveLength(1)
    expect(await inbox(person.email)).toEqual([])
  })

  it('reaches more people than a step holds, each once, also when the cron runs twice at once', async () => {
    const people = await many(30)
    const [admin, title] = [await signUp('ADMIN'), 'Deux fois ?']
    ok(await broadcast(admin, { userIds: people.map(({ id }) => id) }, { title }))
    for (let i = 0; i < 4; i++) await minuteCronAfter(MINUTE, 3)
    const totals = await Promise.all(people.map(async (person) => (await got(person, title)).length))
    expect(totals).toEqual(people.map(() => 1))
  })

  it('asked for again with the same key is the same one', async () => {
    const [person, admin, title] = [await signUp(), await signUp('ADMIN'), 'Une seule fois']
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ask = () => broadcast(admin, { userIds: [person.id] }, { title }, headers)
    const answers = await together(10, ask)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const again = ok(await ask())
    for (const { status, data } of answers) if (status === 201) expect(data).toEqual(again)
    await sent()
    expect(await got(person, title)).toHaveLength(1)
  })

  it('is read and thrown away by its reader like any other notice', async () => {
    const [one, two] = await many(2)
    if (!one || !two) throw new Error()
    ok(await broadcast(await signUp('ADMIN'), { userIds: [one.id, two.id] }, { title: TITLE }))
    await sent()
    const [notice] = await got(one)
    ok(await call(one, 'POST', `/notifications/${notice.id}/read`))
    expect((await got(two))[0]?.readAt).toBeNull()
    ok(await call(one, 'DELETE', `/notifications/${notice.id}`))
    await minuteCronAfter(SECOND)
    expect(await got(one)).toEqual([])
    expect(await got(two)).toHaveLength(1)
  })
})

describe('a broadcast is refused', () => {
  it('without exactly one audience, or with wrong words', async () => {
    const [admin, { id }] = [await signUp('ADMIN'), await signUp()]
    for (const audience of [{}, { role: 'BUYER', userIds: [id] }, { role: 'PIRATE' }, { userIds: id }, null])
      expect((await broadcast(admin, audience)).status, JSON.stringify(audience)).toBe(400)
    for (const more of [
      { title: '' },
      { title: 'x'.repeat(121) },
      { body: '' },
      { body: 'x'.repeat(2001) },
      { title: undefined },
      { type: 'order.paid' },
    ])
      expect((await broadcast(admin, { userIds: [id] }, more)).status, JSON.stringify(more).slice(0, 40)).toBe(400)
    const longest = { title: 'x'.repeat(120), body: 'x'.repeat(2000) }
    expect((await broadcast(admin, { userIds: [id] }, longest)).status).toBe(201)
  })

  it('to everybody but staff', async () => {
    const body = { audience: { role: 'BUYER' }, title: 'Bonjour', body: 'Bonjour' }
    await expectOnly(STAFF, ['POST', '/notifications', body])
  })
})
