import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readTokenText } from '#domain/core/codes/token.ts'
import { LoginTotp, loginTotp } from '#domain/people/totp/login.ts'
import { gone, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { DEVICE } from '#testing/domain/sessions.ts'
import { codeOf, peopleWithTotp, STEP, TRIES_MS } from '#testing/domain/totp.ts'

const domain = openDomain(addProvenPeople)
const { as, codesOf, enable, enter, kept, pendingTokenOf, tries } = peopleWithTotp(domain)

const tokenRow = (pendingToken: string) =>
  domain.row('SELECT attempts, consumed_at FROM one_time_tokens WHERE id = ?', readTokenText(pendingToken).id)
const sessions = () => domain.rows('SELECT user_id, client_type, device_name, created_at FROM sessions')
const usedCodes = (id: string) => codesOf(id).filter(({ used_at }) => used_at !== null)
const FULL = { code: 'TOO_MANY_REQUESTS' }

describe('the second half of a sign-in', () => {
  it('opens the session of the person who began it, and uses the token and the code up', async () => {
    const { secret } = await enable('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    const me = as('buyer', 9)
    const session = await loginTotp(me, { pendingToken, code: codeOf(secret) }, DEVICE)
    expect(session).toMatchObject({ user: { id: 'buyer' }, tokens: { expiresIn: 900 } })
    expect(sessions()).toEqual([{ user_id: 'buyer', client_type: 'MOBILE', device_name: 'Tecno', created_at: NOW + 9 }])
    expect(domain.row("SELECT last_login_at FROM users WHERE id = 'buyer'")).toEqual({ last_login_at: NOW + 9 })
    expect(tokenRow(pendingToken)).toEqual({ attempts: 1, consumed_at: NOW + 9 })
    expect(kept('buyer')).toMatchObject({ last_step: NOW / STEP })
    await expect(loginTotp(me, { pendingToken, code: codeOf(secret, STEP) }, DEVICE)).rejects.toMatchObject(gone)
    await expect(enter(me, 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(wrong)
    expect(sessions()).toHaveLength(1)
  })

  it('takes a backup code instead, which is used up', async () => {
    const { backupCodes } = await enable('buyer')
    const before = kept('buyer')
    await enter(as('buyer', 9), 'buyer', { backupCode: backupCodes[4] ?? '' })
    expect(sessions()).toHaveLength(1)
    expect(usedCodes('buyer')).toMatchObject([{ used_at: NOW + 9 }])
    expect(kept('buyer')).toEqual(before)
    await expect(enter(as('buyer', 10), 'buyer', { backupCode: backupCodes[4] ?? '' })).rejects.toMatchObject(wrong)
    expect(usedCodes('buyer')).toMatchObject([{ used_at: NOW + 9 }])
    await enter(as('buyer', 11), 'buyer', { backupCode: backupCodes[5] ?? '' })
    expect(usedCodes('buyer')).toHaveLength(2)
  })

  it('takes a code as a code and a backup code as a backup code', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const [text = ''] = backupCodes
    await expect(enter(as('buyer'), 'buyer', { backupCode: codeOf(secret) })).rejects.toMatchObject(wrong)
    await expect(enter(as('buyer'), 'buyer', { code: text })).rejects.toMatchObject(wrong)
    expect([sessions(), usedCodes('buyer')]).toEqual([[], []])
  })

  it('takes exactly one of both, and counts nothing else as a try', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    for (const proof of [{}, { code: codeOf(secret), backupCode: backupCodes[0] }]) {
      await expect(loginTotp(as('buyer'), { pendingToken, ...proof }, DEVICE)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'code', message: "Donnez le code de l'application, ou un code de secours." }],
      })
    }
    expect(tokenRow(pendingToken)).toEqual({ attempts: 0, consumed_at: null })
    await loginTotp(as('buyer'), { pendingToken, code: codeOf(secret) }, DEVICE)
  })

  it('is left as it was by a wrong code, but for the count', async () => {
    const { secret } = await enable('buyer')
    const before = kept('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    const guess = { pendingToken, code: '000000' }
    await expect(loginTotp(as('buyer'), guess, DEVICE)).rejects.toMatchObject(wrong)
    expect([sessions(), kept('buyer'), tokenRow(pendingToken), tries()]).toEqual([
      [],
      before,
      { attempts: 1, consumed_at: null },
      { 'totp:buyer:PASSWORD:own': 1 },
    ])
    await loginTotp(as('buyer'), { pendingToken, code: codeOf(secret) }, DEVICE)
    expect(tries()).toEqual({})
  })

  it('takes no code of somebody else', async () => {
    const mine = await enable('buyer')
    await enable('seller')
    await expect(enter(as('seller'), 'seller', { code: codeOf(mine.secret) })).rejects.toMatchObject(wrong)
    const backupCode = mine.backupCodes[0] ?? ''
    await expect(enter(as('seller'), 'seller', { backupCode })).rejects.toMatchObject(wrong)
    expect([sessions(), usedCodes('buyer')]).toEqual([[], []])
  })
})

describe('a pending token', () => {
  it('is over after five wrong codes', async () => {
    const { secret } = await enable('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    for (let i = 0; i < 5; i++) {
      await expect(loginTotp(as('buyer'), { pendingToken, code: '000000' }, DEVICE)).rejects.toMatchObject(wrong)
    }
    await expect(loginTotp(as('buyer'), { pendingToken, code: codeOf(secret) }, DEVICE)).rejects.toMatchObject(gone)
    expect(tries()).toEqual({ 'totp:buyer:PASSWORD:own': 5 })
    await enter(as('buyer'), 'buyer', { code: codeOf(secret) })
  })

  it('of nobody, or with another secret, opens nothing', async () => {
    const { secret } = await enable('buyer')
    const nobodys = await pendingTokenOf(null)
    const code = codeOf(secret)
    await expect(loginTotp(domain.ctx, { pendingToken: nobodys, code }, DEVICE)).rejects.toMatchObject({ code: 'GONE' })
    const { id } = readTokenText(await pendingTokenOf('buyer'))
    const forged = { pendingToken: `${id}.${readTokenText(nobodys).secret}`, code }
    await expect(loginTotp(domain.ctx, forged, DEVICE)).rejects.toMatchObject(wrong)
    for (const pendingToken of ['x', `${id}-.x`]) {
      await expect(loginTotp(domain.ctx, { pendingToken, code }, DEVICE)).rejects.toMatchObject(gone)
    }
    expect([sessions(), tries()]).toEqual([[], {}])
  })

  it('of an account that was deleted meanwhile is gone', async () => {
    const { secret, backupCodes } = await enable('buyer')
    domain.run("UPDATE users SET deleted_at = 1 WHERE id = 'buyer'")
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(gone)
    await expect(enter(as('buyer'), 'buyer', { backupCode: backupCodes[0] ?? '' })).rejects.toMatchObject(gone)
    expect([sessions(), usedCodes('buyer')]).toEqual([[], []])
  })

  it('of an account without an authenticator any more is gone, its backup codes too', async () => {
    const { secret, backupCodes } = await enable('buyer')
    domain.run("DELETE FROM totp WHERE user_id = 'buyer'")
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(gone)
    await expect(enter(as('buyer'), 'buyer', { backupCode: backupCodes[0] ?? '' })).rejects.toMatchObject(gone)
    expect(sessions()).toEqual([])
  })

  it('of an account that was blocked meanwhile is refused in words, the code kept', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const before = kept('buyer')
    domain.run("UPDATE users SET blocked_at = 1 WHERE id = 'buyer'")
    const blocked = { code: 'FORBIDDEN', reason: 'ACCOUNT_BLOCKED' }
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(blocked)
    await expect(enter(as('buyer'), 'buyer', { backupCode: backupCodes[0] ?? '' })).rejects.toMatchObject(blocked)
    expect([sessions(), usedCodes('buyer'), kept('buyer')]).toEqual([[], [], before])
  })

  it('opens one session of two requests at once, and what the other one brought is not used up', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    const proofs = [{ code: codeOf(secret) }, { backupCode: backupCodes[0] ?? '' }]
    const outcomes = await Promise.allSettled(
      proofs.map((proof) => loginTotp(as('buyer'), { pendingToken, ...proof }, DEVICE)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: gone })
    expect(sessions()).toHaveLength(1)
    const isStepUsed = kept('buyer')?.last_step === NOW / STEP
    expect(usedCodes('buyer')).toHaveLength(isStepUsed ? 0 : 1)
  })
})

describe('tries at a sign-in', () => {
  it('are ten in a quarter of an hour, whatever the number of tokens', async () => {
    const { secret, backupCodes } = await enable('buyer')
    for (let i = 0; i < 10; i++) {
      const guess = i % 2 ? { code: '000000' } : { backupCode: 'aaaaa-aaaaa' }
      await expect(enter(as('buyer'), 'buyer', guess)).rejects.toMatchObject(wrong)
    }
    const late = codeOf(secret, TRIES_MS)
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(FULL)
    await expect(enter(as('buyer'), 'buyer', { backupCode: backupCodes[0] ?? '' })).rejects.toMatchObject(FULL)
    await expect(enter(as('buyer', TRIES_MS - 1), 'buyer', { code: late })).rejects.toMatchObject(FULL)
    await enter(as('buyer', TRIES_MS), 'buyer', { code: late })
    expect(tries()).toEqual({})
  })

  it('after one first factor leave those after another, and those of other people', async () => {
    const { secret } = await enable('buyer')
    const theirs = await enable('seller')
    for (let i = 0; i < 10; i++)
      await expect(enter(as('buyer'), 'buyer', { code: '000000' })).rejects.toMatchObject(wrong)
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(FULL)
    const pendingToken = await pendingTokenOf('buyer', as('buyer'), 'PASSKEY')
    await loginTotp(as('buyer'), { pendingToken, code: codeOf(secret) }, DEVICE)
    await enter(as('seller'), 'seller', { code: codeOf(theirs.secret) })
    expect(tries()).toEqual({ 'totp:buyer:PASSWORD:own': 11 })
  })
})

describe('what comes in', () => {
  it('is a token with a code or a backup code, and the document says that it is one of both', () => {
    const input = { pendingToken: 'a.b', code: ' 123456 ' }
    expect(LoginTotp.parse(input)).toEqual({ pendingToken: 'a.b', code: '123456' })
    expect(LoginTotp.parse({ pendingToken: 'a.b', backupCode: ' K3VQA 7MZD2 ' })).toEqual({
      pendingToken: 'a.b',
      backupCode: 'K3VQA7MZD2',
    })
    expect(LoginTotp.safeParse({ pendingToken: 'x'.repeat(500) }).success).toBe(true)
    for (const bad of [
      { code: '123456' },
      { pendingToken: '', code: '123456' },
      { pendingToken: 'x'.repeat(501), code: '123456' },
      { pendingToken: 'a.b', code: '12345' },
      { pendingToken: 'a.b', backupCode: ' ' },
      { ...input, userId: 'buyer' },
    ]) {
      expect(LoginTotp.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
    }
    expect(z.toJSONSchema(LoginTotp)['x-one-of']).toEqual(['code', 'backupCode'])
  })
})
