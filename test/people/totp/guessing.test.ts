import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kernel/time.ts'
import { tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { first } from '#testing/fixtures/database.ts'
import { loginPasskey, registerPasskey } from '#testing/fixtures/passkeys.ts'
import {
  answerTotp,
  appCode,
  enterWithTotp,
  freezeClock,
  GONE,
  nextStep,
  sessionCount,
  totpChallenge,
  totpTries,
  WRONG,
  withTotp,
  wrongAppCodes,
} from '#testing/fixtures/totp.ts'

describe('guessing', () => {
  it('ends a pending token after five tries, of 1,000 at once, and it takes the right code no more', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    const codes = wrongAppCodes(app, 1000)
    const answers = await together(1000, (i) => answerTotp(pendingToken, { code: codes[i] ?? '' }))
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
    expect(await answerTotp(pendingToken, { code: appCode(app) })).toMatchObject(GONE)
    expect(await first('SELECT max(attempts) AS n FROM one_time_tokens WHERE user_id = ?', person.id)).toEqual({ n: 5 })
    expect(await first('SELECT count FROM attempts WHERE key = ?', `totp:${person.id}:PASSWORD:anybody`)).toEqual({
      count: 5,
    })
  })

  it('of the token itself is no better: its secret is compared five times', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    const [id] = pendingToken.split('.')
    const answers = await together(1000, (i) =>
      answerTotp(`${id}.${String(i).padStart(43, 'x')}`, { code: appCode(app) }),
    )
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
    expect(await sessionCount(person.id)).toBe(1)
    // Nobody but who has the token touches the account's own tries.
    expect(await totpTries(person.id)).toBe(0)
    expect((await enterWithTotp(person.email, { code: appCode(app) })).status).toBe(200)
  })

  it('ends for the account after ten tries by one way in, and its passkey goes on working', async () => {
    const { person, app } = await withTotp()
    const device = await newAuthenticator()
    await registerPasskey(person, device)
    const tokens = await Promise.all([
      totpChallenge(person.email),
      totpChallenge(person.email),
      totpChallenge(person.email),
    ])
    for (const [i, code] of wrongAppCodes(app, 10).entries()) {
      expect(await answerTotp(tokens[Math.floor(i / 5)] ?? '', { code })).toMatchObject(WRONG)
    }
    const shut = await answerTotp(tokens[2] ?? '', { code: appCode(app) })
    expect(shut.status).toBe(429)
    expect(Number(shut.headers.get('retry-after'))).toBeGreaterThan(0)
    const { pendingToken } = (await loginPasskey(device)).data
    expect((await answerTotp(pendingToken, { code: appCode(app) })).status).toBe(200)
    // A quarter of an hour later the password is good again.
    freezeClock(Date.now() + 16 * MINUTE_MS)
    expect((await enterWithTotp(person.email, { code: appCode(app) })).status).toBe(200)
    expect(await totpTries(person.id)).toBe(0)
  })

  it('is forgotten with the right code', async () => {
    const { person, app } = await withTotp()
    for (let round = 0; round < 3; round++) {
      const pendingToken = await totpChallenge(person.email)
      for (const code of wrongAppCodes(app, 4)) expect(await answerTotp(pendingToken, { code })).toMatchObject(WRONG)
      expect((await answerTotp(pendingToken, { code: appCode(app) })).status).toBe(200)
      nextStep()
    }
    expect(await totpTries(person.id)).toBe(0)
  })

  it('of a backup code is no better', async () => {
    const { person } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    const answers = await together(1000, (i) =>
      answerTotp(pendingToken, { backupCode: `aaaaa-aa${String(i).padStart(3, 'b')}` }),
    )
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
  })
})
