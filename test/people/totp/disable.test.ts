import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { guest, PASSWORD, reasons, signUp, tally, together } from '../../api.ts'
import { login, mailsTo } from '../sign-in/mails.ts'
import {
  appOf,
  codeOf,
  confirm,
  disable,
  enter,
  regenerate,
  STEP,
  setUp,
  standStill,
  WRONG,
  withTotp,
  wrongCode,
  wrongCodes,
} from './app.ts'

const isOn = async (id: string) =>
  (await env.DB.prepare('SELECT count(*) AS n FROM totp WHERE user_id = ?').bind(id).first('n')) === 1
const codesLeft = (id: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM backup_codes WHERE user_id = ? AND used_at IS NULL').bind(id).first('n')

describe('turning it off', () => {
  it('is approved by a code, a backup code or the password, and told by mail', async () => {
    for (const how of ['code', 'backup code', 'password']) {
      const { person, app, backupCodes } = await withTotp()
      const proof = {
        code: { code: codeOf(app) },
        'backup code': { code: backupCodes[3]?.toUpperCase() },
        password: { password: PASSWORD },
      }[how]
      const { data, headers } = await disable(person, proof ?? {})
      expect(data, how).toEqual({ enabled: false })
      expect(Number(headers.get('x-d1-round-trips')), how).toBeLessThanOrEqual(how === 'password' ? 4 : 3)
      expect((await login(person.email)).data.user.id, how).toBe(person.id)
      expect([await isOn(person.id), await codesLeft(person.id)]).toEqual([false, 0])
      await mailsTo(person.email, 'La double authentification est désactivée')
    }
  })

  it('is refused to whoever has neither', async () => {
    const { person, app } = await withTotp()
    expect((await disable(guest, { code: codeOf(app) })).status).toBe(401)
    for (const proof of [{}, { code: codeOf(app), password: PASSWORD }]) {
      expect(await disable(person, proof)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    }
    expect(await disable(person, { code: wrongCode(app) })).toMatchObject(WRONG)
    expect(await disable(person, { code: codeOf(app, -1) }), 'the confirmation was it').toMatchObject(WRONG)
    expect(await disable(person, { code: 'aaaaa-aaaaa' })).toMatchObject(WRONG)
    expect(await disable(person, { password: 'Un-autre-mot-2026' })).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_CREDENTIALS' },
    })
    expect(await isOn(person.id)).toBe(true)
  })

  it('needs a code where there is no password', async () => {
    const { person, app } = await withTotp()
    await env.DB.prepare('UPDATE users SET password_hash = NULL WHERE id = ?').bind(person.id).run()
    for (const password of [PASSWORD, ' ', 'null']) expect((await disable(person, { password })).status).toBe(401)
    expect((await disable(person, { code: codeOf(app) })).status).toBe(200)
  })

  it('is 409 where nothing is on, a setup without its first code included', async () => {
    standStill()
    const person = await signUp()
    const off = { status: 409, error: { code: 'CONFLICT' } }
    expect(await disable(person, { code: '123456' })).toMatchObject(off)
    expect(await disable(person, { password: PASSWORD })).toMatchObject(off)
    expect(await regenerate(person, '123456')).toMatchObject(off)
    const app = appOf((await setUp(person)).data.otpauthUrl)
    expect(await disable(person, { code: codeOf(app) })).toMatchObject(off)
    expect(await disable(person, { password: PASSWORD })).toMatchObject(off)
    expect((await confirm(person, codeOf(app))).status).toBe(200)
  })

  it('happens once of 50 at once', async () => {
    const one = await withTotp()
    const answers = await together(50, () => disable(one.person, { code: codeOf(one.app) }))
    expect(tally(answers)[200]).toBe(1)
    const two = await withTotp()
    const more = await together(50, () => disable(two.person, { password: PASSWORD }))
    expect(tally(more)[200]).toBe(1)
    for (const { person } of [one, two]) {
      const told = await mailsTo(person.email, 'La double authentification est désactivée')
      expect(told).toHaveLength(1)
    }
  })

  it('is guessed ten times in a quarter of an hour: of 1,000 at once, and no more by another door', async () => {
    const { person, app, backupCodes } = await withTotp()
    const codes = wrongCodes(app, 1000)
    const answers = await together(1000, (i) =>
      i % 2 ? disable(person, { code: codes[i] ?? '' }) : regenerate(person, codes[i] ?? ''),
    )
    expect(tally(answers)).toEqual({ 401: 10, 429: 990 })
    expect((await disable(person, { code: codeOf(app) })).status).toBe(429)
    expect((await disable(person, { code: backupCodes[0] })).status).toBe(429)
    // Signing in has tries of its own.
    expect((await enter(person.email, { code: codeOf(app) })).status).toBe(200)
    standStill(Date.now() + 15 * 60_000)
    const { data } = await enter(person.email, { code: codeOf(app) })
    expect((await disable({ ...person, token: data.accessToken }, { code: codeOf(app, 1) })).status).toBe(200)
  })

  it('leaves nothing that the next authenticator takes', async () => {
    const { person, app, backupCodes } = await withTotp()
    expect((await disable(person, { code: codeOf(app) })).status).toBe(200)
    const next = appOf((await setUp(person)).data.otpauthUrl)
    expect((await confirm(person, codeOf(next))).status).toBe(200)
    standStill(Date.now() + STEP)
    expect(await enter(person.email, { code: codeOf(app) })).toMatchObject(WRONG)
    expect(await enter(person.email, { backupCode: backupCodes[0] ?? '' })).toMatchObject(WRONG)
    expect((await enter(person.email, { code: codeOf(next) })).status).toBe(200)
  })
})

describe('new backup codes', () => {
  it('take the place of the old ones, approved by a code, and are told by mail', async () => {
    const { person, app, backupCodes: old } = await withTotp()
    const { data, headers } = await regenerate(person, codeOf(app))
    expect(Number(headers.get('x-d1-round-trips'))).toBe(3)
    expect(data.backupCodes).toHaveLength(10)
    expect(new Set([...data.backupCodes, ...old]).size).toBe(20)
    expect(await enter(person.email, { backupCode: old[0] ?? '' })).toMatchObject(WRONG)
    expect((await enter(person.email, { backupCode: data.backupCodes[0] })).status).toBe(200)
    await mailsTo(person.email, 'Vos codes de secours ont été remplacés')
    expect(await codesLeft(person.id)).toBe(9)
  })

  it('are approved by one of the old ones too', async () => {
    const { person, backupCodes } = await withTotp()
    expect((await regenerate(person, backupCodes[9] ?? '')).status).toBe(200)
    expect(await codesLeft(person.id)).toBe(10)
    expect(await regenerate(person, backupCodes[9] ?? '')).toMatchObject(WRONG)
  })

  it('are not given for a wrong or used code, nor to a stranger', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    expect((await regenerate(guest, codeOf(mine.app))).status).toBe(401)
    expect(await regenerate(mine.person, wrongCode(mine.app))).toMatchObject(WRONG)
    expect(await regenerate(mine.person, codeOf(theirs.app))).toMatchObject(WRONG)
    expect(await regenerate(mine.person, theirs.backupCodes[0] ?? '')).toMatchObject(WRONG)
    expect((await regenerate(mine.person, codeOf(mine.app))).status).toBe(200)
    expect(await regenerate(mine.person, codeOf(mine.app))).toMatchObject(WRONG)
  })

  it('come once of 50 at once, whether one code asks or ten', async () => {
    const one = await withTotp()
    expect(reasons(await together(50, () => regenerate(one.person, codeOf(one.app)))).ok).toBe(1)
    const ten = await withTotp()
    const answers = await together(10, (i) => regenerate(ten.person, ten.backupCodes[i] ?? ''))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_VERIFICATION_CODE: 9 })
    const [good] = answers.filter(({ status }) => status === 200)
    expect(await codesLeft(ten.person.id)).toBe(10)
    expect((await enter(ten.person.email, { backupCode: good?.data.backupCodes[0] })).status).toBe(200)
  })
})
