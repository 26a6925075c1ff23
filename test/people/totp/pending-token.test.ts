import { describe, expect, it } from 'vitest'
import { call, guest, reasons, together, wait } from '../../api.ts'
import { as } from '../sign-in/mails.ts'
import {
  answer,
  appOf,
  challenge,
  codeOf,
  confirm,
  count,
  disable,
  enter,
  GONE,
  type Guarded,
  run,
  sessionsOf,
  setUp,
  WRONG,
  withTotp,
  wrongCode,
} from './app.ts'

const MINUTE = 60_000

describe('a pending token', () => {
  it('opens one session, when it is sent 50 times at once with different codes too', async () => {
    const { person, app, backupCodes } = await withTotp()
    const pendingToken = await challenge(person.email)
    const proofs = [{ code: codeOf(app) }, ...backupCodes.map((backupCode) => ({ backupCode }))]
    const answers = await together(50, (i) => answer(pendingToken, proofs[i % proofs.length] ?? {}))
    expect(reasons(answers).ok).toBe(1)
    expect(await sessionsOf(person.id)).toBe(2)
    expect(await answer(pendingToken, { code: codeOf(app, 1) })).toMatchObject(GONE)
    // What a refused request brought was not used up.
    const used = await count(
      'SELECT count(*) AS n FROM backup_codes WHERE user_id = ? AND used_at IS NOT NULL',
      person.id,
    )
    expect(used).toBeLessThanOrEqual(1)
  })

  it('is over after five minutes, and unknown ones are the same', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await challenge(person.email)
    wait(5 * MINUTE)
    const late = await answer(pendingToken, { code: codeOf(app) })
    expect(late).toMatchObject(GONE)
    for (const other of [`${crypto.randomUUID()}.${'x'.repeat(43)}`, 'x', '.', 'a.b.c', person.token]) {
      expect((await answer(other, { code: codeOf(app) })).body, other).toEqual(late.body)
    }
    const soon = await challenge(person.email)
    wait(4 * MINUTE + 59_000)
    expect((await answer(soon, { code: codeOf(app) })).status).toBe(200)
  })

  it('is no access token, no refresh token and none of any other kind', async () => {
    const { person } = await withTotp()
    const pendingToken = await challenge(person.email)
    expect((await call(as(pendingToken), 'GET', '/auth/me')).status).toBe(401)
    const cookie = { 'x-client-type': 'web', cookie: `__Host-access=${pendingToken}` }
    expect((await call(guest, 'GET', '/auth/me', undefined, cookie)).status).toBe(401)
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken: pendingToken })).status).toBe(401)
    const newPassword = 'Un-tout-autre-mot-7'
    expect((await call(guest, 'POST', '/auth/password/reset', { token: pendingToken, newPassword })).status).toBe(410)
    const recovered = await call(guest, 'POST', '/auth/recovery/complete', { recoveryToken: pendingToken, newPassword })
    expect(recovered.status).toBe(410)
    expect((await answer(person.token, { code: '123456' })).status).toBe(410)
  })

  it('takes exactly one of both codes', async () => {
    const { person, app, backupCodes } = await withTotp()
    const pendingToken = await challenge(person.email)
    const [backupCode = ''] = backupCodes
    for (const proof of [{}, { code: codeOf(app), backupCode }]) {
      expect(await answer(pendingToken, proof)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    }
    expect((await answer(pendingToken, { code: codeOf(app) })).status).toBe(200)
  })

  it('ends with the authenticator it waits for', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await challenge(person.email)
    expect((await disable(person, { code: codeOf(app) })).status).toBe(200)
    expect(await answer(pendingToken, { code: codeOf(app, 1) })).toMatchObject(GONE)
    // Nor does the next authenticator take it up.
    const next = appOf((await setUp(person)).data.otpauthUrl)
    expect(await answer(pendingToken, { code: codeOf(next) })).toMatchObject(GONE)
    expect((await confirm(person, codeOf(next, -1))).status).toBe(200)
    expect(await answer(pendingToken, { code: codeOf(next) })).toMatchObject(GONE)
    expect((await enter(person.email, { code: codeOf(next) })).status).toBe(200)
  })

  it('of an account that was blocked or deleted meanwhile opens nothing', async () => {
    const [blocked, deleted] = [await withTotp(), await withTotp()]
    const tokens = [await challenge(blocked.person.email), await challenge(deleted.person.email)]
    await run('UPDATE users SET blocked_at = 1 WHERE id = ?', blocked.person.id)
    await run('UPDATE users SET deleted_at = 1 WHERE id = ?', deleted.person.id)
    expect(await answer(tokens[0] ?? '', { code: codeOf(blocked.app) })).toMatchObject({
      status: 403,
      error: { reason: 'ACCOUNT_BLOCKED' },
    })
    expect(await answer(tokens[1] ?? '', { code: codeOf(deleted.app) })).toMatchObject(GONE)
  })

  it('of one account takes no code of another', async () => {
    const [mine, theirs]: [Guarded, Guarded] = [await withTotp(), await withTotp()]
    const pendingToken = await challenge(theirs.person.email)
    expect(await answer(pendingToken, { code: codeOf(mine.app) })).toMatchObject(WRONG)
    expect(await answer(pendingToken, { code: wrongCode(theirs.app) })).toMatchObject(WRONG)
  })
})
