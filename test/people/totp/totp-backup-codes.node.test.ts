import { describe, expect, it } from 'vitest'
import { hashBackupCode } from '#domain/people/totp/backup-codes.ts'
import { checkTotpProof, totpOrBackupCode } from '#domain/people/totp/prove.ts'
import {
  BackupCodesView,
  RegenerateBackupCodes,
  regenerateBackupCodes,
} from '#domain/people/totp/regenerate-backup-codes.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import { wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { codeOf, peopleWithTotp, STEP, TRIES_MS } from '#testing/domain/totp.ts'

const domain = openDomain(addProvenPeople)
const { as, codesOf, enable, enter, expectTold, kept, mails, spend, tries } = peopleWithTotp(domain)

const left = (id: string) => codesOf(id).filter(({ used_at }) => used_at === null)
const addCode = (id: string, hash: string) =>
  domain.add('backup_codes', { user_id: id, code_hash: hash, created_at: NOW })

describe('backup codes', () => {
  it('are ten of 50 bits, in two halves that can be read out', async () => {
    const { backupCodes } = await enable('buyer')
    expect(new Set(backupCodes).size).toBe(10)
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect(codesOf('buyer')).toEqual(
      Array.from({ length: 10 }, () => ({
        code_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        used_at: null,
        created_at: NOW,
      })),
    )
  })

  it('are taken however they are typed', async () => {
    const { backupCodes } = await enable('buyer')
    const ways: ((code: string) => string)[] = [
      (code) => code,
      (code) => code.toUpperCase(),
      (code) => code.replace('-', ''),
      (code) => code.replace('-', ' '),
      (code) => ` ${[...code].join(' - ')}\t`,
    ]
    for (const [i, typed] of ways.entries()) await spend(as('buyer', i), typed(backupCodes[i] ?? ''))
    expect(left('buyer')).toHaveLength(5)
  })

  it('are not taken with a letter more, less or other', async () => {
    const { backupCodes } = await enable('buyer')
    const [code = ''] = backupCodes
    const other = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`
    for (const typed of [`${code}a`, code.slice(0, -1), other, code.replace('-', '_')]) {
      await expect(spend(as('buyer'), typed), typed).rejects.toMatchObject(wrong)
    }
    expect(left('buyer')).toHaveLength(10)
    await spend(as('buyer'), code)
  })

  it('that were written down with the first version of the service stay good', async () => {
    await enable('buyer')
    const hash = '8db5155bffb1f6a963b3d62e78232c31cd26efd665d2e1a6e2fab7179a658ffe'
    addCode('buyer', hash)
    await spend(as('buyer'), 'k3vqa-7mzd2')
    expect(codesOf('buyer').filter(({ used_at }) => used_at !== null)).toMatchObject([{ code_hash: hash }])
  })

  it('of digits are told from the six of an app', async () => {
    await enable('buyer')
    for (const code of ['234567abcd', 'abcd234567', '2345672345', 'abcdef', '7']) {
      addCode('buyer', await hashBackupCode(as('buyer'), 'buyer', code))
      await spend(as('buyer'), code)
    }
    expect(left('buyer')).toHaveLength(10)
    addCode('buyer', await hashBackupCode(as('buyer'), 'buyer', '234567'))
    await expect(spend(as('buyer'), '234567')).rejects.toMatchObject(wrong)
  })

  it('are used up by what they approve alone', async () => {
    const { backupCodes } = await enable('buyer')
    await checkTotpProof(as('buyer'), backupCodes[0] ?? '')
    expect(left('buyer')).toHaveLength(10)
    await spend(as('buyer', 3), backupCodes[0] ?? '')
    expect(codesOf('buyer').filter(({ used_at }) => used_at === NOW + 3)).toHaveLength(1)
    await expect(spend(as('buyer', 4), backupCodes[0] ?? '')).rejects.toMatchObject(wrong)
    expect(left('buyer')).toHaveLength(9)
  })
})

describe('new backup codes', () => {
  it('take the place of the old ones, the used one included', async () => {
    const { secret, backupCodes: old } = await enable('buyer')
    await spend(as('buyer'), old[9] ?? '')
    const answer = await regenerateBackupCodes(as('buyer', 5), { code: codeOf(secret) })
    expect(BackupCodesView.parse(answer)).toEqual(answer)
    expect(new Set([...answer.backupCodes, ...old]).size).toBe(20)
    expect(codesOf('buyer').map(({ used_at, created_at }) => [used_at, created_at])).toEqual(
      Array.from({ length: 10 }, () => [null, NOW + 5]),
    )
    await expect(enter(as('buyer'), 'buyer', { backupCode: old[0] ?? '' })).rejects.toMatchObject(wrong)
    for (const backupCode of answer.backupCodes) await enter(as('buyer'), 'buyer', { backupCode })
  })

  it('use up the code that approves them', async () => {
    const { secret } = await enable('buyer')
    await regenerateBackupCodes(as('buyer'), { code: codeOf(secret) })
    expect(kept('buyer')).toMatchObject({ last_step: NOW / STEP })
    const again = regenerateBackupCodes(as('buyer'), { code: codeOf(secret) })
    await expect(again).rejects.toMatchObject(wrong)
  })

  it('are approved by one of the old ones too, once', async () => {
    const { backupCodes } = await enable('buyer')
    const [code = ''] = backupCodes
    const { backupCodes: fresh } = await regenerateBackupCodes(as('buyer'), { code })
    expect(left('buyer')).toHaveLength(10)
    await expect(regenerateBackupCodes(as('buyer'), { code })).rejects.toMatchObject(wrong)
    await spend(as('buyer'), fresh[0] ?? '')
  })

  it('leave those of others', async () => {
    const { secret } = await enable('buyer')
    await enable('seller')
    const theirs = codesOf('seller')
    await regenerateBackupCodes(as('buyer'), { code: codeOf(secret) })
    expect(codesOf('seller')).toEqual(theirs)
  })

  it('are told by mail to both addresses of the owner, at once', async () => {
    const { secret } = await enable('buyer')
    domain.run("UPDATE users SET secondary_email = id || '@second.test'")
    domain.run('DELETE FROM outbox')
    domain.laters.length = 0
    await regenerateBackupCodes(as('buyer'), { code: codeOf(secret) })
    await expectTold('totp.backup-codes-renewed', 'Vos codes de secours ont été remplacés')
  })

  it('are not made for a wrong code, nor without an authenticator, and nobody is written to', async () => {
    await enable('buyer')
    const before = codesOf('buyer')
    await setUpTotp(as('seller'))
    const off = { code: 'CONFLICT', message: "La double authentification n'est pas activée sur votre compte." }
    await expect(regenerateBackupCodes(as('buyer'), { code: '000000' })).rejects.toMatchObject(wrong)
    await expect(regenerateBackupCodes(as('buyer'), { code: 'aaaaa-aaaaa' })).rejects.toMatchObject(wrong)
    await expect(regenerateBackupCodes(as('seller'), { code: '000000' })).rejects.toMatchObject(off)
    await expect(regenerateBackupCodes(as('rider'), { code: '000000' })).rejects.toMatchObject(off)
    await expect(regenerateBackupCodes(domain.ctx, { code: '000000' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(codesOf('buyer')).toEqual(before)
    expect(mails('totp.backup-codes-renewed')).toEqual([])
  })

  it('are guessed ten times in a quarter of an hour', async () => {
    const { secret } = await enable('buyer')
    for (let i = 0; i < 10; i++)
      await expect(regenerateBackupCodes(as('buyer'), { code: '000000' })).rejects.toMatchObject(wrong)
    const late = { code: codeOf(secret, TRIES_MS) }
    const full = { code: 'TOO_MANY_REQUESTS', retryAfter: 1 }
    await expect(regenerateBackupCodes(as('buyer', TRIES_MS - 1), late)).rejects.toMatchObject(full)
    expect(tries()).toEqual({ 'totp:buyer:SIGNED_IN:own': 11 })
    await regenerateBackupCodes(as('buyer', TRIES_MS), late)
    expect(tries()).toEqual({})
  })
})

describe('a code of either kind', () => {
  it('has 1 to 40 characters, without the spaces around it', () => {
    expect(totpOrBackupCode.parse(' 123456\n')).toBe('123456')
    expect(RegenerateBackupCodes.parse({ code: ` ${'x'.repeat(40)} ` })).toEqual({ code: 'x'.repeat(40) })
    for (const bad of [{ code: '' }, { code: ' ' }, { code: 'x'.repeat(41) }, { code: '123456', count: 20 }]) {
      expect(RegenerateBackupCodes.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
    }
  })
})
