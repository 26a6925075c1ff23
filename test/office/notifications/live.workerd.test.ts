import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { appCode, appOf, confirmTotp, freezeClock } from '#testing/fixtures/totp.ts'
import {
  askLive,
  browseLive,
  cookieOf,
  listens,
  refusalOfLive,
  settles,
  socketOf,
  ticketOf,
} from '#testing/stories/live-hearing.ts'
import { ok } from '#testing/stories/office.ts'
import { browse, MINUTE, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.5.3: a socket is opened by a bearer token, a cookie from an allowed Origin or a ticket, once; it is greeted; it takes nothing but `ping`;
// five a person, thirty openings in five minutes; it ends with its session at once.
//
// Silent: the answer to a ping (pong); the words of `end` and the code after it; whether the count of openings is kept by person (it is, here).

clockGoesOn()

describe('a socket', () => {
  it('8.5.3 is opened by a token, by a cookie of our own pages, and by a ticket, once', async () => {
    const person = await signUp()
    await listens(person)
    const cookie = cookieOf(
      await browse('POST', '/auth/login/password', { body: { email: person.email, password: PASSWORD } }),
    )
    await socketOf(await browseLive({ cookie, origin: 'http://localhost:8787' }))
    const ticket = await ticketOf(person)
    await socketOf(await askLive(guest, `?ticket=${ticket}`))
    expect((await refusalOfLive(await askLive(guest, `?ticket=${ticket}`)))[0]).toBe(410)
  })

  it('8.5.3 by one ticket is one, however many ask at once', async () => {
    const ticket = await ticketOf(await signUp())
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => askLive(guest, `?ticket=${ticket}`)))
    const opened = answers.filter(({ status }) => status === 101)
    for (const one of opened) await socketOf(one)
    expect(answers.map(({ status }) => status).sort()).toEqual([101, 410, 410, 410, 410])
  })

  it('8.5.3 answers ping, and is greeted first', async () => {
    const live = await listens(await signUp())
    expect(JSON.parse(live.texts[0] ?? '')).toMatchObject({ type: 'hello' })
    live.say('ping')
    live.say('ping')
    await settles()
    expect(live.texts.filter((text) => text.includes('pong'))).toHaveLength(2)
    expect(live.isOpen()).toBe(true)
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['pong', 'pong'],
    ['PING', 'PING'],
    ['ping and a space', 'ping '],
    ['nothing', ''],
    ['JSON', '{"type":"ping"}'],
    ['bytes', new Uint8Array([112, 105, 110, 103])],
    ['more than 4 KiB', 'x'.repeat(5000)],
  ])('8.5.3 that says anything else is closed with 4400: %s', async (_, said) => {
    const person = await signUp()
    const [live, other] = [await listens(person), await listens(person)]
    live.say(said)
    expect(await live.closed()).toBe(4400)
    expect(other.isOpen()).toBe(true)
  })

  it('8.5.3 is one of five: the sixth closes the oldest with 4409, of that person only', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const bystander = await listens(other)
    const desk = await signedIn(person)
    const all = []
    for (let i = 0; i < 6; i++) all.push(await listens(i % 2 ? person : desk))
    expect(await all[0]?.closed()).toBe(4409)
    await settles()
    expect(all.map((live) => live.isOpen())).toEqual([false, true, true, true, true, true])
    expect(bystander.isOpen()).toBe(true)
  })

  it('8.5.3 is opened thirty times in five minutes, then 429 with Retry-After until they are over', async () => {
    const [person, other] = [await signUp(), await signUp()]
    for (let i = 0; i < 30; i++) await listens(person)
    const refused = await askLive(person)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refusalOfLive(refused))[0]).toBe(429)
    expect((await refusalOfLive(await askLive(await signedIn(person))))[0], 'another session').toBe(429)
    await listens(other)
    wait(5 * MINUTE + 1000)
    await listens(person)
  })
})

type Ends = (phone: Person, desk: Person) => Promise<unknown>
const staff = async (role: 'SUPPORT' | 'ADMIN', { id }: Person, act: string, more: object = {}) =>
  ok(await call(await signedIn(await signUp(role)), 'POST', `/users/${id}/${act}`, { reason: 'Vol signalé', ...more }))
const WAYS: Record<string, Ends> = {
  'signing out': async (phone) => ok(await call(phone, 'POST', '/auth/logout')),
  'signing out everywhere': async (_, desk) => ok(await call(desk, 'POST', '/auth/logout-all')),
  'ending that session from another': async (phone, desk) => {
    const { sessions } = ok(await call(phone, 'GET', '/auth/sessions'))
    const { id } = sessions.find(({ current }: { current: boolean }) => current)
    ok(await call(desk, 'DELETE', `/auth/sessions/${id}`))
  },
  'a new password': async (_, desk) =>
    ok(await call(desk, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })),
  'an authenticator that is switched on elsewhere': async (_, desk) => {
    freezeClock()
    const app = appOf(ok(await call(desk, 'POST', '/auth/totp/setup')).otpauthUrl)
    ok(await confirmTotp(desk, appCode(app, -1)))
  },
  'a block': async (phone) => staff('SUPPORT', phone, 'block'),
  'a sign-out by staff': async (phone) => staff('SUPPORT', phone, 'force-logout'),
  'another role': async (phone) =>
    ok(await call(await signedIn(await signUp('ADMIN')), 'POST', `/users/${phone.id}/role`, { role: 'SELLER' })),
  'a deletion by staff': async (phone) => staff('ADMIN', phone, 'delete'),
}

describe('a session that ends', () => {
  it.each(Object.keys(WAYS))('8.5.3 takes its socket along at once, which says why: %s', async (way) => {
    const [phone, stranger] = [await signUp(), await signUp()]
    const desk = await signedIn(phone)
    const [live, bystander] = [await listens(phone), await listens(stranger)]
    await WAYS[way]?.(phone, desk)
    expect((await live.hears('end')).reason).toMatch(/\S{3}/)
    await live.closed()
    expect(bystander.isOpen()).toBe(true)
    expect((await refusalOfLive(await askLive(phone)))[0]).toBeGreaterThanOrEqual(401)
  })

  it('8.5.3 leaves the sockets of other sessions', async () => {
    const phone = await signUp()
    const desk = await signedIn(phone)
    const [ended, goesOn] = [await listens(phone), await listens(desk)]
    ok(await call(phone, 'POST', '/auth/logout'))
    await ended.closed()
    await settles()
    expect([goesOn.isOpen(), goesOn.heard('end')]).toEqual([true, []])
  })

  it('8.5.3 is asked about again after fifteen minutes: one that nobody ended, and that is over', async () => {
    const [over, lasts] = [await signUp(), await signUp()]
    const [ended, goesOn] = [await listens(over), await listens(lasts)]
    await run('UPDATE sessions SET ends_at = 1, expires_at = 1 WHERE user_id = ?', over.id)
    await settles()
    wait(15 * MINUTE + 1000)
    for (const { id } of [over, lasts]) await runDurableObjectAlarm(env.PERSON_SOCKETS.getByName(id))
    await ended.hears('end')
    await ended.closed()
    await settles()
    expect([goesOn.isOpen(), goesOn.heard('end')]).toEqual([true, []])
  })

  it('8.5.3 takes a socket along that a ticket opened', async () => {
    const phone = await signUp()
    const live = await socketOf(await askLive(guest, `?ticket=${await ticketOf(phone)}`))
    ok(await call(phone, 'POST', '/auth/logout'))
    await live.hears('end')
    await live.closed()
  })
})
