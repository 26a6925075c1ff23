import { describe, expect, it } from 'vitest'
import { endTokens, issueToken, readTokenText, tokenText, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { gone, issuedToken, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const TTL = 300_000

const issued = (at = ctx, userId: string | null = 'buyer', facts?: Record<string, string>) =>
  issuedToken(at, { purpose: 'PASSWORD_RESET', userId, ttlMs: TTL, ...(facts && { facts }) })
const rowOf = (id: string) => domain.row('SELECT * FROM one_time_tokens WHERE id = ?', id)

describe('a one-time token', () => {
  it('is kept as a keyed hash, for its purpose, person and time', async () => {
    const token = await issued(ctx, 'buyer', { method: 'PASSWORD' })
    const row = rowOf(token.id)
    expect(row).toMatchObject({
      purpose: 'PASSWORD_RESET',
      user_id: 'buyer',
      facts: '{"method":"PASSWORD"}',
      attempts: 0,
      expires_at: NOW + TTL,
      consumed_at: null,
      created_at: NOW,
    })
    expect(row?.secret_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token.secret)
    expect(readTokenText(tokenText(token))).toEqual({ id: token.id, secret: token.secret })
    expect(readTokenText('')).toEqual({ id: '', secret: '' })
    expect(readTokenText('only')).toEqual({ id: 'only', secret: '' })
  })

  it('opens once, with what it was made with', async () => {
    const token = await issued(ctx, 'buyer', { method: 'PASSWORD' })
    const tried = await tryToken(ctx, 'PASSWORD_RESET', token)
    expect(tried).toMatchObject({ id: token.id, userId: 'buyer', facts: { method: 'PASSWORD' } })
    const second = await tryToken(ctx, 'PASSWORD_RESET', token)
    await commit(ctx, tried.used)
    expect(rowOf(token.id)).toMatchObject({ consumed_at: NOW, attempts: 2 })
    await expect(commit(ctx, second.used)).rejects.toMatchObject(gone)
    await expect(tryToken(ctx, 'PASSWORD_RESET', token)).rejects.toMatchObject(gone)
    expect(rowOf(token.id)).toMatchObject({ attempts: 2 })
  })

  it('may belong to nobody yet, and carry nothing', async () => {
    const token = await issued(ctx, null)
    expect(await tryToken(ctx, 'PASSWORD_RESET', token)).toMatchObject({ userId: null, facts: {} })
  })

  it('is good for its purpose alone', async () => {
    const token = await issued()
    await expect(tryToken(ctx, 'TOTP_CHALLENGE', token)).rejects.toMatchObject(gone)
    expect(rowOf(token.id)).toMatchObject({ attempts: 0 })
    domain.run("UPDATE one_time_tokens SET purpose = 'TOTP_CHALLENGE' WHERE id = ?", token.id)
    await expect(tryToken(ctx, 'TOTP_CHALLENGE', token)).rejects.toMatchObject(wrong)
  })

  it('is bound to its id and to the secret of the service', async () => {
    const [one, other] = [await issued(), await issued()]
    await expect(tryToken(ctx, 'PASSWORD_RESET', { ...one, secret: other.secret })).rejects.toMatchObject(wrong)
    const elsewhere = { ...ctx, settings: { ...ctx.settings, codeSecret: 'another' } }
    await expect(tryToken(elsewhere, 'PASSWORD_RESET', one)).rejects.toMatchObject(wrong)
    const hash = rowOf(one.id)?.secret_hash
    domain.run('UPDATE one_time_tokens SET secret_hash = ? WHERE id = ?', hash, other.id)
    await expect(tryToken(ctx, 'PASSWORD_RESET', { id: other.id, secret: one.secret })).rejects.toMatchObject(wrong)
  })

  it('counts each try before it compares; the fifth is the last', async () => {
    const token = await issued()
    for (let tries = 1; tries <= 5; tries++) {
      await expect(tryToken(ctx, 'PASSWORD_RESET', { ...token, secret: 'guess' })).rejects.toMatchObject(wrong)
      expect(rowOf(token.id)).toMatchObject({ attempts: tries })
    }
    await expect(tryToken(ctx, 'PASSWORD_RESET', token)).rejects.toMatchObject(gone)
    expect(rowOf(token.id)).toMatchObject({ attempts: 5 })
  })

  it('lives until its end and not a millisecond longer', async () => {
    const token = await issued()
    await expect(tryToken(domain.after(TTL - 1), 'PASSWORD_RESET', token)).resolves.toMatchObject({ id: token.id })
    await expect(tryToken(domain.after(TTL), 'PASSWORD_RESET', token)).rejects.toMatchObject(gone)
  })

  it('that an earlier version of the service kept is still good', async () => {
    const of = { id: 'earlier', purpose: 'PASSWORD_RESET', user_id: 'buyer', facts: '{}' }
    const secret_hash = '8bedbf6d245fe2dd6b1e4d4c9191cfa0faff3fd148b22631493ca32f8806ba31'
    domain.add('one_time_tokens', { ...of, secret_hash, expires_at: NOW + TTL, created_at: NOW - 1 })
    const token = { id: 'earlier', secret: 'a-secret-of-before' }
    await expect(tryToken(ctx, 'PASSWORD_RESET', token)).resolves.toMatchObject({ userId: 'buyer' })
  })

  it('is unknown by any other id', async () => {
    await issued()
    await expect(tryToken(ctx, 'PASSWORD_RESET', { id: 'nobody', secret: 'x' })).rejects.toMatchObject(gone)
  })

  it('ends with the others of its person and purpose, and only with them', async () => {
    const [mine, theirs] = [await issued(), await issued(ctx, 'seller')]
    const other = await issueToken(ctx, { purpose: 'RECOVERY', userId: 'buyer', ttlMs: TTL })
    const used = await issued()
    await commit(ctx, [...other.writes, ...(await tryToken(ctx, 'PASSWORD_RESET', used)).used])
    await commit(domain.after(5), [endTokens(domain.after(5), 'PASSWORD_RESET', 'buyer')])
    expect(rowOf(mine.id)).toMatchObject({ consumed_at: NOW + 5 })
    expect(rowOf(used.id)).toMatchObject({ consumed_at: NOW })
    expect([rowOf(theirs.id)?.consumed_at, rowOf(other.id)?.consumed_at]).toEqual([null, null])
  })
})
