import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { ageSessions, logIn, signUp } from '#testing/fixtures/people.ts'
import {
  appCode,
  appOf,
  confirmTotp,
  freezeClock,
  setUpTotp,
  withTotp,
  wrongAppCode,
  wrongAppCodes,
} from '#testing/fixtures/totp.ts'
import { scan } from './scan-qr.ts'

const me = async (person: Person) => (await call(person, 'GET', '/auth/me')).data
const row = (id: string) => first('SELECT * FROM totp WHERE user_id = ?', id)

describe('a setup', () => {
  it('gives a secret of 160 bits, its address and a picture that a phone reads', async () => {
    const person = await signUp()
    const { data, headers } = await setUpTotp(person)
    expect(Secret.fromBase32(data.secret).bytes).toHaveLength(20)
    const url = new URL(data.otpauthUrl)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Soko:${person.email}`,
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Soko',
      secret: data.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(scan(data.qrCode)).toBe(data.otpauthUrl)
    expect(headers.get('x-d1-round-trips')).toBe('2')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('keeps the secret sealed', async () => {
    const person = await signUp()
    const { secret } = (await setUpTotp(person)).data
    const kept = JSON.stringify(await row(person.id))
    for (const form of [
      secret,
      Secret.fromBase32(secret).hex,
      Buffer.from(Secret.fromBase32(secret).bytes).toString('base64url'),
    ]) {
      expect(kept.toLowerCase()).not.toContain(form.toLowerCase())
    }
    const { sealedSeed } = { sealedSeed: String((await row(person.id))?.sealed_seed) }
    expect(Buffer.from(sealedSeed, 'base64url').toString('latin1')).not.toContain(secret)
  })

  it('asks for nothing before it is confirmed, and is replaced by the next', async () => {
    freezeClock()
    const person = await signUp()
    const [first, second] = [(await setUpTotp(person)).data, (await setUpTotp(person)).data]
    expect(first.secret).not.toBe(second.secret)
    expect(await me(person)).toMatchObject({ totpEnabled: false })
    expect((await logIn(person.email)).data.user.id).toBe(person.id)
    expect(await confirmTotp(person, appCode(appOf(first.otpauthUrl)))).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_VERIFICATION_CODE' },
    })
    expect((await confirmTotp(person, appCode(appOf(second.otpauthUrl)))).status).toBe(200)
  })

  it('is refused to guests, to a session that was not proved for ten minutes, and where one is enabled', async () => {
    expect((await setUpTotp(guest)).status).toBe(401)
    const { person } = await withTotp()
    expect(await setUpTotp(person)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    const other = await signUp()
    await ageSessions(other.id)
    expect(await setUpTotp(other)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(await row(other.id)).toBeNull()
  })
})

describe('its first code', () => {
  it('enables it, shows ten backup codes of 50 bits, and is told by mail', async () => {
    freezeClock()
    const person = await signUp()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    const { data, headers } = await confirmTotp(person, appCode(app))
    expect(data.enabled).toBe(true)
    expect(new Set(data.backupCodes).size).toBe(10)
    for (const code of data.backupCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect(headers.get('x-d1-round-trips')).toBe('3')
    expect(await me(person)).toMatchObject({ totpEnabled: true })
    expect((await logIn(person.email)).data).toEqual({ requiresTotp: true, pendingToken: expect.any(String) })
    await mailsTo(person.email, 'La double authentification est activée')
    const kept = await env.DB.prepare('SELECT * FROM backup_codes WHERE user_id = ?').bind(person.id).all()
    expect(kept.results).toHaveLength(10)
    for (const code of data.backupCodes) {
      expect(JSON.stringify(kept.results)).not.toContain(code)
      expect(JSON.stringify(kept.results)).not.toContain(code.replace('-', ''))
    }
  })

  it('is refused when it is wrong, comes without a setup, or a second time', async () => {
    freezeClock()
    expect((await confirmTotp(guest, '123456')).status).toBe(401)
    const person = await signUp()
    expect(await confirmTotp(person, '123456')).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect((await confirmTotp(person, wrongAppCode(app))).status).toBe(401)
    expect(await me(person)).toMatchObject({ totpEnabled: false })
    expect((await confirmTotp(person, appCode(app))).status).toBe(200)
    expect(await confirmTotp(person, appCode(app, 1))).toMatchObject({
      status: 409,
      error: { reason: 'ALREADY_EXISTS' },
    })
  })

  it('is taken from a clock that is a step off, not from one that is two off', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      freezeClock()
      const person = await signUp()
      const app = appOf((await setUpTotp(person)).data.otpauthUrl)
      expect((await confirmTotp(person, appCode(app, steps))).status, `${steps}`).toBe(status)
    }
  })

  it('is asked for ten times in a quarter of an hour', async () => {
    freezeClock()
    const person = await signUp()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    const codes = wrongAppCodes(app, 1000)
    const answers = await together(1000, (i) => confirmTotp(person, codes[i] ?? ''))
    expect(tally(answers)).toEqual({ 401: 10, 429: 990 })
    const late = await confirmTotp(person, appCode(app))
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    await run('UPDATE attempts SET window_ends_at = ? WHERE key LIKE ?', Date.now(), `%${person.id}%`)
    expect((await confirmTotp(person, appCode(app))).status).toBe(200)
    expect(await count('attempts WHERE key LIKE ?', `totp%${person.id}%`)).toBe(0)
  })

  it('enables it once of 50 at once, and one set of backup codes is good', async () => {
    freezeClock()
    const person = await signUp()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    const answers = await together(50, () => confirmTotp(person, appCode(app)))
    const { ok, ...refused } = reasons(answers)
    expect(ok).toBe(1)
    expect(
      Object.keys(refused).every((why) => /ALREADY_EXISTS|INVALID_VERIFICATION_CODE|TOO_MANY_REQUESTS/.test(why)),
    ).toBe(true)
    expect(await count('backup_codes WHERE user_id = ?', person.id)).toBe(10)
  })

  it('of a setup that another one replaced meanwhile enables nothing', async () => {
    freezeClock()
    const person = await signUp()
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    const [confirmed, replaced] = await Promise.all([confirmTotp(person, appCode(app)), setUpTotp(person)])
    // Confirmed first: the other setup is refused. Replaced first: the code is another one's.
    expect([[200, 409].join(), [401, 200].join()]).toContain([confirmed.status, replaced.status].join())
  })
})
