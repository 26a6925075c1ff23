import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { bearer, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { askLive, askTicket, browseLive, cookieOf, refusalOfLive, ticketOf } from '#testing/stories/live-hearing.ts'
import { ok } from '#testing/stories/office.ts'
import { browse, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.5.3: POST /notifications/live/ticket (any; 201 {ticket, expiresAt}: 60 s, once) and GET /notifications/live (any; WebSocket; bearer, cookie
// with an allowed Origin, or `?ticket=`; 426 without Upgrade). Who is refused; who is let in stands in live.workerd.test.ts.
//
// Silent: what a guest hears without Upgrade (401 and 426 are both taken); 401 or 403 of a cookie from elsewhere (both are taken).

clockGoesOn()
const SECOND = 1000

describe('a ticket', () => {
  it('8.5.3 is given to whoever is signed in, for a minute, another each time, and is kept nowhere on its way', async () => {
    const person = await signUp()
    const [first, second] = [await askTicket(person), await askTicket(person)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(Object.keys(first.data).sort()).toEqual(['expiresAt', 'ticket'])
    expect(first.data.ticket).toMatch(/^[\w.~-]{20,}$/)
    expect(first.data.ticket).not.toBe(second.data.ticket)
    const lives = Date.parse(first.data.expiresAt) - Date.now()
    expect([lives > 55 * SECOND, lives <= 60 * SECOND]).toEqual([true, true])
    expect(first.headers.get('cache-control')).toContain('no-store')
    for (const role of ['SELLER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const)
      expect((await askTicket(await signUp(role))).status, role).toBe(201)
  })

  it('8.5.3 is given to no guest, and opens nothing but the socket', async () => {
    expect((await askTicket(guest)).status).toBe(401)
    const ticket = await ticketOf(await signUp())
    expect((await call(bearer(ticket), 'GET', '/users/me')).status).toBe(401)
    expect((await call(guest, 'GET', `/users/me?ticket=${ticket}`)).status).toBeGreaterThanOrEqual(400)
    expect((await askTicket(bearer(ticket))).status).toBe(401)
  })

  it('8.5.3 that is made up, empty, changed or an access token is 401', async () => {
    const person = await signUp()
    const ticket = await ticketOf(person)
    const changed = `${ticket.slice(0, -3)}${ticket.endsWith('AAA') ? 'BBB' : 'AAA'}`
    for (const wrong of ['', 'x', changed, person.token, `${ticket}x`, 'x'.repeat(5000)])
      expect((await refusalOfLive(await askLive(guest, `?ticket=${wrong}`)))[0], wrong.slice(0, 30)).toBe(401)
  })

  it('8.5.3 is 401 after a minute', async () => {
    const ticket = await ticketOf(await signUp())
    wait(61 * SECOND)
    expect((await refusalOfLive(await askLive(guest, `?ticket=${ticket}`)))[0]).toBe(401)
  })

  it('8.5.3 of a session that ended is 401, though its minute is not over', async () => {
    const person = await signUp()
    for (const end of ['/auth/logout', '/auth/logout-all']) {
      const session = await signedIn(person)
      const ticket = await ticketOf(session)
      ok(await call(session, 'POST', end))
      expect((await refusalOfLive(await askLive(guest, `?ticket=${ticket}`)))[0], end).toBe(401)
    }
  })

  it('8.5.3 of an account that was blocked is refused', async () => {
    const person = await signUp()
    const ticket = await ticketOf(person)
    ok(await call(await signUp('SUPPORT'), 'POST', `/users/${person.id}/block`, { reason: 'Fraude signalée' }))
    expect([401, 403]).toContain((await refusalOfLive(await askLive(guest, `?ticket=${ticket}`)))[0])
    expect([401, 403]).toContain((await refusalOfLive(await askLive(person)))[0])
  })
})

describe('the live channel', () => {
  it('8.5.3 is 426 without Upgrade, and says which', async () => {
    const person = await signUp()
    const ticket = await ticketOf(person)
    for (const [as, query] of [
      [person, ''],
      [guest, `?ticket=${ticket}`],
    ] as const) {
      const response = await askLive(as, query, {})
      expect(response.status, query).toBe(426)
      expect(response.headers.get('upgrade')?.toLowerCase()).toBe('websocket')
      expect(response.headers.get('cache-control')).toContain('no-store')
      await refusalOfLive(response)
    }
    expect((await askLive(person, '', { upgrade: 'h2c' })).status).toBe(426)
    expect([401, 426]).toContain((await askLive(guest, '', {})).status)
  })

  it('8.5.3 is 401 for guests, and for a token that is none or ended', async () => {
    const ended = await signedIn(await signUp())
    ok(await call(ended, 'POST', '/auth/logout'))
    for (const as of [guest, bearer('x.y.z'), ended]) expect((await refusalOfLive(await askLive(as)))[0]).toBe(401)
  })

  it('8.5.3 takes a cookie from an allowed Origin only', async () => {
    const { email } = await signUp()
    const cookie = cookieOf(await browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } }))
    expect((await browse('GET', '/auth/me', { cookie })).status).toBe(200)
    for (const origin of ['https://evil.test', 'http://localhost:8787.evil.test', 'null', undefined]) {
      const response = await browseLive({ cookie, ...(origin !== undefined && { origin }) })
      expect([401, 403], String(origin)).toContain((await refusalOfLive(response))[0])
    }
  })

  it('8.5.3 is read only', async () => {
    const person = await signUp()
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await call(person, method, '/notifications/live')).status, method).toBe(405)
    expect((await call(person, 'GET', '/notifications/live/ticket')).status).toBe(405)
  })
})
