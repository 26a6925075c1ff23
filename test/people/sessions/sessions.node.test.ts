import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '#db/admission.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { identify } from '#domain/people/sessions/identify.ts'
import { logout } from '#domain/people/sessions/logout.ts'
import { expiresInSeconds, openSession } from '#domain/people/sessions/open-session.ts'
import { RefreshSession, refreshSession } from '#domain/people/sessions/refresh-session.ts'
import { type RightsRow, rightsOf } from '#domain/people/sessions/rights.ts'
import { ACCESS_TTL_MS, readAccessToken, refreshTokenFor, signAccessToken } from '#domain/people/sessions/tokens.ts'
import { REFRESH_TTL_MS } from '#kernel/session-lengths.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { claimsOf } from '#testing/fixtures/claims.ts'

const domain = openDomain(addMarket)
const { ctx } = domain
afterEach(() => vi.restoreAllMocks())

const device = { clientType: 'MOBILE', deviceName: 'Tecno', ipAddress: '41.0.0.1' } as const

async function signIn(userId = 'seller', at: Ctx = ctx) {
  const { id, writes, rights, tokensOf } = await openSession(at, userId, device)
  const [[row]] = await commit(at, writes, rights)
  return { ...(await tokensOf(rightsOf(row as RightsRow))), sessionId: id }
}
/** The person of a token, as the database has them now. */
async function findActor(at: Ctx, token: string | undefined) {
  const claimed = await identify(at, token)
  if (!claimed) return null
  const [
    {
      statement: { sql, params },
    },
  ] = claimed.questions(() => true) as [Question]
  return claimed.actorOf(domain.rows(sql, ...(params as string[])))
}
const sessionRow = (id: string) => domain.row('SELECT * FROM sessions WHERE id = ?', id)
const expired = { code: 'UNAUTHORIZED', reason: 'TOKEN_EXPIRED' }

describe('a session', () => {
  it('is the one of its token, however many ask at once with the query that they share', async () => {
    const written = vi.spyOn(ctx.db, 'select')
    const tokens = Object.fromEntries(
      await Promise.all(['buyer', 'seller', 'rider'].map(async (id) => [id, (await signIn(id)).accessToken])),
    )
    const ids = Array.from({ length: 30 }, (_, i) => Object.keys(tokens)[i % 3])
    const actors = await Promise.all(ids.map((id) => findActor(ctx, tokens[id as string])))
    expect(actors.map((actor) => actor?.id)).toEqual(ids)
    expect(written.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('is opened with its tokens and both its ends', async () => {
    const { accessToken, refreshToken, expiresIn, sessionId } = await signIn('seller')
    expect([expiresIn, expiresInSeconds, REFRESH_TTL_MS]).toEqual([900, 900, 30 * DAY_MS])
    expect(refreshToken).toBe(await refreshTokenFor(ctx, sessionId, 1))
    expect(await readAccessToken(ctx, accessToken)).toEqual(
      claimsOf('seller', sessionId, { role: 'SELLER', sellerProfileId: 'sp' }),
    )
    expect(sessionRow(sessionId)).toEqual({
      id: sessionId,
      user_id: 'seller',
      client_type: 'MOBILE',
      device_name: 'Tecno',
      ip_address: '41.0.0.1',
      generation: 1,
      rotated_at: NOW,
      created_at: NOW,
      last_used_at: NOW,
      expires_at: NOW + 30 * DAY_MS,
      ends_at: NOW + 90 * DAY_MS,
      revoked_at: null,
      revoke_reason: null,
      proven_at: null,
      has_second_factor: 0,
    })
  })

  it('is one of the newest 200 of its account that are kept, ended ones counted', async () => {
    let n = 0
    const another = () => signIn('seller', domain.after(n++))
    const other = await signIn('buyer')
    const first = await another()
    const second = await another()
    await logout(ctx, second)
    while (n < 200) await another()
    expect(Boolean(sessionRow(first.sessionId))).toBe(true)
    await another()
    expect([first, second, other].map(({ sessionId }) => Boolean(sessionRow(sessionId)))).toEqual([false, true, true])
    await another()
    expect(Boolean(sessionRow(second.sessionId))).toBe(false)
    expect(domain.rows("SELECT id FROM sessions WHERE user_id = 'seller'")).toHaveLength(200)
  })

  it('says who asks, as the database has it now', async () => {
    const people = {
      seller: ['SELLER', 'sp', null],
      rider: ['BUYER', null, 'rd'],
      buyer: ['BUYER', null, null],
    } as const
    for (const [id, [role, sellerProfileId, riderId]] of Object.entries(people)) {
      const { accessToken, sessionId } = await signIn(id)
      const email = `${id}@soko.test`
      expect(await findActor(ctx, accessToken)).toEqual({
        id,
        role,
        provenAt: null,
        phone: null,
        hasSecondFactor: false,
        email,
        sellerProfileId,
        riderId,
        sessionId,
      })
    }
  })

  it('is nobody without a token, or with one that is not ours', async () => {
    expect(await findActor(ctx, undefined)).toBeNull()
    expect(await findActor(ctx, '')).toBeNull()
    expect(await findActor(ctx, 'x.y.z')).toBeNull()
  })

  it('ends, and is refused from then on', async () => {
    const mine = await signIn()
    const other = await signIn()
    const [{ accessToken }, { refreshToken }] = [mine, mine]
    expect(await logout(domain.after(3), { accessToken, refreshToken })).toEqual({ loggedOut: true })
    expect(sessionRow(mine.sessionId)).toMatchObject({ revoked_at: NOW + 3, revoke_reason: 'LOGOUT' })
    await expect(findActor(ctx, mine.accessToken)).rejects.toMatchObject(expired)
    await expect(refreshSession(ctx, mine.refreshToken)).rejects.toMatchObject(expired)
    expect(await findActor(ctx, other.accessToken)).toMatchObject({ sessionId: other.sessionId })
    for (const held of [
      { accessToken, refreshToken },
      { accessToken: 'x.y.z', refreshToken: '' },
    ]) {
      expect(await logout(domain.after(5), { ...held })).toEqual({ loggedOut: true })
    }
    expect(sessionRow(mine.sessionId)).toMatchObject({ revoked_at: NOW + 3 })
  })

  it.each(['accessToken', 'refreshToken'] as const)(
    'is ended by its %s alone, also when that has expired',
    async (held) => {
      const mine = await signIn()
      const late = domain.after(ACCESS_TTL_MS + 1)
      await logout(late, { accessToken: undefined, refreshToken: undefined, [held]: mine[held] })
      expect(sessionRow(mine.sessionId)).toMatchObject({ revoked_at: late.now, revoke_reason: 'LOGOUT' })
    },
  )

  it('is refused when its token, its time, its person or its account is gone', async () => {
    const { accessToken, sessionId } = await signIn()
    await expect(findActor(domain.after(ACCESS_TTL_MS), accessToken)).rejects.toMatchObject(expired)
    const stolen = await signAccessToken(ctx, claimsOf('buyer', sessionId))
    await expect(findActor(ctx, stolen)).rejects.toMatchObject(expired)
    const nowhere = await signAccessToken(ctx, claimsOf('seller', 'no-session'))
    await expect(findActor(ctx, nowhere)).rejects.toMatchObject(expired)

    domain.run('UPDATE sessions SET ends_at = ?', NOW)
    await expect(findActor(ctx, accessToken)).rejects.toMatchObject(expired)
    domain.run('UPDATE sessions SET ends_at = ?', NOW + 1)
    expect(await findActor(ctx, accessToken)).toMatchObject({ id: 'seller' })

    domain.run("UPDATE users SET blocked_at = 0 WHERE id = 'seller'")
    await expect(findActor(ctx, accessToken)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ACCOUNT_BLOCKED' })
    domain.run("UPDATE users SET blocked_at = NULL, deleted_at = 0 WHERE id = 'seller'")
    await expect(findActor(ctx, accessToken)).rejects.toMatchObject(expired)
  })
})

describe('a refresh', () => {
  it('takes one token of a bounded length and nothing else', () => {
    expect(RefreshSession.parse({})).toEqual({})
    expect(RefreshSession.parse({ refreshToken: 'x' })).toEqual({ refreshToken: 'x' })
    expect(RefreshSession.safeParse({ refreshToken: 'x'.repeat(1000) }).success).toBe(true)
    for (const wrong of [{ refreshToken: '' }, { refreshToken: 'x'.repeat(1001) }, { other: 1 }, { refreshToken: 1 }]) {
      expect(RefreshSession.safeParse(wrong).success).toBe(false)
    }
  })

  it('hands out the next generation and moves the sliding end', async () => {
    const { refreshToken, sessionId } = await signIn()
    const later = domain.after(DAY_MS)
    const fresh = await refreshSession(later, refreshToken)
    expect(fresh).toEqual({
      role: 'SELLER',
      accessToken: await signAccessToken(
        later,
        claimsOf('seller', sessionId, { role: 'SELLER', sellerProfileId: 'sp' }),
      ),
      refreshToken: await refreshTokenFor(ctx, sessionId, 2),
      expiresIn: 900,
    })
    expect(sessionRow(sessionId)).toMatchObject({
      generation: 2,
      rotated_at: NOW + DAY_MS,
      last_used_at: NOW + DAY_MS,
      expires_at: NOW + 31 * DAY_MS,
      ends_at: NOW + 90 * DAY_MS,
      revoked_at: null,
    })
    const again = await refreshSession(domain.after(2 * DAY_MS), fresh.refreshToken)
    expect(again.refreshToken).toBe(await refreshTokenFor(ctx, sessionId, 3))
  })

  it('never slides beyond 90 days', async () => {
    const { refreshToken, sessionId } = await signIn()
    domain.run('UPDATE sessions SET ends_at = ?', NOW + 5 * DAY_MS)
    await refreshSession(ctx, refreshToken)
    expect(sessionRow(sessionId)).toMatchObject({ expires_at: NOW + 5 * DAY_MS })
  })

  it('gives the direct predecessor the same successor until that was used, however late', async () => {
    const { refreshToken, sessionId } = await signIn()
    const { refreshToken: second } = await refreshSession(ctx, refreshToken)
    const written = vi.spyOn(ctx.db, 'batch')
    const lost = await refreshSession(domain.after(DAY_MS), refreshToken)
    expect(lost.refreshToken).toBe(second)
    expect(written).not.toHaveBeenCalled()
    expect(sessionRow(sessionId)).toMatchObject({ generation: 2, rotated_at: NOW, revoked_at: null })
  })

  it('and for 30 s after that; then it ends the session, that session only, and its owner is told', async () => {
    const { refreshToken, sessionId } = await signIn()
    const other = await signIn()
    const { refreshToken: second } = await refreshSession(ctx, refreshToken)
    await refreshSession(domain.after(5000), second)
    expect((await refreshSession(domain.after(35_000), refreshToken)).refreshToken).toBe(second)
    await expect(refreshSession(domain.after(35_001), refreshToken)).rejects.toMatchObject(expired)
    expect(sessionRow(sessionId)).toMatchObject({ revoked_at: NOW + 35_001, revoke_reason: 'TOKEN_REUSED' })
    expect(sessionRow(other.sessionId)).toMatchObject({ revoked_at: null })
    await expect(refreshSession(domain.after(35_001), refreshToken)).rejects.toMatchObject(expired)
    expect(domain.rows("SELECT recipient FROM outbox WHERE kind = 'session.reused'")).toHaveLength(1)
  })

  it('ends the session for anything older, even at once, and for what was never handed out', async () => {
    for (const stray of [1, 9]) {
      const { sessionId } = await signIn()
      domain.run('UPDATE sessions SET generation = 4 WHERE id = ?', sessionId)
      await expect(refreshSession(ctx, await refreshTokenFor(ctx, sessionId, stray))).rejects.toMatchObject(expired)
      expect(sessionRow(sessionId)).toMatchObject({ revoke_reason: 'TOKEN_REUSED', generation: 4 })
    }
  })

  it('two at once get the same successor', async () => {
    const { refreshToken, sessionId } = await signIn()
    const other = await signIn()
    const [a, b] = await Promise.all([refreshSession(ctx, refreshToken), refreshSession(ctx, refreshToken)])
    expect(a).toEqual(b)
    expect(sessionRow(sessionId)).toMatchObject({ generation: 2, revoked_at: null })
    expect(sessionRow(other.sessionId)).toMatchObject({ generation: 1 })
  })

  it('a rotation that comes late leaves the one that came first alone', async () => {
    const { refreshToken, sessionId } = await signIn()
    const overtaken = { ...ctx, db: new Proxy(ctx.db, { get: overtaking(sessionId) }) }
    await refreshSession(overtaken, refreshToken)
    expect(sessionRow(sessionId)).toMatchObject({ generation: 2, rotated_at: NOW + 1 })
  })

  it.each([
    ['no token', undefined],
    ['an empty token', ''],
    ['a forged token', 's1.1.x'],
  ])('%s is refused', async (_what, token) => {
    await expect(refreshSession(ctx, token)).rejects.toMatchObject(expired)
  })

  it.each([
    ['revoked', 'UPDATE sessions SET revoked_at = 0'],
    ['past its sliding end', `UPDATE sessions SET expires_at = ${NOW}`],
    ['past its last end', `UPDATE sessions SET ends_at = ${NOW}`],
    ['of a blocked account', "UPDATE users SET blocked_at = 0 WHERE id = 'seller'"],
    ['of a deleted account', "UPDATE users SET deleted_at = 0 WHERE id = 'seller'"],
  ])('a session %s is not renewed', async (_what, sql) => {
    const { refreshToken, sessionId } = await signIn()
    domain.run(sql)
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject(expired)
    expect(sessionRow(sessionId)).toMatchObject({ generation: 1 })
  })
})

/** Another request rotates the session between this one's read and its commit. */
function overtaking(sessionId: string) {
  return (db: Ctx['db'], name: string | symbol) => {
    if (name === 'batch')
      domain.run('UPDATE sessions SET generation = 2, rotated_at = ? WHERE id = ?', NOW + 1, sessionId)
    return Reflect.get(db, name)
  }
}
