import { describe, expect, it } from 'vitest'
import { loginTotp } from '#domain/people/totp/login.ts'
import { wrong } from '#testing/domain/codes.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { DEVICE } from '#testing/domain/sessions.ts'
import { codeOf, peopleWithTotp } from '#testing/domain/totp.ts'

const domain = openDomain(addProvenPeople)
const { as, enable, enter, spend, pendingTokenOf } = peopleWithTotp(domain)

describe('10,000 replays', () => {
  const TIMES = 10_000
  /** The tries are forgotten between them, so that each one is compared. */
  const forget = () => domain.run('DELETE FROM attempts')

  async function replay(again: () => Promise<unknown>) {
    const seen: Record<string, number> = {}
    for (let i = 0; i < TIMES; i++) {
      forget()
      const outcome = await again().then(
        () => 'accepted',
        ({ code, reason }) => reason ?? code,
      )
      seen[outcome] = (seen[outcome] ?? 0) + 1
    }
    return seen
  }

  it('of a step approve nothing', async () => {
    const { secret } = await enable('buyer')
    const me = as('buyer')
    await enter(me, 'buyer', { code: codeOf(secret) })
    const seen = await replay(() => spend(me, codeOf(secret)))
    expect(seen).toEqual({ INVALID_VERIFICATION_CODE: TIMES })
    await expect(enter(me, 'buyer', { code: codeOf(secret) })).rejects.toMatchObject(wrong)
    expect(domain.rows('SELECT * FROM sessions')).toHaveLength(1)
  })

  it('of a backup code approve nothing', async () => {
    const { backupCodes } = await enable('buyer')
    const me = as('buyer')
    const [backupCode = ''] = backupCodes
    await enter(me, 'buyer', { backupCode })
    const seen = await replay(() => spend(me, backupCode))
    expect(seen).toEqual({ INVALID_VERIFICATION_CODE: TIMES })
    await expect(enter(me, 'buyer', { backupCode })).rejects.toMatchObject(wrong)
    expect(domain.rows('SELECT * FROM sessions')).toHaveLength(1)
  })

  it('of a pending token open nothing', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const me = as('buyer')
    const pendingToken = await pendingTokenOf('buyer')
    await loginTotp(me, { pendingToken, code: codeOf(secret) }, DEVICE)
    const seen = await replay(() => loginTotp(me, { pendingToken, backupCode: backupCodes[0] ?? '' }, DEVICE))
    expect(seen).toEqual({ GONE: TIMES })
    expect(domain.rows('SELECT * FROM sessions')).toHaveLength(1)
    expect(domain.rows('SELECT * FROM backup_codes WHERE used_at IS NOT NULL')).toEqual([])
  })
})
