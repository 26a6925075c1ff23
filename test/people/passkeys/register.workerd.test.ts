import { describe, expect, it, vi } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { cbor, type Forged, newAuthenticator } from '#testing/authenticator.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { registerPasskey, startLogin, startRegistration, withPasskey } from '#testing/fixtures/passkeys.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import { inbox, until } from '#testing/sandbox.ts'

const verify = (person: Parameters<typeof startRegistration>[0], challengeId: string, response: unknown) =>
  call(person, 'POST', '/auth/passkey/register/verify', { challengeId, response })
const mailed = (email: string, subject: string) =>
  until(async () => (await inbox(email)).find((mail) => mail.subject?.includes(subject)), subject)

describe('the options of a registration', () => {
  it('ask for a passkey that is found without a name, and checks who holds it', async () => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    expect(options).toMatchObject({
      rp: { name: 'Soko', id: 'localhost' },
      user: { id: btoa(person.id).replace(/=+$/, ''), name: person.email, displayName: 'Test BUYER' },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(options.challenge).toMatch(/^[\w-]{43}$/)
    const again = await startRegistration(person)
    expect(again.challengeId).not.toBe(challengeId)
    expect(again.options.challenge).not.toBe(options.challenge)
  })

  it('name the passkeys there are', async () => {
    const { person, device } = await withPasskey()
    const { options } = await startRegistration(person)
    expect(options.excludeCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal'] },
    ])
  })

  it('leave one row of each session, however often they are asked for, and the last of them counts', async () => {
    const person = await signUp()
    const other = await signIn(person.email, person.role)
    const challenges = () => count("one_time_tokens WHERE purpose = 'PASSKEY_REGISTRATION' AND user_id = ?", person.id)
    const mine = await startRegistration(other)
    for (let i = 0; i < 6; i++) await startRegistration(person)
    await together(6, () => startRegistration(person))
    expect(await challenges()).toBe(2)
    const device = await newAuthenticator()
    expect((await verify(other, mine.challengeId, await device.create(mine.options))).status).toBe(201)
  })

  it('keep of the challenge only a hash', async () => {
    const { challengeId, options } = await startRegistration(await signUp())
    const row = await first('SELECT * FROM one_time_tokens WHERE id = ?', challengeId)
    expect(JSON.stringify(row)).not.toContain(options.challenge)
  })
})

describe('a passkey', () => {
  it('is added, listed, counted and told to its owner', async () => {
    const person = await signUp()
    const added = await registerPasskey(person, await newAuthenticator(), { name: 'Mon téléphone' })
    expect(added).toMatchObject({ status: 201, data: { name: 'Mon téléphone', lastUsedAt: null, backedUp: false } })
    expect(Number(added.headers.get('x-d1-round-trips'))).toBe(3)
    expect((await mailed(person.email, "Une clé d'accès a été ajoutée")).text).toContain('Mon téléphone')
    const second = await registerPasskey(person, await newAuthenticator(), { forged: { flags: 1 | 4 | 8 | 16 | 64 } })
    expect(second.data).toMatchObject({ name: "Clé d'accès", backedUp: true })
    const { data } = await call(person, 'GET', '/auth/passkey')
    const shown = [second, added].map(({ data: { deviceToken, ...passkey } }) => [typeof deviceToken, passkey])
    expect(data.passkeys.map((passkey: object) => ['string', passkey])).toEqual(shown)
    expect((await call(person, 'GET', '/auth/me')).data.passkeyCount).toBe(2)
    expect((await call(await signUp(), 'GET', '/auth/passkey')).data).toEqual({ passkeys: [] })
  })

  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140 Mobile', 'Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605', 'iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ])('takes its name from the device: %s', async (agent, name) => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    const response = await (await newAuthenticator()).create(options)
    const body = { challengeId, response }
    const added = await call(person, 'POST', '/auth/passkey/register/verify', body, { 'user-agent': agent })
    expect(added.data.name).toBe(name)
  })

  it('may be vouched for by its own key', async () => {
    const added = await registerPasskey(await signUp(), await newAuthenticator(), { forged: { vouches: true } })
    expect(added.status).toBe(201)
  })

  it('may come with fields nobody knows', async () => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    const response = await (await newAuthenticator()).create(options)
    const more = { ...response, later: { a: [1] }, response: { ...response.response, publicKey: 'AA', later: 1 } }
    expect((await verify(person, challengeId, more)).status).toBe(201)
  })

  it('is refused twice: the credential is known', async () => {
    const { device } = await withPasskey()
    const other = await registerPasskey(await signUp(), device)
    expect(other).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
  })

  it('of 50 at once is added once', async () => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    const response = await (await newAuthenticator()).create(options)
    const answers = await together(50, () => verify(person, challengeId, response))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(Object.keys(tally(answers)).sort()).toEqual(['201', '410'])
  })

  it('is one of 20 at most, also at once', async () => {
    const person = await signUp()
    for (let i = 0; i < 19; i++) expect((await registerPasskey(person, await newAuthenticator())).status).toBe(201)
    const [first, second] = [
      await startRegistration(person),
      await startRegistration(await signIn(person.email, 'BUYER')),
    ]
    expect(first.challengeId).not.toBe(second.challengeId)
    const answers = await together(10, async () => {
      const device = await newAuthenticator()
      return verify(person, first.challengeId, await device.create(first.options))
    })
    expect(tally(answers)).toEqual({ 201: 1, 410: 9 })
    // The challenge of the other session is the account's as well.
    const device = await newAuthenticator()
    const refused = await verify(person, second.challengeId, await device.create(second.options))
    expect([refused.status, refused.error?.message]).toEqual([409, expect.stringContaining('20')])
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toHaveLength(20)
  })
})

describe('a registration that proves nothing', () => {
  it.each<[string, Forged]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another page around ours', { crossOrigin: true }],
    ['nobody there', { flags: 64 }],
    ['nobody checked', { flags: 1 | 64 }],
    ['an answer of a sign-in', { type: 'webauthn.get' }],
    ['an algorithm we did not ask for', { algorithm: -65_535 }],
    ['a format nobody knows', { format: 'inconnu' }],
    ['a statement with certificates', { vouches: true, statement: [['x5c', 0]] }],
    ['a statement that is not signed', { format: 'packed', statement: [['alg', -7]] }],
    ['a challenge of its own', { challenge: 'A'.repeat(43) }],
  ])('%s: 401, and nothing is kept', async (_, forged) => {
    const person = await signUp()
    const refused = await registerPasskey(person, await newAuthenticator(), { forged })
    expect(refused).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toEqual([])
  })

  it('is tried five times', async () => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    const device = await newAuthenticator()
    const wrong = await device.create(options, { origin: 'https://evil.example' })
    const answers = await together(50, () => verify(person, challengeId, wrong))
    expect(tally(answers)).toEqual({ 401: 5, 410: 45 })
    expect((await verify(person, challengeId, await device.create(options))).status).toBe(410)
  })

  it('uses a challenge that is over, used, of a sign-in, or of somebody else', async () => {
    const person = await signUp()
    const stranger = await signUp()
    const device = await newAuthenticator()
    const mine = await startRegistration(person)
    expect((await verify(stranger, mine.challengeId, await device.create(mine.options))).status).toBe(410)
    expect((await verify(person, mine.challengeId, await device.create(mine.options))).status).toBe(201)
    expect((await verify(person, mine.challengeId, await device.create(mine.options))).status).toBe(410)
    const signingIn = await startLogin()
    expect((await verify(person, signingIn.challengeId, await device.create(signingIn.options))).status).toBe(410)
    expect((await verify(person, crypto.randomUUID(), await device.create(mine.options))).status).toBe(410)
    const late = await startRegistration(person)
    const response = await (await newAuthenticator()).create(late.options)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
    expect((await verify(person, late.challengeId, response)).status).toBe(410)
  })

  it('is malformed: 400, whatever it is', async () => {
    const person = await signUp()
    const { challengeId, options } = await startRegistration(person)
    const good = await (await newAuthenticator()).create(options)
    const b64 = (bytes: Uint8Array | string) =>
      btoa(String.fromCharCode(...(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '')
    const deep = new Uint8Array(6000).fill(0x81)
    const inner = good.response
    const malformed: [string, unknown][] = [
      ['no object', 'texte'],
      ['nothing in it', {}],
      ['another type', { ...good, type: 'password' }],
      ['no base64url', { ...good, id: 'a+b/=' }],
      ['no client data', { ...good, response: { ...inner, clientDataJSON: b64('{"a":') } }],
      ['client data that is no object', { ...good, response: { ...inner, clientDataJSON: b64('null') } }],
      ['client data without a challenge', { ...good, response: { ...inner, clientDataJSON: b64('{"origin":"x"}') } }],
      ['transports that are no list', { ...good, response: { ...inner, transports: 'internal' } }],
    ]
    for (const [what, response] of malformed)
      expect([what, (await verify(person, challengeId, response)).status]).toEqual([what, 400])
    const objects: [string, Uint8Array][] = [
      ['no CBOR', Uint8Array.of(0xff, 0xff)],
      ['a number', cbor(7)],
      ['an empty map', cbor([])],
      [
        'authenticator data that is short',
        cbor([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', new Uint8Array(10)],
        ]),
      ],
      [
        'authenticator data that is a text',
        cbor([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', 'x'.repeat(60)],
        ]),
      ],
      ['lists in lists', deep],
    ]
    for (const [what, object] of objects) {
      const fresh = await startRegistration(person)
      const { response, ...rest } = await (await newAuthenticator()).create(fresh.options)
      const answer = await verify(person, fresh.challengeId, {
        ...rest,
        response: { ...response, attestationObject: b64(object) },
      })
      expect([what, answer.status]).toEqual([what, 400])
    }
  })

  it('comes from a guest: 401', async () => {
    expect((await call(guest, 'POST', '/auth/passkey/register/options')).status).toBe(401)
  })
})
