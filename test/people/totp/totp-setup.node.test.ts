import { Buffer } from 'node:buffer'
import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { ConfirmedTotpView, ConfirmTotp, confirmTotp } from '#domain/people/totp/confirm.ts'
import { setUpTotp, TotpSetupView } from '#domain/people/totp/setup.ts'
import { wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addProvenPeople } from '#testing/domain/market.ts'
import { codeOf, peopleWithTotp, STEP, TRIES_MS } from '#testing/domain/totp.ts'
import { scan } from './scan-qr.ts'

const domain = openDomain(addProvenPeople)
const { as, codesOf, enable, enter, expectTold, kept, mails, tries } = peopleWithTotp(domain)

const enabledAlready = {
  code: 'CONFLICT',
  reason: 'ALREADY_EXISTS',
  message: 'La double authentification est déjà activée.',
}
/** Later, in a session that was proved again. */
const proven = (ms: number) => as('buyer', ms, undefined, NOW + ms)
const rowOf = (id: string) => domain.row('SELECT * FROM totp WHERE user_id = ?', id)

describe('a setup', () => {
  it('gives a secret, the address that an app reads, and its picture', async () => {
    const answer = await setUpTotp(as('buyer'))
    expect(TotpSetupView.parse(answer)).toEqual(answer)
    const url = new URL(answer.otpauthUrl)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Soko:buyer@soko.test',
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Soko',
      secret: answer.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(scan(answer.qrCode)).toBe(answer.otpauthUrl)
  })

  it('has a secret of 160 bits, all of them as they were drawn', async () => {
    const drawn = Uint8Array.from({ length: 32 }, (_, i) => 255 - 3 * i)
    const me = as('buyer')
    const ids = { ...me.ids, secret: () => Buffer.from(drawn).toString('base64url') }
    const { secret } = await setUpTotp({ ...me, ids })
    expect([...Secret.fromBase32(secret).bytes]).toEqual([...drawn.subarray(0, 20)])
  })

  it('waits for its first code, and the next one replaces it', async () => {
    const first = await setUpTotp(as('buyer'))
    const before = rowOf('buyer')
    expect(before).toMatchObject({ key_version: 1, confirmed_at: null, last_step: 0, created_at: NOW })
    const second = await setUpTotp(as('buyer', 5))
    expect(second.secret).not.toBe(first.secret)
    expect(rowOf('buyer')).toMatchObject({ key_version: 1, confirmed_at: null, last_step: 0, created_at: NOW + 5 })
    expect(rowOf('buyer')?.sealed_seed).not.toBe(before?.sealed_seed)
    await expect(confirmTotp(as('buyer'), { code: codeOf(first.secret) })).rejects.toMatchObject(wrong)
    await confirmTotp(as('buyer'), { code: codeOf(second.secret) })
  })

  it('is nobody else’s', async () => {
    await enable('seller')
    const theirs = rowOf('seller')
    await setUpTotp(as('buyer'))
    expect(rowOf('seller')).toEqual(theirs)
  })

  it('is refused where one is enabled, and leaves that one as it is', async () => {
    await enable('buyer')
    const before = rowOf('buyer')
    await expect(setUpTotp(as('buyer', 5))).rejects.toMatchObject(enabledAlready)
    expect(rowOf('buyer')).toEqual(before)
  })

  it('asks for a proof of the last ten minutes', async () => {
    const stale = { code: 'FORBIDDEN', reason: 'REAUTH_REQUIRED' }
    await expect(setUpTotp(as('buyer', 600_001))).rejects.toMatchObject(stale)
    await expect(setUpTotp(domain.ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(domain.rows('SELECT * FROM totp')).toEqual([])
    await setUpTotp(as('buyer', 600_000))
  })
})

describe('the first code', () => {
  it('enables the authenticator and shows ten backup codes', async () => {
    const { secret } = await setUpTotp(as('buyer'))
    const answer = await confirmTotp(as('buyer', 7), { code: codeOf(secret) })
    expect(ConfirmedTotpView.parse(answer)).toEqual({ enabled: true, backupCodes: answer.backupCodes })
    expect(new Set(answer.backupCodes).size).toBe(10)
    expect(rowOf('buyer')).toMatchObject({ confirmed_at: NOW + 7, last_step: NOW / STEP })
    expect(codesOf('buyer')).toHaveLength(10)
  })

  it('is told by mail to both addresses of the owner, at once', async () => {
    domain.run("UPDATE users SET secondary_email = id || '@second.test'")
    const { secret } = await setUpTotp(as('buyer'))
    expect(domain.laters).toEqual([])
    await confirmTotp(as('buyer'), { code: codeOf(secret) })
    await expectTold('totp.enabled', 'La double authentification est activée')
  })

  it('is not taken a second time, nor is a later one', async () => {
    const { secret } = await enable('buyer')
    const before = [rowOf('buyer'), codesOf('buyer')]
    for (const ms of [-STEP, 0, STEP]) {
      await expect(confirmTotp(as('buyer'), { code: codeOf(secret, ms) })).rejects.toMatchObject(enabledAlready)
    }
    expect([rowOf('buyer'), codesOf('buyer')]).toEqual(before)
    expect(mails('totp.enabled')).toHaveLength(1)
    await enter(as('buyer'), 'buyer', { code: codeOf(secret) })
  })

  it('is refused without a setup of one’s own', async () => {
    const { secret } = await setUpTotp(as('seller'))
    await expect(confirmTotp(as('buyer'), { code: codeOf(secret) })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: undefined,
      message: "Commencez par préparer l'application d'authentification.",
    })
    await expect(confirmTotp(domain.ctx, { code: codeOf(secret) })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(domain.rows('SELECT * FROM totp WHERE confirmed_at IS NOT NULL')).toEqual([])
  })

  it('that is wrong enables nothing', async () => {
    await setUpTotp(as('buyer'))
    await expect(confirmTotp(as('buyer'), { code: '000000' })).rejects.toMatchObject(wrong)
    expect(kept('buyer')).toMatchObject({ last_step: 0 })
    expect(rowOf('buyer')).toMatchObject({ confirmed_at: null })
    expect(codesOf('buyer')).toEqual([])
    expect(mails('totp.enabled')).toEqual([])
    expect(domain.laters).toEqual([])
  })

  it('is guessed ten times in a quarter of an hour, and the right one forgets the tries', async () => {
    const { secret } = await setUpTotp(as('buyer'))
    for (let i = 0; i < 10; i++) await expect(confirmTotp(as('buyer'), { code: '000000' })).rejects.toMatchObject(wrong)
    const full = { code: 'TOO_MANY_REQUESTS', retryAfter: 900 }
    await expect(confirmTotp(as('buyer'), { code: codeOf(secret) })).rejects.toMatchObject(full)
    const late = { code: codeOf(secret, TRIES_MS) }
    const almost = { code: 'TOO_MANY_REQUESTS', retryAfter: 1 }
    await expect(confirmTotp(proven(TRIES_MS - 1), late)).rejects.toMatchObject(almost)
    await confirmTotp(proven(TRIES_MS), late)
    expect(tries()).toEqual({})
  })

  it('has tries of its own, apart from those of the signed-in and of sign-ins', async () => {
    await setUpTotp(as('buyer'))
    await expect(confirmTotp(as('buyer'), { code: '000000' })).rejects.toMatchObject(wrong)
    expect(tries()).toEqual({ 'totp:buyer:CONFIRM:own': 1 })
  })

  it('is six digits and nothing more', () => {
    expect(ConfirmTotp.parse({ code: ' 012345 ' })).toEqual({ code: '012345' })
    for (const input of [{}, { code: '12345' }, { code: 'abcdef' }, { code: '123456', password: 'x' }]) {
      expect(ConfirmTotp.safeParse(input).success, JSON.stringify(input)).toBe(false)
    }
  })
})
