import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { askToListen, listenAs } from '#testing/stories/live.ts'

// docs/live.md, Opening: who may open a connection, how often, and what a refused one costs.

const OURS = 'http://localhost:8787'
const byCookie = ({ token }: Person, origin?: string) => ({
  headers: { 'x-client-type': 'web', cookie: `__Host-access=${token}`, ...(origin !== undefined && { origin }) },
})
const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; reason?: string } }
  return [response.status, error.reason ?? error.code]
}
const ticketOf = async (person: Person) =>
  (await call(person, 'POST', '/notifications/live/ticket')).data.ticket as string
const withTicket = (ticket: string) => ({ query: `?ticket=${ticket}` })

describe('a connection', () => {
  it('opens by token in the header, and answers 426 to a plain request', async () => {
    const person = await signUp()
    const socket = await listenAs(person)
    socket.close()
    // The caller and the count of openings; the object makes its own, which asks for the session.
    expect((await askToListen(person)).headers.get('x-d1-round-trips')).toBe('2')
    const plain = await askToListen(person, { headers: { upgrade: 'h2c' } })
    expect(plain.headers.get('upgrade')).toBe('websocket')
    expect(await refusalOf(plain)).toEqual([426, 'UPGRADE_REQUIRED'])
  })

  it('is refused to a guest, a forged token and an access token in the place of a ticket', async () => {
    const person = await signUp()
    expect(await refusalOf(await askToListen(null))).toEqual([401, 'UNAUTHORIZED'])
    expect(await refusalOf(await askToListen({ ...person, token: 'a.b.c' }))).toEqual([401, 'UNAUTHORIZED'])
    expect(await refusalOf(await askToListen(null, withTicket(person.token)))).toEqual([401, 'UNAUTHORIZED'])
    const ticket = await ticketOf(person)
    expect((await call({ ...person, token: ticket }, 'GET', '/auth/me')).status).toBe(401)
  })

  it('opens by cookie for a page of ours alone', async () => {
    const person = await signUp()
    for (const origin of [undefined, 'https://evil.example', 'null'])
      expect(await refusalOf(await askToListen(null, byCookie(person, origin)))).toEqual([403, 'CSRF'])
    const socket = await listenAs(null, byCookie(person, OURS))
    socket.close()
  })

  it('opens thirty times in five minutes', async () => {
    const person = await signUp()
    for (let i = 0; i < 30; i++) expect((await askToListen(person)).status).toBe(101)
    const refused = await askToListen(person)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusalOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    wait(5 * 60_000 + 1000)
    expect((await askToListen(person)).status).toBe(101)
  })
})

describe('a ticket', () => {
  it('opens one connection, within a minute, whatever cookie comes with it', async () => {
    const person = await signUp()
    const { status, data } = await call(person, 'POST', '/notifications/live/ticket')
    expect(status).toBe(201)
    expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)
    const other = await signUp()
    const socket = await listenAs(null, { ...withTicket(data.ticket), ...byCookie(other, 'https://evil.example') })
    expect((await all('SELECT 1 FROM live_listeners WHERE user_id = ?', person.id)).length).toBe(1)
    expect(await refusalOf(await askToListen(null, withTicket(data.ticket)))).toEqual([410, 'GONE'])
    socket.close()
  })

  it('is one ticket however its signature is spelt', async () => {
    const ticket = await ticketOf(await signUp())
    const socket = await listenAs(null, withTicket(ticket))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(ticket.at(-1) ?? '')
    const spelt = [1, 2, 3].map((more) => ticket.slice(0, -1) + alphabet[(last & ~3) | ((last + more) & 3)])
    for (const other of spelt) expect([401, 410]).toContain((await askToListen(null, withTicket(other))).status)
    socket.close()
  })

  it('is over after a minute, and with its session', async () => {
    const person = await signUp()
    const [late, ended] = [await ticketOf(person), await ticketOf(person)]
    await call(person, 'POST', '/auth/logout-all')
    expect(await refusalOf(await askToListen(null, withTicket(ended)))).toEqual([401, 'TOKEN_EXPIRED'])
    const again = (await call(null, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })).data
    const fresh = await ticketOf({ ...person, token: again.accessToken })
    wait(61_000)
    for (const ticket of [fresh, late])
      expect(await refusalOf(await askToListen(null, withTicket(ticket)))).toEqual([401, 'TOKEN_EXPIRED'])
  })
})

describe('a refused request', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('wakes no object', async () => {
    const person = await signUp()
    const used = await ticketOf(person)
    ;(await listenAs(null, withTicket(used))).close()
    const asked = vi.spyOn(env.PERSON_SOCKETS, 'getByName')
    const refused = [
      await askToListen(null),
      await askToListen(person, { headers: { upgrade: 'h2c' } }),
      await askToListen(null, byCookie(person, 'https://evil.example')),
      await askToListen(null, withTicket(used)),
      await askToListen(person, { query: '?inconnu=1' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 426, 403, 410, 400])
    expect(asked).not.toHaveBeenCalled()
    await run('DELETE FROM attempts')
  })
})
