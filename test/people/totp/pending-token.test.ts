import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kernel/time.ts'
import { call, guest, reasons, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { bearer } from '#testing/fixtures/people.ts'
import {
  answerTotp,
  appCode,
  appOf,
  confirmTotp,
  disableTotp,
  enterWithTotp,
  GONE,
  sessionCount,
  setUpTotp,
  totpChallenge,
  type WithTotp,
  WRONG,
  withTotp,
  wrongAppCode,
} from '#testing/fixtures/totp.ts'

describe('a pending token', () => {
  it('opens one session, when it is sent 50 times at once with different codes too', async () => {
    const { person, app, backupCodes } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    const proofs = [{ code: appCode(app) }, ...backupCodes.map((backupCode) => ({ backupCode }))]
    const answers = await together(50, (i) => answerTotp(pendingToken, proofs[i % proofs.length] ?? {}))
    expect(reasons(answers).ok).toBe(1)
    expect(await sessionCount(person.id)).toBe(2)
    expect(await answerTotp(pendingToken, { code: appCode(app, 1) })).toMatchObject(GONE)
    // A code that a refused request brought was not used up.
    const used = await count('backup_codes WHERE user_id = ? AND used_at IS NOT NULL', person.id)
    expect(used).toBeLessThanOrEqual(1)
  })

  it('is over after five minutes, and unknown ones are the same', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    wait(5 * MINUTE_MS)
    const late = await answerTotp(pendingToken, { code: appCode(app) })
    expect(late).toMatchObject(GONE)
    for (const other of [`${crypto.randomUUID()}.${'x'.repeat(43)}`, 'x', '.', 'a.b.c', person.token]) {
      expect((await answerTotp(other, { code: appCode(app) })).body, other).toEqual(late.body)
    }
    const soon = await totpChallenge(person.email)
    wait(4 * MINUTE_MS + 59_000)
    expect((await answerTotp(soon, { code: appCode(app) })).status).toBe(200)
  })

  it('is no access token, no refresh token and none of any other kind', async () => {
    const { person } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    expect((await call(bearer(pendingToken), 'GET', '/auth/me')).status).toBe(401)
    const cookie = { 'x-client-type': 'web', cookie: `__Host-access=${pendingToken}` }
    expect((await call(guest, 'GET', '/auth/me', undefined, cookie)).status).toBe(401)
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken: pendingToken })).status).toBe(401)
    const newPassword = 'Un-tout-autre-mot-7'
    expect((await call(guest, 'POST', '/auth/password/reset', { token: pendingToken, newPassword })).status).toBe(410)
    const recovered = await call(guest, 'POST', '/auth/recovery/complete', { recoveryToken: pendingToken, newPassword })
    expect(recovered.status).toBe(410)
    expect((await answerTotp(person.token, { code: '123456' })).status).toBe(410)
  })

  it('takes exactly one of both codes', async () => {
    const { person, app, backupCodes } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    const [backupCode = ''] = backupCodes
    for (const proof of [{}, { code: appCode(app), backupCode }]) {
      expect(await answerTotp(pendingToken, proof)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    }
    expect((await answerTotp(pendingToken, { code: appCode(app) })).status).toBe(200)
  })

  it('ends with the authenticator it waits for', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    expect((await disableTotp(person, { code: appCode(app) })).status).toBe(200)
    expect(await answerTotp(pendingToken, { code: appCode(app, 1) })).toMatchObject(GONE)
    // The next authenticator does not take it up either.
    const next = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect(await answerTotp(pendingToken, { code: appCode(next) })).toMatchObject(GONE)
    expect((await confirmTotp(person, appCode(next, -1))).status).toBe(200)
    expect(await answerTotp(pendingToken, { code: appCode(next) })).toMatchObject(GONE)
    expect((await enterWithTotp(person.email, { code: appCode(next) })).status).toBe(200)
  })

  it('of an account that was blocked or deleted meanwhile opens nothing', async () => {
    const [blocked, deleted] = [await withTotp(), await withTotp()]
    const tokens = [await totpChallenge(blocked.person.email), await totpChallenge(deleted.person.email)]
    await run('UPDATE users SET blocked_at = 1 WHERE id = ?', blocked.person.id)
    await run('UPDATE users SET deleted_at = 1 WHERE id = ?', deleted.person.id)
    expect(await answerTotp(tokens[0] ?? '', { code: appCode(blocked.app) })).toMatchObject({
      status: 403,
      error: { reason: 'ACCOUNT_BLOCKED' },
    })
    expect(await answerTotp(tokens[1] ?? '', { code: appCode(deleted.app) })).toMatchObject(GONE)
  })

  it('of one account takes no code of another', async () => {
    const [mine, theirs]: [WithTotp, WithTotp] = [await withTotp(), await withTotp()]
    const pendingToken = await totpChallenge(theirs.person.email)
    expect(await answerTotp(pendingToken, { code: appCode(mine.app) })).toMatchObject(WRONG)
    expect(await answerTotp(pendingToken, { code: wrongAppCode(theirs.app) })).toMatchObject(WRONG)
  })
})
