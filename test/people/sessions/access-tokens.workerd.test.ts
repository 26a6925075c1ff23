import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTogether } from '#db/client.ts'
import { meterWork, newMeter } from '#db/meter.ts'
import { isWithinStaffHours } from '#domain/people/sessions/queries.ts'
import { app } from '#src/app.ts'
import { call, guest, type Person } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { bearer, PASSWORD, signUp } from '#testing/fixtures/people.ts'

type Part = Record<string, unknown>
const read = (token: string, part: 0 | 1): Part =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
const write = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const secret = (text: string) => new TextEncoder().encode(text)

/** Makes the token with something else in it, signed with our own key. */
const resigned = (token: string, header: Part, claims: Part, key: string = env.JWT_SECRET) =>
  new SignJWT({ ...read(token, 1), ...claims })
    .setProtectedHeader({ ...read(token, 0), ...header } as { alg: string })
    .sign(secret(key))

/** The status of GET /auth/me at a Worker with these secrets. */
async function me(token: string, vars: Record<string, unknown> = {}) {
  const request = new Request('http://localhost:8787/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
  return (await app.fetch(request, { ...env, ...vars } as typeof env, createExecutionContext())).status
}

let person: Person
beforeAll(async () => {
  person = await signUp()
})

describe('an access token', () => {
  it('that is signed again as it was is ours, so that what follows fails for one reason', async () => {
    expect(await me(await resigned(person.token, {}, {}))).toBe(200)
  })

  it.each<[string, Part, Part]>([
    ['of another issuer', {}, { iss: 'other' }],
    ['for another audience', {}, { aud: 'other' }],
    ['of another type', { typ: 'JWT' }, {}],
    ['without a type', { typ: undefined }, {}],
    ['signed with a longer hash', { alg: 'HS512' }, {}],
    ['that names a key we do not have', { kid: '0123456789abcdef' }, {}],
    ['that names no key', { kid: undefined }, {}],
    ['of another session', {}, { sid: crypto.randomUUID() }],
    ['of another person', {}, { sub: crypto.randomUUID() }],
    ['whose end has come', {}, { exp: 1 }],
    ['without an end', {}, { exp: undefined }],
  ])('%s is refused', async (_, header, claims) => {
    expect(await me(await resigned(person.token, header, claims))).toBe(401)
  })

  it('without a signature, whatever its algorithm is called, is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const bare = `${write({ ...read(person.token, 0), alg })}.${person.token.split('.')[1]}`
      for (const token of [`${bare}.`, `${bare}.${person.token.split('.')[2]}`]) expect(await me(token)).toBe(401)
    }
  })

  it('signed with a key pair, whose public half or whose own header names the key, is refused', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    for (const extra of [{}, { jwk }, { jku: 'https://evil.example/keys' }]) {
      const token = await new SignJWT(read(person.token, 1))
        .setProtectedHeader({ ...read(person.token, 0), ...extra, alg: 'RS256' })
        .sign(privateKey)
      expect(await me(token)).toBe(401)
    }
    expect(await me(await resigned(person.token, {}, {}, JSON.stringify(jwk)))).toBe(401)
  })

  it('of the key before counts while keys rotate, and no longer than that', async () => {
    const NEW = 'a-new-jwt-secret-0123456789abcdef'
    expect(await me(person.token, { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: env.JWT_SECRET })).toBe(200)
    expect(await me(person.token, { JWT_SECRET: NEW })).toBe(401)
    // Signed with the old key under the new one's name, and the other way round.
    const kid = await kidOf(NEW)
    const both = { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: env.JWT_SECRET }
    expect(await me(await resigned(person.token, { kid }, {}), both)).toBe(401)
    expect(await me(await resigned(person.token, {}, {}, NEW), both)).toBe(401)
    expect(await me(await resigned(person.token, { kid }, {}, NEW), both)).toBe(200)
  })

  it('is no refresh token, no pending token, no reset link and no code', async () => {
    const { email, token } = person
    const { data } = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    for (const other of [data.refreshToken, await pendingToken(), '123456']) {
      expect((await call(bearer(other), 'GET', '/auth/me')).status).toBe(401)
    }
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken: token })).status).toBe(401)
    const reset = await call(guest, 'POST', '/auth/password/reset', { token, newPassword: 'Un-tout-autre-mot-7' })
    expect([400, 401, 410]).toContain(reset.status)
  })
})

/** Token that a sign-in answers before the authenticator's code. */
async function pendingToken(): Promise<string> {
  const { id, email } = await signUp()
  await run(
    "INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, created_at) VALUES (?, 'x', 1, 1, 1)",
    id,
  )
  const { data } = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
  expect(data.requiresTotp).toBe(true)
  return data.pendingToken
}

/** The name our service gives to a key, as its own tokens have it. */
async function kidOf(key: string) {
  const { email } = person
  const request = new Request('http://localhost:8787/api/v1/auth/login/password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-type': 'mobile' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const answer = await app.fetch(request, { ...env, JWT_SECRET: key } as typeof env, createExecutionContext())
  const { data } = (await answer.json()) as { data: { accessToken: string } }
  return read(data.accessToken, 0).kid
}

it('the shorter time of the team is held without reading a row more for anybody else', async () => {
  const { id } = await signUp()
  const { db, now } = contextNow()
  const rowsOf = async (condition: SQL) => {
    const meter = newMeter()
    const read = db.all(sql`
      SELECT 1 FROM sessions CROSS JOIN users ON users.id = sessions.user_id WHERE sessions.user_id = ${id} AND ${condition}`)
    await meterWork(meter, () => readTogether(db, read, read))
    return meter.rowsRead
  }
  const rows = await rowsOf(sql`1`)
  expect(rows).toBeGreaterThan(1)
  expect(await rowsOf(isWithinStaffHours(now))).toBe(rows)
})
