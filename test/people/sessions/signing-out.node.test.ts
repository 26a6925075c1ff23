import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { revokeAllAccess } from '#domain/core/owner/revoke-sessions.ts'
import { logoutAll } from '#domain/people/sessions/logout-all.ts'
import { revokeSession } from '#domain/people/sessions/revoke-session.ts'
import { addTokens, openTokens } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addSession, LIVE, sessionOf } from '#testing/domain/sessions.ts'

const domain = openDomain(addMarket)
beforeEach(() => {
  for (const id of ['here', 'there']) addSession(domain, id)
  addSession(domain, 'theirs', 'seller')
  addSession(domain, 'over', 'buyer', { revoked_at: 1, revoke_reason: 'BLOCKED' })
})

const { caller } = domain.as({ id: 'buyer', sessionId: 'here' })
const asBuyer = (ms = 5) => domain.after(ms, { caller })
const found = () => ['here', 'there', 'theirs', 'over'].map((id) => sessionOf(domain, id))
const OVER = { revoked_at: 1, revoke_reason: 'BLOCKED' }

describe('signing one device out', () => {
  it('ends that session and no other', async () => {
    expect(await revokeSession(asBuyer(), 'there')).toEqual({ deleted: true })
    expect(found()).toEqual([LIVE, { revoked_at: NOW + 5, revoke_reason: 'LOGOUT' }, LIVE, OVER])
  })

  it('may be the one that asks', async () => {
    await revokeSession(asBuyer(), 'here')
    expect(found()).toEqual([{ revoked_at: NOW + 5, revoke_reason: 'LOGOUT' }, LIVE, LIVE, OVER])
  })

  it('finds none that is somebody else’s, over, or never was', async () => {
    for (const id of ['theirs', 'over', 'nothing', ''])
      await expect(revokeSession(asBuyer(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(found()).toEqual([LIVE, LIVE, LIVE, OVER])
    await expect(revokeSession(domain.ctx, 'here')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each(['expires_at', 'ends_at'])('finds one until the millisecond of %s', async (column) => {
    domain.run(`UPDATE sessions SET ${column} = ? WHERE id = 'there'`, NOW + 100)
    await expect(revokeSession(asBuyer(100), 'there')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeSession(asBuyer(99), 'there')).resolves.toEqual({ deleted: true })
  })
})

describe('signing out everywhere', () => {
  it('ends every session of the person, this one too, and says how many', async () => {
    expect(await logoutAll(asBuyer())).toEqual({ revokedSessions: 2 })
    const out = { revoked_at: NOW + 5, revoke_reason: 'LOGOUT_ALL' }
    expect(found()).toEqual([out, out, LIVE, OVER])
    expect(await logoutAll(asBuyer(6))).toEqual({ revokedSessions: 0 })
    await expect(logoutAll(domain.ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('ends the sign-ins that wait for an authenticator, and nothing else that waits', async () => {
    for (const id of ['buyer', 'seller']) await addTokens(domain, id, 'TOTP_CHALLENGE', 'PASSWORD_RESET')
    await logoutAll(asBuyer())
    expect(openTokens(domain, 'buyer')).toEqual(['PASSWORD_RESET'])
    expect(openTokens(domain, 'seller')).toEqual(['PASSWORD_RESET', 'TOTP_CHALLENGE'])
  })
})

describe('being shut out', () => {
  it('ends the sessions and the sign-ins that wait for an authenticator, for a reason', async () => {
    for (const id of ['buyer', 'seller']) await addTokens(domain, id, 'TOTP_CHALLENGE', 'PASSWORD_RESET')
    const at = domain.after(5)
    await commit(at, revokeAllAccess(at, 'buyer', 'ROLE'))
    const out = { revoked_at: NOW + 5, revoke_reason: 'ROLE' }
    expect(found()).toEqual([out, out, LIVE, OVER])
    expect(openTokens(domain, 'buyer')).toEqual(['PASSWORD_RESET'])
    expect(openTokens(domain, 'seller')).toEqual(['PASSWORD_RESET', 'TOTP_CHALLENGE'])
  })
})
