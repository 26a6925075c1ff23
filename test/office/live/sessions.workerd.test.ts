import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { changeUser, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import { appCode, appOf, confirmTotp, setUpTotp } from '#testing/fixtures/totp.ts'
import { type Listening, listenAs } from '#testing/stories/live.ts'
import { completeRecovery, newEstablished, provenRecovery, signedIn } from '#testing/stories/people.ts'

// docs/live.md, Sessions: a socket ends with its session, however that ends, in the commit that ends it.

type Someone = Person & { refreshToken: string }
const someone = async (): Promise<Someone> => {
  const { email } = await signUp()
  const { data } = await logIn(email)
  return { token: data.accessToken, refreshToken: data.refreshToken, id: data.user.id, email, role: 'BUYER' }
}
const sessionOf = ({ token }: Person): string => JSON.parse(atob(token.split('.')[1] ?? '')).sid
const admin = () => signUp('ADMIN').then((person) => signedIn(person))
const done = async (asked: ReturnType<typeof call>) => {
  const { status, error } = await asked
  expect([status < 300, error]).toEqual([true, undefined])
}
const whyEnded = async (socket: Listening) => {
  const code = await socket.end()
  const last = socket.messages.at(-1)
  return [code, last?.type === 'end' && last.reason]
}
const staffDoes = (path: string, body: object) => async (person: Person) =>
  done(call(await admin(), 'POST', `/users/${person.id}${path}`, body))

/** Each way in which all sessions of a person end, or the one that listens. */
const WAYS: [name: string, reason: string, end: (person: Someone) => Promise<unknown>][] = [
  ['signing out', 'LOGOUT', (person) => done(call(person, 'POST', '/auth/logout', {}))],
  [
    'signing out by the refresh token',
    'LOGOUT',
    ({ refreshToken }) => done(call(guest, 'POST', '/auth/logout', { refreshToken })),
  ],
  [
    'signing out everywhere, elsewhere',
    'LOGOUT_ALL',
    async (person) => done(call(await signedIn(person), 'POST', '/auth/logout-all')),
  ],
  [
    'ending the session elsewhere',
    'LOGOUT',
    async (person) => done(call(await signedIn(person), 'DELETE', `/auth/sessions/${sessionOf(person)}`)),
  ],
  [
    'a new password, elsewhere',
    'PASSWORD',
    async (person) =>
      done(
        call(await signedIn(person), 'POST', '/auth/password/update', {
          currentPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
        }),
      ),
  ],
  ['a reset of the password', 'PASSWORD', async ({ email }) => done(resetPassword(await resetToken(email)))],
  [
    'an authenticator, elsewhere',
    'CHANGE',
    async (person) => {
      const elsewhere = await signedIn(person)
      const { data } = await setUpTotp(elsewhere)
      await done(confirmTotp(elsewhere, appCode(appOf(data.otpauthUrl))))
    },
  ],
  [
    'a token that was used before',
    'TOKEN_REUSED',
    async ({ refreshToken }) => {
      let token = refreshToken
      for (let i = 0; i < 2; i++)
        token = (await call(guest, 'POST', '/auth/refresh-token', { refreshToken: token })).data.refreshToken
      wait(31_000)
      expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken: token })).status).toBe(200)
      expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken })).status).toBe(401)
    },
  ],
  ['a block', 'BLOCKED', staffDoes('/block', { reason: 'Plaintes répétées' })],
  ['being signed out by staff', 'FORCED', staffDoes('/force-logout', { reason: 'Téléphone volé' })],
  ['a new role', 'ROLE', staffDoes('/role', { role: 'SUPPORT' })],
  ['a deletion by staff', 'DELETED', staffDoes('/delete', { reason: 'Demande par courrier' })],
  [
    'two hundred newer sessions',
    'ENDED',
    async (person) => {
      await run(
        `INSERT INTO sessions (id, user_id, client_type, rotated_at, created_at, last_used_at, expires_at, ends_at)
         SELECT 'more-' || j.key || s.id, s.user_id, 'WEB', 1, s.created_at + 1, s.created_at + 1, s.expires_at, s.ends_at
         FROM sessions s, json_each(?2) j WHERE s.id = ?1`,
        ...[sessionOf(person), JSON.stringify(Array.from({ length: 200 }, (_, i) => i))],
      )
      await signedIn(person)
    },
  ],
]

describe('a socket ends at once', () => {
  it.each(WAYS)('by %s', async (_, reason, end) => {
    const person = await someone()
    const [socket, other] = [await listenAs(person), await listenAs(await signUp())]
    await end(person)
    expect(await whyEnded(socket)).toEqual([4401, reason])
    expect(other.closed).toBeUndefined()
    other.close()
  })

  it('by a recovery of the account', async () => {
    const person = await newEstablished()
    const socket = await listenAs(person)
    const { recoveryToken, availableAt } = await provenRecovery(person)
    wait(Math.max(0, Date.parse(availableAt) - Date.now()) + 1000)
    await completeRecovery(recoveryToken, NEW_PASSWORD)
    expect(await whyEnded(socket)).toEqual([4401, 'RECOVERY'])
  })

  it('and only those of that session: another one of the same person goes on', async () => {
    const person = await someone()
    const here = await signedIn(person)
    const [ended, going] = [await listenAs(person), await listenAs(here)]
    await done(call(here, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
    expect(await whyEnded(ended)).toEqual([4401, 'PASSWORD'])
    expect((await going.take('notification')).map(({ type }) => type)).not.toContain('end')
    expect(going.closed).toBeUndefined()
    going.close()
  })

  it('if the session ended between the door and the object', async () => {
    const person = await someone()
    await done(call(person, 'POST', '/auth/logout', {}))
    const headers = { upgrade: 'websocket', 'x-user': person.id, 'x-session': sessionOf(person) }
    const { webSocket } = await env.PERSON_SOCKETS.getByName(person.id).fetch('https://live', { headers })
    const closed = new Promise<number>((resolve) => webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    webSocket?.accept()
    expect(await closed).toBe(4401)
    expect(await all('SELECT 1 FROM live_listeners WHERE user_id = ?', person.id)).toEqual([])
  })

  it('and does not open in a session that ends while it opens', async () => {
    const person = await someone()
    const [opened] = await Promise.all([
      listenAs(person).catch(() => undefined),
      call(person, 'POST', '/auth/logout', {}),
    ])
    if (opened) expect((await whyEnded(opened))[0]).toBe(4401)
    expect(await all('SELECT 1 FROM sessions WHERE id = ? AND revoked_at IS NULL', sessionOf(person))).toEqual([])
  })
})

describe('after a quarter of an hour', () => {
  const alarm = ({ id }: Person) => runDurableObjectAlarm(env.PERSON_SOCKETS.getByName(id))

  it.each([
    [
      'a session that ended in a commit whose messages were lost',
      (id: string) => run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id),
    ],
    ['a session whose time is over', (id: string) => run('UPDATE sessions SET ends_at = 1 WHERE user_id = ?', id)],
    [
      'a session that was not refreshed for long',
      (id: string) => run('UPDATE sessions SET expires_at = 1 WHERE user_id = ?', id),
    ],
    ['a blocked account', (id: string) => changeUser(id, 'blocked_at = 1')],
    ['a deleted account', (id: string) => changeUser(id, 'deleted_at = 1')],
    [
      'one of the team after an hour without a refresh',
      async (id: string) => {
        await changeUser(id, "role = 'SUPPORT'")
        await run('UPDATE sessions SET last_used_at = ? WHERE user_id = ?', Date.now() - 61 * 60_000, id)
      },
    ],
  ])('closes %s', async (_, change) => {
    const person = await someone()
    const socket = await listenAs(person)
    expect(await alarm(person)).toBe(true)
    expect(socket.closed).toBeUndefined()
    await change(person.id)
    await run('DELETE FROM live_notes')
    expect(await alarm(person)).toBe(true)
    expect(await whyEnded(socket)).toEqual([4401, 'ENDED'])
  })
})
