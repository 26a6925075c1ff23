import { beforeEach, describe, expect, it } from 'vitest'
import { issueToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { cancelRecoveries } from '#domain/core/owner/cancel-recoveries.ts'
import { CompleteRecovery, completeRecovery } from '#domain/people/recovery/complete.ts'
import { stopRecoveries } from '#domain/people/recovery/stop.ts'
import { openSession } from '#domain/people/sessions/open-session.ts'
import { DAY_MS } from '#kernel/time.ts'
import { gone, issuedToken, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { EMAIL, SECOND_EMAIL } from '#testing/domain/market.ts'
import { NEW_PASSWORD, opens, PASSWORD, setPasswords } from '#testing/domain/passwords.ts'
import { addRecoverable, CLOSED, PHONE, recovering } from '#testing/domain/recoveries.ts'

const domain = openDomain(addRecoverable)
const { ctx } = domain
const { change, start, proven, recovery, mails } = recovering(domain)
beforeEach(() => setPasswords(domain))

const complete = (recoveryToken: string, at: Ctx = domain.after(DAY_MS)) =>
  completeRecovery(at, { recoveryToken, newPassword: NEW_PASSWORD })
const isTheirs = (password: string, id = 'buyer') => opens(domain, id, password)
const triesAt = () => domain.row(`SELECT attempts FROM one_time_tokens WHERE purpose = 'RECOVERY'`)?.attempts
const early = { code: 'CONFLICT' }

/** Refused as over, and the account is what it was. */
async function isRefused(recoveryToken: string, at?: Ctx) {
  const before = mails().length
  await expect(complete(recoveryToken, at)).rejects.toMatchObject(gone)
  expect([await isTheirs(PASSWORD), mails().length]).toEqual([true, before])
}

describe('a recovery that is completed', () => {
  it('sets the password, and only that of its account', async () => {
    const { recoveryId, recoveryToken } = await proven()
    const at = domain.after(DAY_MS + 5)
    expect(await complete(recoveryToken, at)).toEqual({ recovered: true, deviceToken: expect.any(String) })
    expect([await isTheirs(NEW_PASSWORD), await isTheirs(PASSWORD, 'seller')]).toEqual([true, true])
    expect(domain.row(`SELECT updated_at FROM users WHERE id = 'buyer'`)).toEqual({ updated_at: at.now })
    expect(recovery(recoveryId)).toMatchObject({ proven_at: NOW, completed_at: at.now, cancelled_at: null })
  })

  it('signs the person out everywhere, and nobody else', async () => {
    for (const id of ['buyer', 'buyer', 'seller']) {
      const device = { clientType: 'WEB', deviceName: null, ipAddress: null } as const
      await commit(ctx, (await openSession(ctx, id, device)).writes)
    }
    await complete((await proven()).recoveryToken)
    const ended = { user_id: 'buyer', revoked_at: NOW + DAY_MS, revoke_reason: 'RECOVERY' }
    const sessions = domain.rows('SELECT user_id, revoked_at, revoke_reason FROM sessions ORDER BY rowid')
    expect(sessions).toEqual([ended, ended, { user_id: 'seller', revoked_at: null, revoke_reason: null }])
  })

  it('is told at both addresses and to the number, at once', async () => {
    const { recoveryToken } = await proven()
    domain.run('DELETE FROM outbox')
    domain.laters.length = 0
    await complete(recoveryToken)
    const notice = { kind: 'recovery.completed', subject: 'Votre compte a été récupéré' }
    expect(mails()).toMatchObject([
      { ...notice, channel: 'EMAIL', recipient: EMAIL },
      { ...notice, channel: 'SMS', recipient: PHONE },
      { ...notice, channel: 'EMAIL', recipient: SECOND_EMAIL },
    ])
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`, `email.send ${SECOND_EMAIL}`, `sms.send ${PHONE}`])
  })

  it('ends what was begun with the old password, and other recoveries of the account', async () => {
    const { recoveryToken } = await proven()
    const other = await start()
    const theirs = await start(ctx, 'seller@soko.test')
    for (const purpose of ['PASSWORD_RESET', 'TOTP_CHALLENGE'] as const) {
      await issuedToken(ctx, { purpose, userId: 'buyer', ttlMs: 9 * DAY_MS })
    }
    await complete(recoveryToken)
    const ends = domain.rows('SELECT consumed_at FROM one_time_tokens')
    expect(ends).toEqual(Array(3).fill({ consumed_at: NOW + DAY_MS }))
    expect(recovery(other)).toMatchObject({ completed_at: null, cancelled_at: NOW + DAY_MS })
    expect(recovery(theirs)).toMatchObject({ completed_at: null, cancelled_at: null })
  })

  it('leaves the authenticator', async () => {
    const seed = { sealed_seed: 'x', key_version: 1, confirmed_at: 1, last_step: 0, created_at: 1 }
    domain.add('totp', { user_id: 'buyer', ...seed })
    await complete((await proven()).recoveryToken)
    expect(domain.row('SELECT * FROM totp')).toEqual({ user_id: 'buyer', ...seed })
  })

  it('is completed once, also by two at once', async () => {
    const { recoveryToken } = await proven()
    const both = await Promise.allSettled([complete(recoveryToken), complete(recoveryToken)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: gone })
    expect(mails().filter(({ kind }) => kind === 'recovery.completed')).toHaveLength(3)
    await expect(complete(recoveryToken)).rejects.toMatchObject(gone)
  })

  it.each(['SELLER', 'RIDER'])('may be that of a %s', async (role) => {
    change(`role = '${role}'`)
    await complete((await proven()).recoveryToken)
    expect(await isTheirs(NEW_PASSWORD)).toBe(true)
  })
})

describe('the wait', () => {
  it('is over a day after the proof, and not a millisecond before', async () => {
    const { recoveryToken } = await proven()
    await expect(complete(recoveryToken, domain.after(DAY_MS - 1))).rejects.toMatchObject({
      ...early,
      message: 'Vous pourrez choisir un nouveau mot de passe à partir du 2 septembre 2026 à 12:00 (UTC+2).',
    })
    expect(await isTheirs(PASSWORD)).toBe(true)
    await complete(recoveryToken, domain.after(DAY_MS))
    expect(await isTheirs(NEW_PASSWORD)).toBe(true)
  })

  it('may be asked about any number of times, and gives no guess back', async () => {
    const { recoveryToken } = await proven()
    for (let i = 0; i < 7; i++) await expect(complete(recoveryToken, ctx)).rejects.toMatchObject(early)
    expect(triesAt()).toBe(0)
    for (let i = 0; i < 4; i++) await expect(complete(`${recoveryToken}x`, ctx)).rejects.toMatchObject(wrong)
    await expect(complete(recoveryToken, ctx)).rejects.toMatchObject(early)
    expect(triesAt()).toBe(4)
    await complete(recoveryToken)
  })

  it('is forgiven to its own token alone', async () => {
    const { recoveryToken } = await proven()
    const other = await issueToken(ctx, { purpose: 'PASSWORD_RESET', userId: 'buyer', ttlMs: DAY_MS })
    await commit(ctx, other.writes)
    domain.run('UPDATE one_time_tokens SET attempts = 3')
    await expect(complete(recoveryToken, ctx)).rejects.toMatchObject(early)
    expect(domain.row('SELECT attempts FROM one_time_tokens WHERE id = ?', other.id)).toEqual({ attempts: 3 })
  })
})

describe('a recovery is not completed', () => {
  it('a week after the wait', async () => {
    const { recoveryToken } = await proven()
    await isRefused(recoveryToken, domain.after(8 * DAY_MS))
    await complete(recoveryToken, domain.after(8 * DAY_MS - 1))
  })

  it('by a wrong token, a sixth guess, or one that never was', async () => {
    const { recoveryToken } = await proven()
    for (const unknown of ['nobody.secret', 'x', '.']) await isRefused(unknown)
    for (let i = 0; i < 5; i++) await expect(complete(`${recoveryToken}x`)).rejects.toMatchObject(wrong)
    await isRefused(recoveryToken)
  })

  it('by a token for something else', async () => {
    const { id, secret, writes } = await issueToken(ctx, {
      purpose: 'PASSWORD_RESET',
      userId: 'buyer',
      ttlMs: 9 * DAY_MS,
    })
    await commit(ctx, writes)
    await isRefused(`${id}.${secret}`)
  })

  it.each(Object.entries(CLOSED))('for an account that is %s since', async (_, columns) => {
    const { recoveryId, recoveryToken } = await proven()
    change(columns)
    await isRefused(recoveryToken)
    expect(recovery(recoveryId)).toMatchObject({ completed_at: null })
  })

  it.each(['cancelled_at = 1', 'completed_at = 1', 'proven_at = NULL'])('when its %s', async (columns) => {
    const { recoveryToken } = await proven()
    domain.run(`UPDATE recoveries SET ${columns}`)
    await isRefused(recoveryToken)
  })
})

describe('stopping a person’s recoveries', () => {
  it('ends those that are open, from that instant, and no others', async () => {
    const [open, done, stopped] = [(await proven()).recoveryId, await start(), await start()]
    const theirs = await start(ctx, 'seller@soko.test')
    domain.run('UPDATE recoveries SET completed_at = 3 WHERE id = ?', done)
    domain.run('UPDATE recoveries SET cancelled_at = 4 WHERE id = ?', stopped)
    await commit(ctx, [...cancelRecoveries(domain.after(7), 'buyer')])
    const ends = [open, done, stopped, theirs].map((id) => recovery(id)?.cancelled_at)
    expect(ends).toEqual([NOW + 7, null, 4, null])
  })
})

it('a completion is a token and a new password that is not common', () => {
  const recoveryToken = 'x'.repeat(200)
  expect(CompleteRecovery.parse({ recoveryToken, newPassword: NEW_PASSWORD })).toEqual({
    recoveryToken,
    newPassword: NEW_PASSWORD,
  })
  for (const bad of [
    { newPassword: NEW_PASSWORD },
    { recoveryToken },
    { recoveryToken: '', newPassword: NEW_PASSWORD },
    { recoveryToken: `${recoveryToken}x`, newPassword: NEW_PASSWORD },
    { recoveryToken, newPassword: 'court-7' },
    { recoveryToken, newPassword: 'password' },
    { recoveryToken, newPassword: NEW_PASSWORD, userId: 'seller' },
  ]) {
    expect(CompleteRecovery.safeParse(bad).success).toBe(false)
  }
})

describe('a recovery that its owner stops', () => {
  const told = () => domain.rows("SELECT 1 FROM outbox WHERE kind = 'recovery.cancelled'").length
  const stop = (ms: number) => {
    const at = domain.after(ms)
    return commit(at, stopRecoveries(at, 'buyer'))
  }

  it.each([
    ['waits', DAY_MS, 'is told'],
    ['may be completed for another moment', 8 * DAY_MS - 1, 'is told'],
    ['is over', 8 * DAY_MS, 'is nothing new'],
  ])('and that %s, %i ms after its proof, %s', async (_, ms, outcome) => {
    await proven()
    await stop(ms)
    expect(told() > 0).toBe(outcome === 'is told')
  })

  it('is nothing new before its proof, and after its end', async () => {
    await start()
    await stop(0)
    await complete((await proven()).recoveryToken)
    await stop(DAY_MS + 1)
    expect(told()).toBe(0)
  })
})
