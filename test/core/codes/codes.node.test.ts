import { describe, expect, it } from 'vitest'
import { countAttempt, forgetAttempts, onceAMinute, withinQuota } from '#domain/core/codes/attempts.ts'
import { checkCode, checkCodeOf } from '#domain/core/codes/check.ts'
import { CODE_TTL_MS, type CodeUse, hashCode, issueCode } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { RESEND_MS } from '#kernel/limits.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { issuedCode, tooSoon } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'

const domain = openDomain()
const { ctx } = domain

const use: CodeUse = { purpose: 'WITHDRAWAL', person: 'u1', target: '1000 USD 243810000001' }

const issued = (at = ctx, what = use) => issuedCode(at, what)
const codeRow = () => domain.row('SELECT * FROM codes WHERE purpose = ? AND person = ?', use.purpose, use.person)

describe('a code', () => {
  it('has six digits, is kept as a hash only, and lives ten minutes', async () => {
    const code = await issued()
    expect([CODE_TTL_MS, RESEND_MS]).toEqual([600_000, 60_000])
    expect(code).toMatch(/^\d{6}$/)
    expect(codeRow()).toEqual({
      purpose: 'WITHDRAWAL',
      person: 'u1',
      target: use.target,
      code_hash: await hashCode(ctx, use, code),
      attempts: 0,
      sent_at: NOW,
      expires_at: NOW + 600_000,
      consumed_at: null,
      typed: null,
    })
    expect(JSON.stringify(codeRow())).not.toContain(`"${code}"`)
  })

  it('is bound to its purpose, person, target and secret', async () => {
    const other = { ...ctx, settings: { ...ctx.settings, codeSecret: 'another' } }
    const hashes = await Promise.all([
      hashCode(ctx, use, '123456'),
      hashCode(ctx, { ...use, purpose: 'PAYOUT_NUMBER' }, '123456'),
      hashCode(ctx, { ...use, person: 'u2' }, '123456'),
      hashCode(ctx, { ...use, target: '1001 USD' }, '123456'),
      hashCode(ctx, use, '123457'),
      hashCode(other, use, '123456'),
    ])
    expect(new Set(hashes).size).toBe(6)
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is not sent again within a minute, nor is the live one lost', async () => {
    const code = await issued()
    await expect(issued(domain.after(RESEND_MS - 1))).rejects.toMatchObject(tooSoon)
    await expect(checkCode(ctx, use, code)).resolves.toHaveLength(4)
  })

  it('replaces the live one after a minute', async () => {
    const old = await issued()
    await expect(checkCode(ctx, use, otherCode(old))).rejects.toThrow()
    const later = domain.after(RESEND_MS)
    const target = '2000 USD 243810000001'
    await issued(later, { ...use, target })
    expect(codeRow()).toMatchObject({ attempts: 0, sent_at: NOW + RESEND_MS, expires_at: NOW + 660_000, target })
    await expect(checkCode(later, use, old)).rejects.toMatchObject({ reason: 'INVALID_VERIFICATION_CODE' })
  })

  it('a used one is replaced at once, and each person and purpose has its own', async () => {
    const code = await issued()
    await issued(ctx, { ...use, person: 'u2' })
    await issued(ctx, { ...use, purpose: 'PHONE' })
    await commit(ctx, await checkCode(ctx, use, code))
    await issued(domain.after(1))
    expect(codeRow()).toMatchObject({ consumed_at: null, sent_at: NOW + 1 })
  })
})

describe('a code that is sent at once', () => {
  it('replaces the live one within the minute', async () => {
    const [first, second] = [await issueCode(ctx, use), await issueCode(domain.after(1), use, { atOnce: true })]
    await commit(ctx, first.writes)
    await commit(ctx, second.writes)
    expect(codeRow()).toMatchObject({ sent_at: NOW + 1, code_hash: await hashCode(ctx, use, second.code) })
  })
})

describe('checking a code', () => {
  it('works once, and only the row it is for', async () => {
    const code = await issued()
    await issued(ctx, { ...use, person: 'u2' })
    const [first, second] = [await checkCode(ctx, use, code), await checkCode(ctx, use, code)]
    await commit(ctx, first)
    expect(codeRow()).toMatchObject({ consumed_at: NOW, attempts: 2 })
    expect(domain.row("SELECT consumed_at, attempts FROM codes WHERE person = 'u2'")).toEqual({
      consumed_at: null,
      attempts: 0,
    })
    await expect(commit(ctx, second)).rejects.toMatchObject({ reason: 'INVALID_VERIFICATION_CODE' })
    await expect(checkCode(ctx, use, code)).rejects.toMatchObject({
      code: 'GONE',
      message: "Ce code n'est plus valable. Demandez-en un nouveau.",
    })
  })

  it('a code that was replaced before its commit approves nothing', async () => {
    const code = await issued()
    const used = await checkCode(ctx, use, code)
    await issued(domain.after(RESEND_MS))
    await expect(commit(ctx, used)).rejects.toMatchObject({ reason: 'INVALID_VERIFICATION_CODE' })
    expect(codeRow()).toMatchObject({ consumed_at: null })
  })

  it('dies after five tries, whatever the sixth says', async () => {
    const code = await issued()
    for (let i = 1; i <= 5; i++) {
      await expect(checkCode(ctx, use, otherCode(code))).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
        reason: 'INVALID_VERIFICATION_CODE',
      })
      expect(codeRow()).toMatchObject({ attempts: i })
    }
    await expect(checkCode(ctx, use, code)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 60,
      message: 'Trop de codes incorrects. Demandez un nouveau code.',
    })
    expect(codeRow()).toMatchObject({ attempts: 5 })
    // A dead code that is also expired is gone, not one too many.
    await expect(checkCode(domain.after(CODE_TTL_MS), use, code)).rejects.toMatchObject({ code: 'GONE' })
  })

  it('is tried five times an hour, however often it is sent again', async () => {
    for (const minute of [0, 1]) {
      const at = domain.after(minute * RESEND_MS)
      const code = await issued(at)
      const tries = minute === 0 ? 3 : 2
      for (let i = 0; i < tries; i++)
        await expect(checkCode(at, use, otherCode(code))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    const third = domain.after(2 * RESEND_MS)
    const code = await issued(third)
    await expect(checkCode(third, use, code)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3480 })
    const next = domain.after(60 * RESEND_MS)
    await expect(checkCode(next, use, await issued(next))).resolves.toHaveLength(4)
  })

  it('takes a right try back, and leaves the wrong ones counted', async () => {
    const code = await issued()
    await expect(checkCode(ctx, use, otherCode(code))).rejects.toThrow()
    await commit(ctx, await checkCode(ctx, use, code))
    expect(domain.rows('SELECT key, count FROM attempts ORDER BY key')).toEqual([
      { key: 'code:WITHDRAWAL:u1:anybody at here', count: 1 },
      { key: 'codes a day:u1:anybody', count: 1 },
      { key: 'codes of all names:u1:anybody', count: 1 },
    ])
  })

  it('thirty wrong codes of an account are all of a day, over all its ways', async () => {
    const purposes = ['LOGIN', 'EMAIL', 'RECOVERY'] as const
    const account = 'aline@example.com'
    let compared = 0
    for (let hour = 0; hour < 4; hour++) {
      const at = domain.after(hour * 60 * MINUTE_MS)
      for (const purpose of purposes) {
        const what = { purpose, person: account, target: account }
        const code = await issued(at, what)
        for (let i = 0; i < 5; i++)
          await checkCode(at, { ...what, account }, otherCode(code)).catch(({ reason }) => {
            if (reason === 'INVALID_VERIFICATION_CODE') compared++
          })
      }
    }
    expect(compared).toBe(30)
    const next = domain.after(24 * 60 * MINUTE_MS)
    const what = { purpose: 'LOGIN', person: account, target: account } as const
    await expect(checkCode(next, what, await issued(next, what))).resolves.toHaveLength(4)
  })

  it('an expired, unknown or elsewhere bound code is refused', async () => {
    const code = await issued()
    await expect(checkCode(domain.after(CODE_TTL_MS), use, code)).rejects.toMatchObject({ code: 'GONE' })
    await expect(checkCode(domain.after(CODE_TTL_MS - 1), use, code)).resolves.toHaveLength(4)
    await expect(checkCode(ctx, { ...use, person: 'u2' }, code)).rejects.toMatchObject({ code: 'GONE' })
    await expect(checkCode(ctx, { ...use, purpose: 'PHONE' }, code)).rejects.toMatchObject({ code: 'GONE' })
    await expect(checkCode(ctx, { ...use, target: '1001 USD 243810000001' }, code)).rejects.toMatchObject({
      reason: 'INVALID_VERIFICATION_CODE',
    })
  })

  it('remembers its target for those who do not know it', async () => {
    const code = await issued()
    const { purpose, person } = use
    const { target, used } = await checkCodeOf(ctx, { purpose, person }, code)
    expect(target).toBe(use.target)
    expect(used).toHaveLength(4)
  })
})

describe('tries that have no code', () => {
  const guess = { key: 'password:u1', max: 3, windowMs: 10_500 }

  it('are counted before anything is compared, until the window is over', async () => {
    for (let i = 0; i < 3; i++) await countAttempt(domain.after(i), guess)
    const failure = countAttempt(domain.after(100), guess)
    await expect(failure).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 11 })
    await expect(countAttempt(domain.after(10_499), guess)).rejects.toMatchObject({ retryAfter: 1 })
    expect(domain.row('SELECT * FROM attempts')).toEqual({
      key: 'password:u1',
      count: 5,
      window_ends_at: NOW + 10_500,
    })
    await countAttempt(domain.after(10_500), guess)
    expect(domain.row('SELECT * FROM attempts')).toMatchObject({ count: 1, window_ends_at: NOW + 21_000 })
  })

  it('never tells to wait for less than a second', async () => {
    const instant = { key: 'k', max: 0, windowMs: 0 }
    await expect(countAttempt(ctx, instant)).rejects.toMatchObject({ retryAfter: 1 })
    await expect(countAttempt(ctx, { ...instant, key: 'l', windowMs: 2001 })).rejects.toMatchObject({ retryAfter: 3 })
  })

  it('are forgotten after the right answer', async () => {
    await countAttempt(ctx, guess)
    await countAttempt(ctx, { ...guess, key: 'password:u2' })
    await commit(ctx, [forgetAttempts(ctx, guess.key)])
    expect(domain.rows('SELECT key FROM attempts')).toEqual([{ key: 'password:u2' }])
  })

  it('a quota stops the whole commit', async () => {
    const quota = { key: 'sms:1', max: 2, windowMs: 1000 }
    await commit(ctx, withinQuota(ctx, quota))
    await commit(ctx, withinQuota(ctx, quota))
    await commit(ctx, withinQuota(ctx, { ...quota, key: 'sms:2' }))
    await expect(commit(ctx, withinQuota(ctx, quota))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Trop de codes ont été envoyés. Réessayez dans une heure.',
    })
    expect(domain.row("SELECT count FROM attempts WHERE key = 'sms:1'")).toEqual({ count: 2 })
    const later = domain.after(1000)
    await commit(later, withinQuota(later, quota))
  })

  it('a sending is made once a minute, and each key has its own minute', async () => {
    await commit(ctx, onceAMinute(ctx, 'resend:a'))
    await commit(ctx, onceAMinute(ctx, 'resend:b'))
    const early = domain.after(59_999)
    await expect(commit(early, onceAMinute(early, 'resend:a'))).rejects.toMatchObject(tooSoon)
    const later = domain.after(60_000)
    await commit(later, onceAMinute(later, 'resend:a'))
  })
})
