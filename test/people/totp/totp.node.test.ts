import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { totp } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { acceptCode } from '#domain/people/totp/accept-code.ts'
import { stepOfCode } from '#domain/people/totp/authenticator.ts'
import { loginTotp } from '#domain/people/totp/login.ts'
import { checkTotpProof } from '#domain/people/totp/prove.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import { wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { DEVICE } from '#testing/domain/sessions.ts'
import { codeOf, KEY_1, KEY_2, peopleWithTotp, STEP } from '#testing/domain/totp.ts'

const domain = openDomain(addProvenPeople)
const { as, enable, enter, pendingTokenOf, spend, kept } = peopleWithTotp(domain)

describe('the algorithm', () => {
  it('is that of RFC 6238, appendix B', () => {
    const seed = Secret.fromLatin1('12345678901234567890').base32
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const) {
      const step = Math.floor(seconds / 30)
      for (const [off, expected] of [
        [-2, null],
        [-1, step],
        [0, step],
        [1, step],
        [2, null],
      ] as const) {
        expect(stepOfCode(seed, code, (seconds + off * 30) * 1000), `${seconds} and ${off} steps`).toBe(expected)
      }
    }
    for (const code of ['', '28708', '2870820', 'abcdef']) expect(stepOfCode(seed, code, 59_000)).toBeNull()
  })
})

describe('a step', () => {
  it('is accepted once by the commit, though both read that it was free', async () => {
    const { secret } = await enable('buyer')
    const me = as('buyer')
    const [one, two] = [await checkTotpProof(me, codeOf(secret)), await checkTotpProof(me, codeOf(secret))]
    await commit(me, one)
    await expect(commit(me, two)).rejects.toMatchObject(wrong)
    expect(kept('buyer')?.last_step).toBe(NOW / STEP)
  })

  it('before one that was accepted meanwhile is refused by the commit', async () => {
    const { secret } = await enable('buyer')
    const me = as('buyer')
    const [now, next] = [await checkTotpProof(me, codeOf(secret)), await checkTotpProof(me, codeOf(secret, STEP))]
    await commit(me, next)
    await expect(commit(me, now)).rejects.toMatchObject(wrong)
    expect(kept('buyer')?.last_step).toBe(NOW / STEP + 1)
  })

  it('of an authenticator that was replaced or turned off meanwhile is refused by the commit', async () => {
    const { secret } = await enable('buyer')
    const me = as('buyer')
    const proved = await checkTotpProof(me, codeOf(secret))
    domain.run("UPDATE totp SET sealed_seed = 'another' WHERE user_id = 'buyer'")
    await expect(commit(me, proved)).rejects.toMatchObject(wrong)
    domain.run("DELETE FROM totp WHERE user_id = 'buyer'")
    await expect(commit(me, proved)).rejects.toMatchObject(wrong)
  })

  it('confirms only the setup that was read', async () => {
    const me = as('buyer')
    const { secret } = await setUpTotp(me)
    const [row] = await me.db.select().from(totp)
    if (!row) throw new Error('no setup')
    const accepted = await acceptCode(me, row, codeOf(secret), { confirmedAt: NOW })
    await setUpTotp(me)
    await expect(commit(me, accepted)).rejects.toMatchObject(wrong)
    expect(domain.row('SELECT confirmed_at FROM totp')).toEqual({ confirmed_at: null })
  })

  it('confirms a setup once, though both read that it was open', async () => {
    const me = as('buyer')
    const { secret } = await setUpTotp(me)
    const [row] = await me.db.select().from(totp)
    if (!row) throw new Error('no setup')
    const both = [codeOf(secret), codeOf(secret, STEP)].map((code) => acceptCode(me, row, code, { confirmedAt: NOW }))
    const [one, two] = await Promise.all(both)
    await commit(me, one ?? [])
    await expect(commit(me, two ?? [])).rejects.toMatchObject(wrong)
  })
})

describe('a backup code', () => {
  it('is kept for its account alone: its row, put into another, opens nothing', async () => {
    const mine = await enable('buyer')
    const theirs = await enable('seller')
    const [backupCode = ''] = mine.backupCodes
    domain.run("UPDATE backup_codes SET user_id = 'seller' WHERE user_id = 'buyer'")
    await expect(enter(as('seller'), 'seller', { backupCode })).rejects.toMatchObject(wrong)
    await enter(as('seller'), 'seller', { backupCode: theirs.backupCodes[0] ?? '' })
  })
})

describe('a pending token', () => {
  it('takes no code of a setup that nobody confirmed', async () => {
    const pendingToken = await pendingTokenOf('buyer')
    const { secret } = await setUpTotp(as('buyer'))
    const asked = loginTotp(as('buyer'), { pendingToken, code: codeOf(secret) }, DEVICE)
    await expect(asked).rejects.toMatchObject({ code: 'GONE' })
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
  })
})

describe('a seed', () => {
  it('does not stand in the database, in no form', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const { hex, bytes } = Secret.fromBase32(secret)
    const all = JSON.stringify([
      domain.rows('SELECT * FROM totp'),
      domain.rows('SELECT * FROM backup_codes'),
      domain.rows('SELECT * FROM outbox'),
    ]).toLowerCase()
    const base64 = btoa(String.fromCharCode(...bytes))
    for (const form of [secret, hex, base64, ...backupCodes, ...backupCodes.map((code) => code.replace('-', ''))]) {
      expect(all).not.toContain(form.toLowerCase())
    }
  })

  it('of another account, put in its place, does not open', async () => {
    const mine = await enable('buyer')
    await enable('seller')
    domain.run(
      `UPDATE totp SET (sealed_seed, key_version) = (SELECT t.sealed_seed, t.key_version FROM totp t WHERE t.user_id = 'buyer')
       WHERE user_id = 'seller'`,
    )
    await expect(enter(as('seller'), 'seller', { code: codeOf(mine.secret) })).rejects.toThrow()
    await expect(checkTotpProof(as('seller'), codeOf(mine.secret))).rejects.toThrow()
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
    // The account's own secret still opens.
    await spend(as('buyer'), codeOf(mine.secret))
  })

  it('that was altered does not open, and a backup code still does', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const { sealed_seed: sealed } = kept('buyer') ?? { sealed_seed: '' }
    domain.run("UPDATE totp SET sealed_seed = ? WHERE user_id = 'buyer'", `${sealed.slice(0, -2)}AA`)
    await expect(enter(as('buyer'), 'buyer', { code: codeOf(secret) })).rejects.toThrow()
    expect(domain.rows('SELECT * FROM sessions')).toEqual([])
    await enter(as('buyer'), 'buyer', { backupCode: backupCodes[0] ?? '' })
    expect(domain.rows('SELECT * FROM sessions')).toHaveLength(1)
  })

  it('is sealed anew with the newest key when it is used under an older one, and only then', async () => {
    const { secret } = await enable('buyer')
    const before = kept('buyer')
    const both = [KEY_2, KEY_1]
    await expect(spend(as('buyer', 0, both), '000000')).rejects.toMatchObject(wrong)
    expect(kept('buyer')).toEqual(before)

    await enter(as('buyer', 0, both), 'buyer', { code: codeOf(secret) })
    const after = kept('buyer')
    expect(after).toMatchObject({ key_version: 2, last_step: NOW / STEP })
    expect(after?.sealed_seed).not.toBe(before?.sealed_seed)

    // The old key may go; what is under the newest one is left as it is.
    await spend(as('buyer', STEP, [KEY_2]), codeOf(secret, STEP))
    expect(kept('buyer')).toMatchObject({ key_version: 2, sealed_seed: after?.sealed_seed })
    await expect(spend(as('buyer', 2 * STEP, [KEY_1]), codeOf(secret, 2 * STEP))).rejects.toThrow('version 2')
  })

  it('is not sealed anew by a commit that is refused', async () => {
    const { secret } = await enable('buyer')
    const before = kept('buyer')
    const me = as('buyer', 0, [KEY_2, KEY_1])
    const proved = await checkTotpProof(me, codeOf(secret))
    const refused = me.db.run("INSERT INTO guard (code) VALUES ('CODE_USED')")
    await expect(commit(me, [...proved, refused])).rejects.toMatchObject(wrong)
    expect(kept('buyer')).toEqual(before)
  })
})

describe('tries', () => {
  it('are counted before anything is compared: of 1,000 at once ten are', async () => {
    const { secret } = await enable('buyer')
    const me = as('buyer')
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        checkTotpProof(me, i % 2 ? 'aaaaa-aaaaa' : '000000')
          .then((writes) => commit(me, writes))
          .catch(({ code }) => code),
      ),
    )
    expect(outcomes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10)
    expect(outcomes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(990)
    await expect(checkTotpProof(me, codeOf(secret))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 900,
    })
    const later = as('buyer', 900_000)
    await spend(later, codeOf(secret, 900_000))
    expect(domain.rows("SELECT * FROM attempts WHERE key LIKE 'totp:%'")).toEqual([])
  })

  it('of one account are nobody else’s', async () => {
    await enable('buyer')
    const { secret } = await enable('seller')
    for (let i = 0; i < 10; i++) await expect(checkTotpProof(as('buyer'), '000000')).rejects.toMatchObject(wrong)
    await spend(as('seller'), codeOf(secret))
  })

  it('of somebody without an authenticator are refused in words', async () => {
    await expect(checkTotpProof(as('buyer'), '000000')).rejects.toMatchObject({ code: 'CONFLICT' })
    await setUpTotp(as('buyer'))
    await expect(checkTotpProof(as('buyer'), 'aaaaa-aaaaa')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(checkTotpProof(domain.ctx, '000000')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
