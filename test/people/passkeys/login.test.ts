import { exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { loginPasskey, startLogin, startRegistration, verifyLogin, withPasskey } from '#testing/fixtures/passkeys.ts'
import { bearer, changeUser } from '#testing/fixtures/people.ts'
import { sessionCount } from '#testing/fixtures/totp.ts'
import { inbox, until } from '#testing/sandbox.ts'

const aboutCopies = async (email: string) =>
  (await inbox(email)).filter(({ subject }) => subject?.includes('Connexion refusée')).length
const NO_PROOF = { status: 401, error: { reason: 'INVALID_CREDENTIALS' } }

describe('the options of a sign-in', () => {
  it('are the same bytes for a known and an unknown address, and for none, but for what is random', async () => {
    const { person } = await withPasskey()
    const ask = async (body: unknown) => {
      const answer = await call(null, 'POST', '/auth/passkey/login/options', body)
      const { challengeId, options } = answer.data
      expect(answer.headers.get('x-d1-round-trips')).toBe('1')
      return JSON.stringify(answer.body).replace(challengeId, 'ID').replace(options.challenge, 'CHALLENGE')
    }
    const known = await ask({ email: person.email })
    expect(await ask({ email: freshEmail() })).toBe(known)
    expect(await ask({})).toBe(known)
    expect(JSON.parse(known).data.options).toEqual({
      rpId: 'localhost',
      challenge: 'CHALLENGE',
      timeout: 300_000,
      userVerification: 'required',
    })
  })
})

describe('a passkey', () => {
  it('signs in, with an address and without one', async () => {
    const { person, device } = await withPasskey()
    const first = await loginPasskey(device)
    expect(first).toMatchObject({ status: 200, data: { user: { id: person.id }, expiresIn: 900 } })
    expect(Number(first.headers.get('x-d1-round-trips'))).toBe(3)
    expect((await call(bearer(first.data.accessToken), 'GET', '/auth/me')).data.id).toBe(person.id)
    expect((await loginPasskey(device, { email: person.email.toUpperCase() })).status).toBe(200)
    const [passkey] = (await call(person, 'GET', '/auth/passkey')).data.passkeys
    expect(passkey.lastUsedAt).not.toBeNull()
  })

  it('keeps a web client signed in by cookies', async () => {
    const { device } = await withPasskey()
    const { challengeId, options } = await startLogin()
    const answer = await exports.default.fetch(
      new Request('http://localhost:8787/api/v1/auth/passkey/login/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ challengeId, response: await device.get(options) }),
      }),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-access',
      '__Secure-refresh',
      // The one before of a narrower path goes.
      '__Secure-device',
      '__Secure-device',
    ])
    expect(await answer.text()).not.toContain('Token')
  })

  it('that does not count signs in again and again', async () => {
    const { device } = await withPasskey({ counts: false })
    for (let i = 0; i < 3; i++) expect((await loginPasskey(device)).status).toBe(200)
  })

  it('is asked for the code of the authenticator too', async () => {
    const { person, device } = await withPasskey()
    await run(
      'INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, ?, 1, 1, 0, 1)',
      person.id,
      'x',
    )
    const before = await sessionCount(person.id)
    const { data } = await loginPasskey(device)
    expect(data).toEqual({ requiresTotp: true, pendingToken: expect.stringMatching(/^[\w-]+\.[\w-]+$/) })
    expect(await sessionCount(person.id)).toBe(before)
  })

  it('opens no blocked account, and none that is deleted', async () => {
    const blocked = await withPasskey()
    await changeUser(blocked.person.id, 'blocked_at = 1')
    expect(await loginPasskey(blocked.device)).toMatchObject({ status: 403, error: { reason: 'ACCOUNT_BLOCKED' } })
    const deleted = await withPasskey()
    await changeUser(deleted.person.id, 'deleted_at = 1')
    expect(await loginPasskey(deleted.device)).toMatchObject(NO_PROOF)
  })
})

describe('an assertion that proves nothing', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another page around ours', { crossOrigin: true }],
    ['nobody there', { flags: 0 }],
    ['nobody checked', { flags: 1 }],
    ['an answer of a registration', { type: 'webauthn.create' }],
    ['no handle', { userHandle: null }],
    ['the handle of nobody', { userHandle: btoa(crypto.randomUUID()).replace(/=+$/, '') }],
    ['a credential nobody has', { credentialId: 'A'.repeat(43) }],
  ])('%s: 401, and no session', async (_, forged) => {
    const { person, device } = await withPasskey()
    const before = await sessionCount(person.id)
    expect(await loginPasskey(device, { forged })).toMatchObject(NO_PROOF)
    expect(await sessionCount(person.id)).toBe(before)
    expect((await loginPasskey(device)).status).toBe(200)
  })

  it('has an altered signature, or one over something else', async () => {
    const { device } = await withPasskey()
    const { challengeId, options } = await startLogin()
    const good = await device.get(options)
    const signature = String(good.response.signature)
    const altered = signature.slice(0, 20) + (signature[20] === 'A' ? 'B' : 'A') + signature.slice(21)
    const spoiled = (response: Record<string, unknown>) => ({ ...good, response: { ...good.response, ...response } })
    expect(await verifyLogin(challengeId, spoiled({ signature: altered }))).toMatchObject(NO_PROOF)
    const other = (await (await withPasskey()).device.get(options)).response.signature
    expect(await verifyLogin(challengeId, spoiled({ signature: other }))).toMatchObject(NO_PROOF)
    const { authenticatorData } = (await device.get(options)).response
    expect(await verifyLogin(challengeId, spoiled({ authenticatorData }))).toMatchObject(NO_PROOF)
    expect((await verifyLogin(challengeId, good)).status).toBe(200)
  })

  it('is of another account than the address, or than the handle', async () => {
    const mine = await withPasskey()
    const theirs = await withPasskey()
    expect(await loginPasskey(mine.device, { email: theirs.person.email })).toMatchObject(NO_PROOF)
    expect(await loginPasskey(mine.device, { email: freshEmail() })).toMatchObject(NO_PROOF)
    const userHandle = btoa(theirs.person.id).replace(/=+$/, '')
    expect(await loginPasskey(mine.device, { forged: { userHandle } })).toMatchObject(NO_PROOF)
    expect(await loginPasskey(mine.device, { forged: { credentialId: theirs.device.credentialId } })).toMatchObject(
      NO_PROOF,
    )
  })

  it('answers a challenge of another purpose, of somebody else, a wrong one, or one that is over', async () => {
    const { person, device } = await withPasskey()
    const registration = await startRegistration(person)
    expect((await verifyLogin(registration.challengeId, await device.get(registration.options))).status).toBe(410)
    const [one, another] = [await startLogin(), await startLogin()]
    const crossed = await verifyLogin(one.challengeId, await device.get(another.options))
    expect(crossed).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    expect((await verifyLogin(crypto.randomUUID(), await device.get(one.options))).status).toBe(410)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
    expect((await verifyLogin(one.challengeId, await device.get(one.options))).status).toBe(410)
  })

  it('is tried five times, and the right one after them is no longer good', async () => {
    const { device } = await withPasskey()
    const { challengeId, options } = await startLogin()
    const wrong = await device.get(options, { origin: 'https://evil.example' })
    expect(tally(await together(50, () => verifyLogin(challengeId, wrong)))).toEqual({ 401: 5, 410: 45 })
    expect((await verifyLogin(challengeId, await device.get(options))).status).toBe(410)
  })

  it('is malformed: 400, and no try is counted', async () => {
    const { device } = await withPasskey()
    const { challengeId, options } = await startLogin()
    const good = await device.get(options)
    const inner = good.response
    for (const response of [
      null,
      'texte',
      {},
      { ...good, type: 'password' },
      { ...good, rawId: 'a b' },
      { ...good, response: { ...inner, signature: undefined } },
      { ...good, response: { ...inner, userHandle: 7 } },
      { ...good, response: { ...inner, clientDataJSON: btoa('[]').replace(/=+$/, '') } },
      { ...good, response: { ...inner, clientDataJSON: 'AAAA' } },
      { ...good, response: { ...inner, authenticatorData: 'AAAA' } },
      { ...good, response: { ...inner, authenticatorData: `${inner.authenticatorData}AAAA` } },
      { ...good, response: { ...inner, authenticatorData: 'A'.repeat(9000) } },
    ])
      expect((await verifyLogin(challengeId, response)).status).toBe(400)
    const more = { ...good, later: 1, response: { ...inner, later: { a: null } } }
    expect((await verifyLogin(challengeId, more)).status).toBe(200)
  })
})

describe('an assertion that is used again', () => {
  it('opens one session, of 50 at once', async () => {
    const { person, device } = await withPasskey()
    const before = Number(await sessionCount(person.id))
    const { challengeId, options } = await startLogin()
    const assertion = await device.get(options)
    const answers = await together(50, () => verifyLogin(challengeId, assertion))
    expect(tally(answers)).toEqual({ 200: 1, 410: 49 })
    expect(await sessionCount(person.id)).toBe(before + 1)
    expect((await verifyLogin(challengeId, assertion)).status).toBe(410)
    expect(await aboutCopies(person.email)).toBe(0)
  })

  it('of a passkey that does not count opens one session too', async () => {
    const { person, device } = await withPasskey({ counts: false })
    const before = Number(await sessionCount(person.id))
    const { challengeId, options } = await startLogin()
    const assertion = await device.get(options)
    expect(tally(await together(50, () => verifyLogin(challengeId, assertion)))).toEqual({ 200: 1, 410: 49 })
    expect(await sessionCount(person.id)).toBe(before + 1)
  })
})

describe('a signature counter', () => {
  it.each([
    ['goes back', 3],
    ['stays', 5],
    ['is 0 again', 0],
  ])('that %s is refused and told to the owner', async (_, counter) => {
    const { person, device } = await withPasskey()
    expect((await loginPasskey(device, { forged: { counter: 5 } })).status).toBe(200)
    const before = await sessionCount(person.id)
    const { challengeId, options } = await startLogin()
    const copied = await device.get(options, { counter })
    const refused = await verifyLogin(challengeId, copied)
    expect(refused).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    expect(await sessionCount(person.id)).toBe(before)
    await until(async () => (await aboutCopies(person.email)) === 1, 'the mail')
    // The challenge went with it.
    expect((await verifyLogin(challengeId, copied)).status).toBe(410)
    expect((await loginPasskey(device, { forged: { counter: 6 } })).status).toBe(200)
  })

  it('that two sign-ins bring at once lets one of them in', async () => {
    const { person, device } = await withPasskey()
    const before = Number(await sessionCount(person.id))
    const answers = await together(20, () => loginPasskey(device, { forged: { counter: 9 } }))
    expect(tally(answers)).toEqual({ 200: 1, 401: 19 })
    expect(await sessionCount(person.id)).toBe(before + 1)
  })

  it('with a signature that is not ours is no reason to write to anybody', async () => {
    const { person, device } = await withPasskey()
    expect((await loginPasskey(device, { forged: { counter: 5 } })).status).toBe(200)
    expect(await loginPasskey(device, { forged: { counter: 1, origin: 'https://evil.example' } })).toMatchObject(
      NO_PROOF,
    )
    expect(await aboutCopies(person.email)).toBe(0)
  })
})

it('a passkey that is taken away while it signs in opens nothing, and is no copy', async () => {
  const { person, device, id } = await withPasskey({ counts: false })
  const ready = await together(30, async () => {
    const { challengeId, options } = await startLogin()
    return { challengeId, assertion: await device.get(options) }
  })
  const answers = await together(30, async (i) => {
    if (i === 10) await call(person, 'DELETE', `/auth/passkey/${id}`)
    const { challengeId, assertion } = ready[i] as (typeof ready)[number]
    return verifyLogin(challengeId, assertion)
  })
  expect(Object.keys(tally(answers)).every((status) => ['200', '401'].includes(status))).toBe(true)
  expect(answers.some(({ error }) => error?.reason === 'INVALID_VERIFICATION_CODE')).toBe(false)
  expect(answers.at(10)?.status).toBe(401)
  expect(await aboutCopies(person.email)).toBe(0)
})
