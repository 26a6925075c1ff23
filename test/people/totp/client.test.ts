import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ApiError, createClient, type Tokens, unwrap } from '#src/client.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import { appCode, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'

const ORIGIN = 'http://localhost:8787'
const service: typeof fetch = (input, init) => exports.default.fetch(new Request(input, init))

/** A browser as far as it concerns sessions: it keeps cookies by their path, and says which page asks. */
function browser() {
  const jar = new Map<string, { value: string; path: string }>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const sent = [...jar].filter(([, { path }]) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
    if (sent.length > 0) request.headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '))
    request.headers.set('origin', ORIGIN)
    const answer = await exports.default.fetch(request)
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      const path = /Path=([^;]+)/i.exec(cookie)?.[1] ?? '/'
      if (/Max-Age=0(;|$)/i.test(cookie)) jar.delete(name)
      else jar.set(name, { value, path })
    }
    return answer
  }
  return { jar, send }
}

async function challengeOf(client: ReturnType<typeof createClient>, email: string): Promise<string> {
  const asked = await client.signIn(email, PASSWORD)
  if (!('requiresTotp' in asked)) throw new Error('no challenge')
  return asked.pendingToken
}

describe('the typed client', () => {
  it('signs a phone in with the password and the authenticator, and keeps the tokens', async () => {
    const { person, app } = await withTotp()
    const kept: (Tokens | undefined)[] = []
    const client = createClient({
      baseUrl: ORIGIN,
      clientType: 'mobile',
      fetch: service,
      onTokens: (tokens) => kept.push(tokens),
    })
    const pendingToken = await challengeOf(client, person.email)
    expect(kept).toEqual([])
    await expect(unwrap(client.accounts.me.$get())).rejects.toMatchObject({ status: 401 })

    const wrong = client.answerTotp(pendingToken, { code: wrongAppCode(app) })
    await expect(wrong).rejects.toBeInstanceOf(ApiError)
    await expect(wrong).rejects.toMatchObject({ status: 401, reason: 'INVALID_VERIFICATION_CODE' })
    expect(kept).toEqual([])

    const { user } = await client.answerTotp(pendingToken, { code: appCode(app) })
    expect(user.id).toBe(person.id)
    expect(kept).toEqual([{ accessToken: expect.any(String), refreshToken: expect.any(String) }])
    expect(await unwrap(client.accounts.me.$get())).toMatchObject({ id: person.id, totpEnabled: true })
    await expect(client.answerTotp(pendingToken, { code: appCode(app, 1) })).rejects.toMatchObject({ status: 410 })

    await client.signOut()
    expect(kept.at(-1)).toBeUndefined()
    await expect(unwrap(client.accounts.me.$get())).rejects.toMatchObject({ status: 401 })
  })

  it('signs a browser in with a backup code, by cookies and without a token', async () => {
    const { person, backupCodes } = await withTotp()
    const { jar, send } = browser()
    const kept: unknown[] = []
    const client = createClient({
      baseUrl: ORIGIN,
      clientType: 'web',
      fetch: send,
      onTokens: (tokens) => kept.push(tokens),
    })
    const pendingToken = await challengeOf(client, person.email)
    expect(jar.size).toBe(0)
    const session = await client.answerTotp(pendingToken, { backupCode: backupCodes[0] ?? '' })
    expect(Object.keys(session)).toEqual(['user'])
    expect([...jar.keys()].sort()).toEqual(['__Host-access', '__Secure-device', '__Secure-refresh'])
    expect(kept).toEqual([])
    expect(await unwrap(client.accounts.me.$get())).toMatchObject({ id: person.id, totpEnabled: true })
    await unwrap(client.sessions['refresh-token'].$post({ json: {} }))
    await client.signOut()
    // The device is known beyond the session.
    expect([...jar.keys()]).toEqual(['__Secure-device'])
    await expect(unwrap(client.accounts.me.$get())).rejects.toMatchObject({ status: 401 })
  })

  it('turns the authenticator on and off', async () => {
    const { person, app } = await withTotp()
    const client = createClient({ baseUrl: ORIGIN, clientType: 'mobile', fetch: service })
    await client.answerTotp(await challengeOf(client, person.email), { code: appCode(app) })
    const { backupCodes } = await unwrap(
      client.totp['regenerate-backup-codes'].$post({ json: { code: appCode(app, 1) } }),
    )
    expect(backupCodes).toHaveLength(10)
    expect(await unwrap(client.totp.disable.$post({ json: { password: PASSWORD } }))).toEqual({
      enabled: false,
      deviceToken: expect.any(String),
    })
    expect(await client.signIn(person.email, PASSWORD)).toMatchObject({ user: { id: person.id } })
  })
})
