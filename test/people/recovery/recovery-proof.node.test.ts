import { describe, expect, it } from 'vitest'
import { ProvenRecoveryView, VerifyRecovery, verifyRecovery } from '#domain/people/recovery/verify.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { gone, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { EMAIL, SECOND_EMAIL } from '#testing/domain/market.ts'
import { addRecoverable, PHONE, recovering } from '#testing/domain/recoveries.ts'
import { NamedSchemas } from '../../../scripts/openapi/schema.ts'

const domain = openDomain(addRecoverable)
const { ctx } = domain
const people = recovering(domain)
const { change, start, proven, recovery, mails, codeOf, sentCode } = people
const { backupCodes, usedAt } = people

const tokens = () => domain.rows('SELECT * FROM one_time_tokens ORDER BY rowid')
const notices = () => mails().filter(({ kind }) => kind === 'recovery.proven')

describe('a recovery that is proved', () => {
  it('by its code gives a token that opens a day later, and lives a week from then', async () => {
    const recoveryId = await start()
    const at = domain.after(MINUTE_MS)
    const answer = await verifyRecovery(at, { recoveryId, code: await sentCode(recoveryId) })
    expect(ProvenRecoveryView.parse(answer)).toEqual(answer)
    expect(answer.availableAt).toBe('2026-09-02T10:01:00.000Z')
    const until = NOW + MINUTE_MS + 8 * DAY_MS
    expect(recovery(recoveryId)).toMatchObject({ proven_at: at.now, expires_at: until, completed_at: null })
    expect(codeOf(recoveryId)).toMatchObject({ consumed_at: at.now })
    const [token] = tokens()
    expect(token).toMatchObject({ purpose: 'RECOVERY', user_id: 'buyer', expires_at: until, consumed_at: null })
    expect(JSON.parse(String(token?.facts))).toEqual({ recoveryId, availableAt: at.now + DAY_MS, email: EMAIL })
    expect(answer.recoveryToken).toMatch(new RegExp(`^${token?.id}\\..{20,}$`))
  })

  it('is told at once to both addresses and to the number, with the instant and how to stop it', async () => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    domain.run('DELETE FROM outbox')
    domain.laters.length = 0
    await verifyRecovery(ctx, { recoveryId, code })
    const told = mails()
    expect(told.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['EMAIL', EMAIL],
      ['SMS', PHONE],
      ['EMAIL', SECOND_EMAIL],
    ])
    for (const { kind, channel, body } of told) {
      expect(kind).toBe('recovery.proven')
      expect(body).toContain('2 septembre 2026 à 12:00 (UTC+2)')
      expect(body).toContain(channel === 'SMS' ? 'Annulez' : 'annulez la demande dans votre compte')
    }
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`, `email.send ${SECOND_EMAIL}`, `sms.send ${PHONE}`])
  })

  it('by a backup code waits as long, and uses it up', async () => {
    const [code, other] = await backupCodes()
    const recoveryId = await start()
    const { availableAt } = await verifyRecovery(ctx, { recoveryId, backupCode: ` ${code.toUpperCase()} ` })
    expect(availableAt).toBe('2026-09-02T10:00:00.000Z')
    expect([await usedAt(code), await usedAt(other)]).toEqual([NOW, null])
    expect(notices()).toHaveLength(3)
    await expect(verifyRecovery(ctx, { recoveryId: await start(), backupCode: code })).rejects.toMatchObject(wrong)
  })

  it('by both waits as long, and uses both up', async () => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    const { availableAt } = await verifyRecovery(ctx, { recoveryId, code, backupCode })
    expect(availableAt).toBe('2026-09-02T10:00:00.000Z')
    expect(await usedAt(backupCode)).toBe(NOW)
    expect(codeOf(recoveryId)).toMatchObject({ consumed_at: NOW })
  })

  it('is proved once: a second proof is refused and uses nothing up', async () => {
    const [backupCode] = await backupCodes()
    const { recoveryId } = await proven()
    await expect(verifyRecovery(ctx, { recoveryId, backupCode })).rejects.toMatchObject(gone)
    expect(await usedAt(backupCode)).toBeNull()
    expect([tokens().length, notices().length]).toEqual([1, 3])
  })

  it('ends the token of the one before, and no other person’s', async () => {
    await proven()
    change(`secondary_email = 'other@soko.test'`, 'seller')
    const theirs = await start(ctx, 'seller@soko.test')
    await verifyRecovery(ctx, { recoveryId: theirs, code: await sentCode(theirs) })
    await proven(domain.after(5))
    expect(tokens().map((token) => [token.user_id, token.consumed_at])).toEqual([
      ['buyer', NOW + 5],
      ['seller', null],
      ['buyer', null],
    ])
  })
})

it('a proof is a recovery with a code of six digits, a backup code, or both', () => {
  const recoveryId = 'r'.repeat(64)
  for (const proof of [{ code: '123456' }, { backupCode: 'x'.repeat(40) }, { code: '123456', backupCode: 'x' }]) {
    expect(VerifyRecovery.parse({ recoveryId, ...proof })).toEqual({ recoveryId, ...proof })
  }
  expect(VerifyRecovery.parse({ recoveryId, backupCode: ' x ' })).toEqual({ recoveryId, backupCode: 'x' })
  const code = '123456'
  for (const bad of [
    { code },
    { recoveryId: '', code },
    { recoveryId: `${recoveryId}r`, code },
    { recoveryId, code: '12345' },
  ]) {
    expect(VerifyRecovery.safeParse(bad).success).toBe(false)
  }
  for (const bad of [{ backupCode: '' }, { backupCode: ' ' }, { backupCode: 'x'.repeat(41) }, { userId: 'buyer' }]) {
    expect(VerifyRecovery.safeParse({ recoveryId, code, ...bad }).success).toBe(false)
  }
  const document = new NamedSchemas().of(VerifyRecovery, 'input')
  expect(document['x-some-of']).toEqual(['code', 'backupCode'])
})
