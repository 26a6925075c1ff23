import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../../src/db/commit.ts'
import { endSession } from '../../../src/domain/people/sessions/end-session.ts'
import { shutOut } from '../../../src/domain/people/sessions/end-sessions.ts'
import { logoutAll } from '../../../src/domain/people/sessions/logout-all.ts'
import { NOW, openGround } from '../../in-node/ground.ts'
import { settleMarket } from '../../in-node/people.ts'
import { addSession, addTokens, LIVE, openTokens, sessionOf } from '../passwords/password-ground.ts'

const ground = openGround(settleMarket)
beforeEach(() => {
  for (const id of ['here', 'there']) addSession(ground, id)
  addSession(ground, 'theirs', 'seller')
  addSession(ground, 'over', 'buyer', { revoked_at: 1, revoke_reason: 'BLOCKED' })
})

const { actor } = ground.as({ id: 'buyer', sessionId: 'here' })
const asBuyer = (ms = 5) => ground.after(ms, { actor })
const found = () => ['here', 'there', 'theirs', 'over'].map((id) => sessionOf(ground, id))
const OVER = { revoked_at: 1, revoke_reason: 'BLOCKED' }

describe('signing one device out', () => {
  it('ends that session and no other', async () => {
    expect(await endSession(asBuyer(), 'there')).toEqual({ deleted: true })
    expect(found()).toEqual([LIVE, { revoked_at: NOW + 5, revoke_reason: 'LOGOUT' }, LIVE, OVER])
  })

  it('may be the one that asks', async () => {
    await endSession(asBuyer(), 'here')
    expect(found()).toEqual([{ revoked_at: NOW + 5, revoke_reason: 'LOGOUT' }, LIVE, LIVE, OVER])
  })

  it('finds none that is somebody else’s, over, or never was', async () => {
    for (const id of ['theirs', 'over', 'nothing', ''])
      await expect(endSession(asBuyer(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(found()).toEqual([LIVE, LIVE, LIVE, OVER])
    await expect(endSession(ground.ctx, 'here')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each(['expires_at', 'ends_at'])('finds one until the millisecond of %s', async (column) => {
    ground.run(`UPDATE sessions SET ${column} = ? WHERE id = 'there'`, NOW + 100)
    await expect(endSession(asBuyer(100), 'there')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(endSession(asBuyer(99), 'there')).resolves.toEqual({ deleted: true })
  })
})

describe('signing out everywhere', () => {
  it('ends every session of the person, this one too, and says how many', async () => {
    expect(await logoutAll(asBuyer())).toEqual({ revokedSessions: 2 })
    const out = { revoked_at: NOW + 5, revoke_reason: 'LOGOUT_ALL' }
    expect(found()).toEqual([out, out, LIVE, OVER])
    expect(await logoutAll(asBuyer(6))).toEqual({ revokedSessions: 0 })
    await expect(logoutAll(ground.ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('ends the sign-ins that wait for an authenticator, and nothing else that waits', async () => {
    for (const id of ['buyer', 'seller']) await addTokens(ground, id, 'TOTP_CHALLENGE', 'PASSWORD_RESET')
    await logoutAll(asBuyer())
    expect(openTokens(ground, 'buyer')).toEqual(['PASSWORD_RESET'])
    expect(openTokens(ground, 'seller')).toEqual(['PASSWORD_RESET', 'TOTP_CHALLENGE'])
  })
})

describe('being shut out', () => {
  it('ends the sessions and the sign-ins that wait for an authenticator, for a reason', async () => {
    for (const id of ['buyer', 'seller']) await addTokens(ground, id, 'TOTP_CHALLENGE', 'PASSWORD_RESET')
    const at = ground.after(5)
    await commit(at, shutOut(at, 'buyer', 'ROLE'))
    const out = { revoked_at: NOW + 5, revoke_reason: 'ROLE' }
    expect(found()).toEqual([out, out, LIVE, OVER])
    expect(openTokens(ground, 'buyer')).toEqual(['PASSWORD_RESET'])
    expect(openTokens(ground, 'seller')).toEqual(['PASSWORD_RESET', 'TOTP_CHALLENGE'])
  })
})
