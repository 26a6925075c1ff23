import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { call, guest, reasons, signUp, tally, together } from '../../api.ts'
import { login, mailsTo } from '../sign-in/mails.ts'
import { appOf, codeOf, confirm, type Person, setUp, standStill, withTotp, wrongCode, wrongCodes } from './app.ts'
import { scan } from './scan-qr.ts'

const HOUR = 3_600_000
const me = async (person: Person) => (await call(person, 'GET', '/auth/me')).data
const row = (id: string) => env.DB.prepare('SELECT * FROM totp WHERE user_id = ?').bind(id).first()

describe('a setup', () => {
  it('gives a secret of 160 bits, its address and a picture that a phone reads', async () => {
    const person = await signUp()
    const { data, headers } = await setUp(person)
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
    const { secret } = (await setUp(person)).data
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
    standStill()
    const person = await signUp()
    const [first, second] = [(await setUp(person)).data, (await setUp(person)).data]
    expect(first.secret).not.toBe(second.secret)
    expect(await me(person)).toMatchObject({ totpEnabled: false })
    expect((await login(person.email)).data.user.id).toBe(person.id)
    expect(await confirm(person, codeOf(appOf(first.otpauthUrl)))).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_VERIFICATION_CODE' },
    })
    expect((await confirm(person, codeOf(appOf(second.otpauthUrl)))).status).toBe(200)
  })

  it('is refused to guests, to a sign-in of over an hour, and where one is enabled', async () => {
    expect((await setUp(guest)).status).toBe(401)
    const { person } = await withTotp()
    expect(await setUp(person)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    const other = await signUp()
    await env.DB.prepare('UPDATE sessions SET created_at = created_at - ? WHERE user_id = ?')
      .bind(HOUR + 1, other.id)
      .run()
    expect(await setUp(other)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(await row(other.id)).toBeNull()
  })
})

describe('its first code', () => {
  it('enables it, shows ten backup codes of 50 bits, and is told by mail', async () => {
    standStill()
    const person = await signUp()
    const app = appOf((await setUp(person)).data.otpauthUrl)
    const { data, headers } = await confirm(person, codeOf(app))
    expect(data.enabled).toBe(true)
    expect(new Set(data.backupCodes).size).toBe(10)
    for (const code of data.backupCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect(headers.get('x-d1-round-trips')).toBe('3')
    expect(await me(person)).toMatchObject({ totpEnabled: true })
    expect((await login(person.email)).data).toEqual({ requiresTotp: true, pendingToken: expect.any(String) })
    await mailsTo(person.email, 'La double authentification est activée')
    const kept = await env.DB.prepare('SELECT * FROM backup_codes WHERE user_id = ?').bind(person.id).all()
    expect(kept.results).toHaveLength(10)
    for (const code of data.backupCodes) {
      expect(JSON.stringify(kept.results)).not.toContain(code)
      expect(JSON.stringify(kept.results)).not.toContain(code.replace('-', ''))
    }
  })

  it('is refused when it is wrong, comes without a setup, or a second time', async () => {
    standStill()
    expect((await confirm(guest, '123456')).status).toBe(401)
    const person = await signUp()
    expect(await confirm(person, '123456')).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    const app = appOf((await setUp(person)).data.otpauthUrl)
    expect((await confirm(person, wrongCode(app))).status).toBe(401)
    expect(await me(person)).toMatchObject({ totpEnabled: false })
    expect((await confirm(person, codeOf(app))).status).toBe(200)
    expect(await confirm(person, codeOf(app, 1))).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
  })

  it('is taken from a clock that is a step off, not from one that is two off', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      standStill()
      const person = await signUp()
      const app = appOf((await setUp(person)).data.otpauthUrl)
      expect((await confirm(person, codeOf(app, steps))).status, `${steps}`).toBe(status)
    }
  })

  it('is asked for ten times in a quarter of an hour', async () => {
    standStill()
    const person = await signUp()
    const app = appOf((await setUp(person)).data.otpauthUrl)
    const codes = wrongCodes(app, 1000)
    const answers = await together(1000, (i) => confirm(person, codes[i] ?? ''))
    expect(tally(answers)).toEqual({ 401: 10, 429: 990 })
    const late = await confirm(person, codeOf(app))
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    await env.DB.prepare('UPDATE attempts SET window_ends_at = ? WHERE key LIKE ?')
      .bind(Date.now(), `%${person.id}%`)
      .run()
    expect((await confirm(person, codeOf(app))).status).toBe(200)
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM attempts WHERE key LIKE ?').bind(`%${person.id}%`).first('n'),
    ).toBe(0)
  })

  it('enables it once of 50 at once, and one set of backup codes is good', async () => {
    standStill()
    const person = await signUp()
    const app = appOf((await setUp(person)).data.otpauthUrl)
    const answers = await together(50, () => confirm(person, codeOf(app)))
    const { ok, ...refused } = reasons(answers)
    expect(ok).toBe(1)
    expect(
      Object.keys(refused).every((why) => /ALREADY_EXISTS|INVALID_VERIFICATION_CODE|TOO_MANY_REQUESTS/.test(why)),
    ).toBe(true)
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM backup_codes WHERE user_id = ?').bind(person.id).first('n'),
    ).toBe(10)
  })

  it('of a setup that another one replaced meanwhile enables nothing', async () => {
    standStill()
    const person = await signUp()
    const app = appOf((await setUp(person)).data.otpauthUrl)
    const [confirmed, replaced] = await Promise.all([confirm(person, codeOf(app)), setUp(person)])
    // Confirmed first: the other setup is refused. Replaced first: the code is another one's.
    expect([[200, 409].join(), [401, 200].join()]).toContain([confirmed.status, replaced.status].join())
  })
})
