import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { bearer, isSignedIn, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'

const list = async (token: string) => (await call(bearer(token), 'GET', '/auth/sessions')).data.sessions
type Shown = { id: string; current: boolean; deviceName: string; ipAddress: string; clientType: string }

/** Another sign-in of the same person, from a device of its own. */
async function another(email: string, headers: Record<string, string> = {}): Promise<string> {
  return (await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD }, headers)).data.accessToken
}

describe('the list of sessions', () => {
  it('shows where one is signed in, the newest first, and which one asks', async () => {
    const { email, token } = await signUp()
    const phone = await another(email, { 'user-agent': 'Tecno Spark', 'cf-connecting-ip': '41.243.9.1' })
    const shown: Shown[] = await list(phone)
    expect(shown.map(({ current }) => current)).toEqual([true, false])
    expect(shown[0]).toMatchObject({ deviceName: 'Tecno Spark', ipAddress: '41.243.9.1', clientType: 'MOBILE' })
    expect((await list(token)).map(({ current }: Shown) => current)).toEqual([false, true])
  })

  it('shows nobody else’s, and none that ended or expired', async () => {
    const [me, other] = [await signUp(), await signUp()]
    const ended = await another(me.email)
    await call(bearer(ended), 'POST', '/auth/logout')
    await another(me.email)
    const before: Shown[] = await list(me.token)
    expect(before).toHaveLength(2)
    const expired = before.find(({ current }) => !current)
    for (const column of ['expires_at', 'ends_at']) {
      await run(`UPDATE sessions SET ${column} = 1 WHERE id = ?`, expired?.id)
      expect(await list(me.token), column).toHaveLength(1)
      await run(`UPDATE sessions SET ${column} = 9e12 WHERE id = ?`, expired?.id)
    }
    expect((await list(other.token)).map(({ id }: Shown) => id)).not.toContain(before[0]?.id)
  })
})

describe('signing one device out', () => {
  it('bites on its next request and its next refresh, and nowhere else', async () => {
    const { email, token } = await signUp()
    const { data: phone } = await logIn(email)
    const lost: Shown = (await list(phone.accessToken)).find(({ current }: Shown) => current)
    const ended = await call(bearer(token), 'DELETE', `/auth/sessions/${lost.id}`)
    expect([ended.data, ended.headers.getSetCookie()]).toEqual([{ deleted: true }, []])
    expect(await call(bearer(phone.accessToken), 'GET', '/auth/me')).toMatchObject({
      error: { reason: 'TOKEN_EXPIRED' },
    })
    const refreshed = await call(guest, 'POST', '/auth/refresh-token', { refreshToken: phone.refreshToken })
    expect(refreshed.status).toBe(401)
    expect(await isSignedIn(token)).toBe(true)
    expect((await call(bearer(token), 'DELETE', `/auth/sessions/${lost.id}`)).status).toBe(404)
  })

  it('is for one’s own: 404, and the other one stays signed in', async () => {
    const [me, other] = [await signUp(), await signUp()]
    const [theirs]: Shown[] = await list(other.token)
    expect((await call(bearer(me.token), 'DELETE', `/auth/sessions/${theirs?.id}`)).status).toBe(404)
    expect((await call(bearer(me.token), 'DELETE', '/auth/sessions/nope')).status).toBe(404)
    expect(await isSignedIn(other.token)).toBe(true)
  })

  it('of the one that asks takes its cookies too', async () => {
    const { token } = await signUp()
    const [own]: Shown[] = await list(token)
    const answer = await exports.default.fetch(`http://localhost:8787/api/v1/auth/sessions/${own?.id}`, {
      method: 'DELETE',
      headers: { cookie: `__Host-access=${token}`, origin: 'http://localhost:8787' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().map((one) => /Max-Age=0/.test(one))).toEqual([true, true])
    expect(await isSignedIn(token)).toBe(false)
  })

  it('fifty at once: one', async () => {
    const { email, token } = await signUp()
    await another(email)
    const [newest]: Shown[] = await list(token)
    const answers = await together(50, () => call(bearer(token), 'DELETE', `/auth/sessions/${newest?.id}`))
    expect(tally(answers)).toEqual({ 200: 1, 404: 49 })
  })
})

describe('POST /auth/logout-all', () => {
  it('ends every session, this one too, and says how many', async () => {
    const { email, token } = await signUp()
    const others = [await another(email), await another(email)]
    const out = await call(bearer(token), 'POST', '/auth/logout-all')
    expect(out.data).toEqual({ revokedSessions: 3 })
    expect(out.headers.getSetCookie().map((one) => /Max-Age=0/.test(one))).toEqual([true, true])
    for (const each of [token, ...others]) expect(await isSignedIn(each)).toBe(false)
    expect((await logIn(email)).status).toBe(200)
  })

  it('fifty at once end each session once', async () => {
    const { email } = await signUp()
    const tokens = [await another(email), await another(email)]
    const answers = await together(50, (i) => call(bearer(tokens[i % 2] ?? ''), 'POST', '/auth/logout-all'))
    const ended = answers.reduce((sum, { data }) => sum + (data?.revokedSessions ?? 0), 0)
    expect(ended).toBe(3)
  })
})
