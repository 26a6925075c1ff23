import { describe, expect, it } from 'vitest'
import { guest, reasons, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { changeUser, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import {
  appCode,
  appOf,
  confirmTotp,
  disableTotp,
  enterWithTotp,
  freezeClock,
  regenerateCodes,
  STEP,
  setUpTotp,
  WRONG,
  withTotp,
  wrongAppCode,
  wrongAppCodes,
} from '#testing/fixtures/totp.ts'

const isOn = async (id: string) => (await count('totp WHERE user_id = ?', id)) === 1
const codesLeft = (id: string) => count('backup_codes WHERE user_id = ? AND used_at IS NULL', id)

describe('turning it off', () => {
  it('is approved by a code, a backup code or the password, and told by mail', async () => {
    for (const how of ['code', 'backup code', 'password']) {
      const { person, app, backupCodes } = await withTotp()
      const proof = {
        code: { code: appCode(app) },
        'backup code': { code: backupCodes[3]?.toUpperCase() },
        password: { password: PASSWORD },
      }[how]
      const { data, headers } = await disableTotp(person, proof ?? {})
      expect(data, how).toEqual({ enabled: false, deviceToken: expect.any(String) })
      expect(Number(headers.get('x-d1-round-trips')), how).toBeLessThanOrEqual(how === 'password' ? 4 : 3)
      expect((await logIn(person.email)).data.user.id, how).toBe(person.id)
      expect([await isOn(person.id), await codesLeft(person.id)]).toEqual([false, 0])
      await mailsTo(person.email, 'La double authentification est désactivée')
    }
  })

  it('is refused to whoever has neither', async () => {
    const { person, app } = await withTotp()
    expect((await disableTotp(guest, { code: appCode(app) })).status).toBe(401)
    const both = { code: appCode(app), password: PASSWORD }
    expect(await disableTotp(person, both)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    expect(await disableTotp(person, { code: wrongAppCode(app) })).toMatchObject(WRONG)
    expect(await disableTotp(person, { code: appCode(app, -1) }), 'the confirmation was it').toMatchObject(WRONG)
    expect(await disableTotp(person, { code: 'aaaaa-aaaaa' })).toMatchObject(WRONG)
    expect(await disableTotp(person, { password: 'Un-autre-mot-2026' })).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_CREDENTIALS' },
    })
    expect(await isOn(person.id)).toBe(true)
  })

  it('needs a code where there is no password', async () => {
    const { person, app } = await withTotp()
    await changeUser(person.id, 'password_hash = NULL')
    for (const password of [PASSWORD, ' ', 'null']) expect((await disableTotp(person, { password })).status).toBe(401)
    expect((await disableTotp(person, { code: appCode(app) })).status).toBe(200)
  })

  it('is 409 where nothing is on, a setup without its first code included', async () => {
    freezeClock()
    const person = await signUp()
    const off = { status: 409, error: { code: 'CONFLICT' } }
    expect(await disableTotp(person, { code: '123456' })).toMatchObject(off)
    expect(await disableTotp(person, { password: PASSWORD })).toMatchObject(off)
    expect(await regenerateCodes(person, '123456')).toMatchObject(off)
    const app = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect(await disableTotp(person, { code: appCode(app) })).toMatchObject(off)
    expect(await disableTotp(person, { password: PASSWORD })).toMatchObject(off)
    expect((await confirmTotp(person, appCode(app))).status).toBe(200)
  })

  it('happens once of 50 at once', async () => {
    const one = await withTotp()
    const answers = await together(50, () => disableTotp(one.person, { code: appCode(one.app) }))
    expect(tally(answers)[200]).toBe(1)
    const two = await withTotp()
    const more = await together(50, () => disableTotp(two.person, { password: PASSWORD }))
    expect(tally(more)[200]).toBe(1)
    for (const { person } of [one, two]) {
      const told = await mailsTo(person.email, 'La double authentification est désactivée')
      expect(told).toHaveLength(1)
    }
  })

  it('is guessed ten times in a quarter of an hour: of 1,000 at once, and no more by another door', async () => {
    const { person, app, backupCodes } = await withTotp()
    const codes = wrongAppCodes(app, 1000)
    const answers = await together(1000, (i) =>
      i % 2 ? disableTotp(person, { code: codes[i] ?? '' }) : regenerateCodes(person, codes[i] ?? ''),
    )
    expect(tally(answers)).toEqual({ 401: 10, 429: 990 })
    expect((await disableTotp(person, { code: appCode(app) })).status).toBe(429)
    expect((await disableTotp(person, { code: backupCodes[0] })).status).toBe(429)
    // Signing in has tries of its own.
    expect((await enterWithTotp(person.email, { code: appCode(app) })).status).toBe(200)
    freezeClock(Date.now() + 15 * 60_000)
    const { data } = await enterWithTotp(person.email, { code: appCode(app) })
    expect((await disableTotp({ ...person, token: data.accessToken }, { code: appCode(app, 1) })).status).toBe(200)
  })

  it('leaves nothing that the next authenticator takes', async () => {
    const { person, app, backupCodes } = await withTotp()
    expect((await disableTotp(person, { code: appCode(app) })).status).toBe(200)
    const next = appOf((await setUpTotp(person)).data.otpauthUrl)
    expect((await confirmTotp(person, appCode(next))).status).toBe(200)
    freezeClock(Date.now() + STEP)
    expect(await enterWithTotp(person.email, { code: appCode(app) })).toMatchObject(WRONG)
    expect(await enterWithTotp(person.email, { backupCode: backupCodes[0] ?? '' })).toMatchObject(WRONG)
    expect((await enterWithTotp(person.email, { code: appCode(next) })).status).toBe(200)
  })
})

describe('new backup codes', () => {
  it('take the place of the old ones, approved by a code, and are told by mail', async () => {
    const { person, app, backupCodes: old } = await withTotp()
    const { data, headers } = await regenerateCodes(person, appCode(app))
    expect(Number(headers.get('x-d1-round-trips'))).toBe(3)
    expect(data.backupCodes).toHaveLength(10)
    expect(new Set([...data.backupCodes, ...old]).size).toBe(20)
    expect(await enterWithTotp(person.email, { backupCode: old[0] ?? '' })).toMatchObject(WRONG)
    expect((await enterWithTotp(person.email, { backupCode: data.backupCodes[0] })).status).toBe(200)
    await mailsTo(person.email, 'Vos codes de secours ont été remplacés')
    expect(await codesLeft(person.id)).toBe(9)
  })

  it('are approved by one of the old ones too', async () => {
    const { person, backupCodes } = await withTotp()
    expect((await regenerateCodes(person, backupCodes[9] ?? '')).status).toBe(200)
    expect(await codesLeft(person.id)).toBe(10)
    expect(await regenerateCodes(person, backupCodes[9] ?? '')).toMatchObject(WRONG)
  })

  it('are not given for a wrong or used code, nor to a stranger', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    expect((await regenerateCodes(guest, appCode(mine.app))).status).toBe(401)
    expect(await regenerateCodes(mine.person, wrongAppCode(mine.app))).toMatchObject(WRONG)
    expect(await regenerateCodes(mine.person, appCode(theirs.app))).toMatchObject(WRONG)
    expect(await regenerateCodes(mine.person, theirs.backupCodes[0] ?? '')).toMatchObject(WRONG)
    expect((await regenerateCodes(mine.person, appCode(mine.app))).status).toBe(200)
    expect(await regenerateCodes(mine.person, appCode(mine.app))).toMatchObject(WRONG)
  })

  it('come once of 50 at once, whether one code asks or ten', async () => {
    const one = await withTotp()
    expect(reasons(await together(50, () => regenerateCodes(one.person, appCode(one.app)))).ok).toBe(1)
    const ten = await withTotp()
    const answers = await together(10, (i) => regenerateCodes(ten.person, ten.backupCodes[i] ?? ''))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_VERIFICATION_CODE: 9 })
    const [good] = answers.filter(({ status }) => status === 200)
    expect(await codesLeft(ten.person.id)).toBe(10)
    expect((await enterWithTotp(ten.person.email, { backupCode: good?.data.backupCodes[0] })).status).toBe(200)
  })
})
