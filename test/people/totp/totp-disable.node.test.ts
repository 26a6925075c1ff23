import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readTokenText } from '#domain/core/codes/token.ts'
import { DisableTotp, disableTotp } from '#domain/people/totp/disable.ts'
import { loginTotp } from '#domain/people/totp/login.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import { gone, issuedToken, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { PASSWORD, setPasswords } from '#testing/domain/passwords.ts'
import { DEVICE } from '#testing/domain/sessions.ts'
import { codeOf, peopleWithTotp, STEP } from '#testing/domain/totp.ts'

const domain = openDomain(addProvenPeople)
const { as, codesOf, enable, expectTold, kept, mails, pendingTokenOf, tries } = peopleWithTotp(domain)
beforeEach(() => setPasswords(domain))

const notEnabled = (message: string) => ({ code: 'CONFLICT', reason: undefined, message })
const noPassword = { code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' }

describe('turning the authenticator off', () => {
  it.each(['code', 'backup code', 'password'])('is approved by the %s', async (how) => {
    const { secret, backupCodes } = await enable('buyer')
    const proof =
      how === 'password' ? { password: PASSWORD } : { code: how === 'code' ? codeOf(secret) : backupCodes[3] }
    expect(await disableTotp(as('buyer'), proof)).toEqual({ enabled: false })
    expect([kept('buyer'), codesOf('buyer'), tries()]).toEqual([undefined, [], {}])
  })

  it('leaves those of others', async () => {
    const { secret } = await enable('buyer')
    await enable('seller')
    const theirs = kept('seller')
    await disableTotp(as('buyer'), { code: codeOf(secret) })
    expect(kept('seller')).toEqual(theirs)
    expect(codesOf('seller')).toHaveLength(10)
  })

  it('is told by mail to both addresses of the owner, at once', async () => {
    const { secret } = await enable('buyer')
    domain.run("UPDATE users SET secondary_email = id || '@second.test'")
    domain.run('DELETE FROM outbox')
    domain.laters.length = 0
    await disableTotp(as('buyer'), { code: codeOf(secret) })
    await expectTold('totp.disabled', 'La double authentification est désactivée')
  })

  it('ends the sign-ins that wait for its code, and nothing else', async () => {
    const { secret } = await enable('buyer')
    await enable('seller')
    const [mine, theirs] = [await pendingTokenOf('buyer'), await pendingTokenOf('seller')]
    const reset = await issuedToken(as('buyer'), { purpose: 'PASSWORD_RESET', userId: 'buyer', ttlMs: 300_000 })
    await disableTotp(as('buyer', 7), { code: codeOf(secret) })
    const endOf = (id: string) => domain.row('SELECT consumed_at FROM one_time_tokens WHERE id = ?', id)?.consumed_at
    const ends = [endOf(readTokenText(mine).id), endOf(readTokenText(theirs).id), endOf(reset.id)]
    expect(ends).toEqual([NOW + 7, null, null])
    const asked = loginTotp(as('buyer', 8), { pendingToken: mine, code: codeOf(secret, STEP) }, DEVICE)
    await expect(asked).rejects.toMatchObject(gone)
  })

  it('is refused to whoever has neither a good code nor the password', async () => {
    await enable('buyer')
    const theirs = await enable('seller')
    const before = [kept('buyer'), codesOf('buyer')]
    const mailsBefore = domain.rows('SELECT id FROM outbox')
    domain.laters.length = 0
    for (const code of ['000000', 'aaaaa-aaaaa', codeOf(theirs.secret), theirs.backupCodes[0]]) {
      await expect(disableTotp(as('buyer'), { code }), code).rejects.toMatchObject(wrong)
    }
    for (const password of ['Test-2026-marchE', ' ']) {
      await expect(disableTotp(as('buyer'), { password }), password).rejects.toMatchObject(noPassword)
    }
    await expect(disableTotp(domain.ctx, { password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect([kept('buyer'), codesOf('buyer')]).toEqual(before)
    expect([domain.rows('SELECT id FROM outbox'), domain.laters]).toEqual([mailsBefore, []])
    expect(tries()).toEqual({ 'totp:buyer:SIGNED_IN:own': 4, 'password:buyer': 2, 'password:buyer:day': 2 })
  })

  it('is refused by a password to an account that has none', async () => {
    await enable('buyer')
    domain.run("UPDATE users SET password_hash = NULL WHERE id = 'buyer'")
    await expect(disableTotp(as('buyer'), { password: PASSWORD })).rejects.toMatchObject(noPassword)
    expect(kept('buyer')).toBeDefined()
  })

  it('takes one of both at most, and counts nothing else as a try', async () => {
    const { secret } = await enable('buyer')
    const both = { code: codeOf(secret), password: PASSWORD }
    await expect(disableTotp(as('buyer'), both)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'code', message: 'Donnez votre mot de passe, ou un code.' }],
    })
    expect(kept('buyer')).toBeDefined()
    expect(tries()).toEqual({})
  })

  it('takes nothing from a session that proved its owner, and nothing less than a code from another', async () => {
    await enable('buyer')
    const late = as('buyer', 600_001)
    const unproved = { code: 'FORBIDDEN', reason: 'REAUTH_REQUIRED' }
    await expect(disableTotp(late, {})).rejects.toMatchObject(unproved)
    await expect(disableTotp(late, { password: PASSWORD })).rejects.toMatchObject(unproved)
    expect(kept('buyer')).toBeDefined()
    await disableTotp(as('buyer', 600_000), {})
    expect(kept('buyer')).toBeUndefined()
  })

  it('is refused where none is enabled, a setup without its first code included', async () => {
    const off = notEnabled("La double authentification n'est pas activée.")
    await expect(disableTotp(as('buyer'), { password: PASSWORD })).rejects.toMatchObject(off)
    const { secret } = await setUpTotp(as('buyer'))
    await expect(disableTotp(as('buyer'), { password: PASSWORD })).rejects.toMatchObject(off)
    const mine = notEnabled("La double authentification n'est pas activée sur votre compte.")
    await expect(disableTotp(as('buyer'), { code: codeOf(secret) })).rejects.toMatchObject(mine)
    expect(kept('buyer')).toBeDefined()
    expect(mails('totp.disabled')).toEqual([])
  })

  it('happens once of two at once, and is told once', async () => {
    const { secret, backupCodes } = await enable('buyer')
    const proofs = [{ code: codeOf(secret) }, { code: backupCodes[0] }, { password: PASSWORD }]
    const outcomes = await Promise.allSettled(proofs.map((proof) => disableTotp(as('buyer'), proof)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(mails('totp.disabled')).toHaveLength(1)
  })
})

describe('what comes in', () => {
  it('is a code of either kind or the password, and the document says that it is one of both at most', () => {
    expect(DisableTotp.parse({ code: ' k3vqa-7mzd2 ' })).toEqual({ code: 'k3vqa7mzd2' })
    expect(DisableTotp.parse({ password: ' x ' })).toEqual({ password: ' x ' })
    for (const bad of [{ code: '' }, { code: 'x'.repeat(41) }, { password: '' }, { code: '123456', force: true }]) {
      expect(DisableTotp.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
    }
    expect(z.toJSONSchema(DisableTotp)['x-at-most-one-of']).toEqual(['password', 'code'])
  })
})
