import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, PASSWORD, signUp, tally, together } from '../../api.ts'
import { as, isIn, login } from '../sign-in/mails.ts'

const list = async (token: string) => (await call(as(token), 'GET', '/auth/sessions')).data.sessions
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
    await call(as(ended), 'POST', '/auth/logout')
    await another(me.email)
    const before: Shown[] = await list(me.token)
    expect(before).toHaveLength(2)
    const expired = before.find(({ current }) => !current)
    for (const column of ['expires_at', 'ends_at']) {
      await env.DB.prepare(`UPDATE sessions SET ${column} = 1 WHERE id = ?`).bind(expired?.id).run()
      expect(await list(me.token), column).toHaveLength(1)
      await env.DB.prepare(`UPDATE sessions SET ${column} = 9e12 WHERE id = ?`).bind(expired?.id).run()
    }
    expect((await list(other.token)).map(({ id }: Shown) => id)).not.toContain(before[0]?.id)
  })
})

describe('signing one device out', () => {
  it('bites on its next request and its next refresh, and nowhere else', async () => {
    const { email, token } = await signUp()
    const { data: phone } = await login(email)
    const lost: Shown = (await list(phone.accessToken)).find(({ current }: Shown) => current)
    const ended = await call(as(token), 'DELETE', `/auth/sessions/${lost.id}`)
    expect([ended.data, ended.headers.getSetCookie()]).toEqual([{ deleted: true }, []])
    expect(await call(as(phone.accessToken), 'GET', '/auth/me')).toMatchObject({ error: { reason: 'TOKEN_EXPIRED' } })
    const refreshed = await call(guest, 'POST', '/auth/refresh-token', { refreshToken: phone.refreshToken })
    expect(refreshed.status).toBe(401)
    expect(await isIn(token)).toBe(true)
    expect((await call(as(token), 'DELETE', `/auth/sessions/${lost.id}`)).status).toBe(404)
  })

  it('is for one’s own: 404, and the other one stays signed in', async () => {
    const [me, other] = [await signUp(), await signUp()]
    const [theirs]: Shown[] = await list(other.token)
    expect((await call(as(me.token), 'DELETE', `/auth/sessions/${theirs?.id}`)).status).toBe(404)
    expect((await call(as(me.token), 'DELETE', '/auth/sessions/nope')).status).toBe(404)
    expect(await isIn(other.token)).toBe(true)
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
    expect(await isIn(token)).toBe(false)
  })

  it('fifty at once: one', async () => {
    const { email, token } = await signUp()
    await another(email)
    const [newest]: Shown[] = await list(token)
    const answers = await together(50, () => call(as(token), 'DELETE', `/auth/sessions/${newest?.id}`))
    expect(tally(answers)).toEqual({ 200: 1, 404: 49 })
  })
})

describe('POST /auth/logout-all', () => {
  it('ends every session, this one too, and says how many', async () => {
    const { email, token } = await signUp()
    const others = [await another(email), await another(email)]
    const out = await call(as(token), 'POST', '/auth/logout-all')
    expect(out.data).toEqual({ revokedSessions: 3 })
    expect(out.headers.getSetCookie().map((one) => /Max-Age=0/.test(one))).toEqual([true, true])
    for (const each of [token, ...others]) expect(await isIn(each)).toBe(false)
    expect((await login(email)).status).toBe(200)
  })

  it('fifty at once end each session once', async () => {
    const { email } = await signUp()
    const tokens = [await another(email), await another(email)]
    const answers = await together(50, (i) => call(as(tokens[i % 2] ?? ''), 'POST', '/auth/logout-all'))
    const ended = answers.reduce((sum, { data }) => sum + (data?.revokedSessions ?? 0), 0)
    expect(ended).toBe(3)
  })
})
