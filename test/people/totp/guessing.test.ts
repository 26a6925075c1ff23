import { describe, expect, it } from 'vitest'
import { tally, together } from '../../api.ts'
import { newAuthenticator } from '../../authenticator.ts'
import { login as loginPasskey, register } from '../passkeys/passkeys.ts'
import {
  answer,
  challenge,
  codeOf,
  count,
  enter,
  GONE,
  nextStep,
  sessionsOf,
  standStill,
  triesOf,
  WRONG,
  withTotp,
  wrongCodes,
} from './app.ts'

const MINUTE = 60_000

describe('guessing', () => {
  it('ends a pending token after five tries, of 1,000 at once, and it takes the right code no more', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await challenge(person.email)
    const codes = wrongCodes(app, 1000)
    const answers = await together(1000, (i) => answer(pendingToken, { code: codes[i] ?? '' }))
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
    expect(await answer(pendingToken, { code: codeOf(app) })).toMatchObject(GONE)
    expect(await count('SELECT max(attempts) AS n FROM one_time_tokens WHERE user_id = ?', person.id)).toBe(5)
    expect(await count('SELECT count AS n FROM attempts WHERE key = ?', `totp:${person.id}:PASSWORD`)).toBe(5)
  })

  it('of the token itself is no better: its secret is compared five times', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await challenge(person.email)
    const [id] = pendingToken.split('.')
    const answers = await together(1000, (i) => answer(`${id}.${String(i).padStart(43, 'x')}`, { code: codeOf(app) }))
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
    expect(await sessionsOf(person.id)).toBe(1)
    // Nobody but who has the token touches the account's own tries.
    expect(await triesOf(person.id)).toBe(0)
    expect((await enter(person.email, { code: codeOf(app) })).status).toBe(200)
  })

  it('ends for the account after ten tries by one way in, and its passkey goes on working', async () => {
    const { person, app } = await withTotp()
    const device = await newAuthenticator()
    await register(person, device)
    const tokens = await Promise.all([challenge(person.email), challenge(person.email), challenge(person.email)])
    for (const [i, code] of wrongCodes(app, 10).entries()) {
      expect(await answer(tokens[Math.floor(i / 5)] ?? '', { code })).toMatchObject(WRONG)
    }
    const shut = await answer(tokens[2] ?? '', { code: codeOf(app) })
    expect(shut.status).toBe(429)
    expect(Number(shut.headers.get('retry-after'))).toBeGreaterThan(0)
    const { pendingToken } = (await loginPasskey(device)).data
    expect((await answer(pendingToken, { code: codeOf(app) })).status).toBe(200)
    // A quarter of an hour later the password is good again.
    standStill(Date.now() + 16 * MINUTE)
    expect((await enter(person.email, { code: codeOf(app) })).status).toBe(200)
    expect(await triesOf(person.id)).toBe(0)
  })

  it('is forgotten with the right code', async () => {
    const { person, app } = await withTotp()
    for (let round = 0; round < 3; round++) {
      const pendingToken = await challenge(person.email)
      for (const code of wrongCodes(app, 4)) expect(await answer(pendingToken, { code })).toMatchObject(WRONG)
      expect((await answer(pendingToken, { code: codeOf(app) })).status).toBe(200)
      nextStep()
    }
    expect(await triesOf(person.id)).toBe(0)
  })

  it('of a backup code is no better', async () => {
    const { person } = await withTotp()
    const pendingToken = await challenge(person.email)
    const answers = await together(1000, (i) =>
      answer(pendingToken, { backupCode: `aaaaa-aa${String(i).padStart(3, 'b')}` }),
    )
    expect(tally(answers)).toEqual({ 401: 5, 410: 995 })
  })
})
