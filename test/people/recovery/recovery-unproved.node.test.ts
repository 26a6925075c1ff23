import { describe, expect, it } from 'vitest'
import { verifyRecovery } from '#domain/people/recovery/verify.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { gone, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addRecoverable, CLOSED, recovering } from '#testing/domain/recoveries.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'

const domain = openDomain(addRecoverable)
const { ctx } = domain
const { change, start, recovery, mails, codeOf, sentCode, backupCodes, usedAt } = recovering(domain)

const isOver = { code: 'GONE', message: "Ce code, ce lien ou cette offre n'est plus valable." }
const tooMany = { code: 'TOO_MANY_REQUESTS' }
const tokens = () => domain.rows('SELECT * FROM one_time_tokens')
const notices = () => mails().filter(({ kind }) => kind === 'recovery.proven')

describe('a recovery is not proved', () => {
  const nothing = async (recoveryId: string) => {
    expect(recovery(recoveryId)).toMatchObject({ proven_at: null, expires_at: NOW + HOUR_MS })
    expect([tokens(), notices()]).toEqual([[], []])
  }

  it('by nothing', async () => {
    const recoveryId = await start()
    const message = 'Donnez le code reçu, ou un code de secours.'
    await expect(verifyRecovery(ctx, { recoveryId })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'code', message }],
    })
    await nothing(recoveryId)
  })

  it('by a wrong code, beside a right backup code or alone', async () => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start()
    const code = otherCode(await sentCode(recoveryId))
    await expect(verifyRecovery(ctx, { recoveryId, code })).rejects.toMatchObject(wrong)
    await expect(verifyRecovery(ctx, { recoveryId, code, backupCode })).rejects.toMatchObject(wrong)
    expect(await usedAt(backupCode)).toBeNull()
    await nothing(recoveryId)
  })

  it('by a wrong backup code, beside a right code or alone', async () => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    await expect(verifyRecovery(ctx, { recoveryId, backupCode: 'aaaaa-aaaaa' })).rejects.toMatchObject(wrong)
    await expect(verifyRecovery(ctx, { recoveryId, code, backupCode: 'aaaaa-aaaaa' })).rejects.toMatchObject(wrong)
    expect(codeOf(recoveryId)).toMatchObject({ consumed_at: null })
    await nothing(recoveryId)
  })

  it('by a backup code of somebody else', async () => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start(ctx, 'seller@soko.test')
    await expect(verifyRecovery(ctx, { recoveryId, backupCode })).rejects.toMatchObject(wrong)
  })

  it('by a sixth guess of a code', async () => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    for (let i = 0; i < 5; i++) {
      await expect(verifyRecovery(ctx, { recoveryId, code: otherCode(code) })).rejects.toMatchObject(wrong)
    }
    await expect(verifyRecovery(ctx, { recoveryId, code })).rejects.toMatchObject(tooMany)
    await nothing(recoveryId)
  })

  it('by a sixth guess of a backup code; another recovery has five of its own', async () => {
    const [backupCode] = await backupCodes()
    const [recoveryId, another] = [await start(), await start()]
    for (let i = 0; i < 5; i++) {
      const guess = verifyRecovery(ctx, { recoveryId, backupCode: `guess-${i}` })
      await expect(guess).rejects.toMatchObject(wrong)
    }
    const sixth = verifyRecovery(domain.after(HOUR_MS - 1), { recoveryId, backupCode })
    await expect(sixth).rejects.toMatchObject({ ...tooMany, retryAfter: 1 })
    await nothing(recoveryId)
    await verifyRecovery(ctx, { recoveryId: another, backupCode })
  })

  it('by a backup code that was guessed too often, and still is by its code', async () => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    for (let i = 0; i < 6; i++) {
      await expect(verifyRecovery(ctx, { recoveryId, backupCode: `guess-${i}` })).rejects.toThrow()
    }
    await verifyRecovery(ctx, { recoveryId, code })
    expect(recovery(recoveryId)).toMatchObject({ proven_at: NOW })
  })

  it('when its hour is over, though the code is good', async () => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start()
    const code = await sentCode(recoveryId, domain.after(HOUR_MS - 1))
    await expect(verifyRecovery(domain.after(HOUR_MS), { recoveryId, code })).rejects.toMatchObject(gone)
    await expect(verifyRecovery(domain.after(HOUR_MS), { recoveryId, backupCode })).rejects.toMatchObject(gone)
    await nothing(recoveryId)
    await verifyRecovery(domain.after(HOUR_MS - 1), { recoveryId, code })
  })

  it.each([
    ...Object.entries(CLOSED).map(([what, columns]) => [`the account is ${what}`, columns] as const),
    ['the second address is another', `secondary_email = 'other@soko.test'`] as const,
    ['the second address was taken away', 'secondary_email = NULL'] as const,
  ])('by a code that was sent before %s', async (_, columns) => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    change(columns)
    await expect(verifyRecovery(ctx, { recoveryId, code })).rejects.toMatchObject(isOver)
    await nothing(recoveryId)
  })

  it.each([`phone = '243810000009'`, 'phone_verified_at = NULL'])('by an SMS sent before %s', async (columns) => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId, ctx, 'PHONE')
    change(columns)
    await expect(verifyRecovery(ctx, { recoveryId, code })).rejects.toMatchObject(isOver)
  })

  it.each(Object.entries(CLOSED))('by a backup code of an account that is %s since', async (_, columns) => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start()
    change(columns)
    await expect(verifyRecovery(ctx, { recoveryId, backupCode })).rejects.toMatchObject(wrong)
    expect(await usedAt(backupCode)).toBeNull()
  })

  it('once it was stopped', async () => {
    const [backupCode] = await backupCodes()
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    domain.run('UPDATE recoveries SET cancelled_at = 1')
    await expect(verifyRecovery(ctx, { recoveryId, code })).rejects.toMatchObject(isOver)
    await expect(verifyRecovery(ctx, { recoveryId, backupCode })).rejects.toMatchObject(wrong)
    await nothing(recoveryId)
  })

  it.each(['cancelled_at', 'proven_at'])('when its %s was set by another request meanwhile', async (column) => {
    const recoveryId = await start()
    const code = await sentCode(recoveryId)
    const at = domain.meanwhile(`UPDATE recoveries SET ${column} = 5`)
    await expect(verifyRecovery(at, { recoveryId, code })).rejects.toMatchObject(gone)
    expect(recovery(recoveryId)).toMatchObject({ [column]: 5, expires_at: NOW + HOUR_MS })
    expect(codeOf(recoveryId)).toMatchObject({ consumed_at: null })
    expect([tokens(), notices()]).toEqual([[], []])
  })
})

describe('a recovery of nobody', () => {
  it('refuses as that of an account does', async () => {
    const recoveryId = await start(ctx, 'nobody@soko.test')
    await expect(verifyRecovery(ctx, { recoveryId, code: '000000' })).rejects.toMatchObject({ code: 'GONE' })
    await sentCode(recoveryId)
    for (let i = 0; i < 5; i++) {
      await expect(verifyRecovery(ctx, { recoveryId, code: '000000' })).rejects.toMatchObject(wrong)
      await expect(verifyRecovery(ctx, { recoveryId, backupCode: 'aaaaa-aaaaa' })).rejects.toMatchObject(wrong)
    }
    await expect(verifyRecovery(ctx, { recoveryId, code: '000000' })).rejects.toMatchObject(tooMany)
    await expect(verifyRecovery(ctx, { recoveryId, backupCode: 'aaaaa-aaaaa' })).rejects.toMatchObject(tooMany)
  })
})
