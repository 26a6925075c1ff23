import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { bearer, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { inbox, pause, until } from '#testing/sandbox.ts'
import { browse, callWith, cookiesOf, enter, freshlySignedIn, messageAfter } from '#testing/stories/people.ts'

describe('a page that is not ours', () => {
  const EVIL = 'https://evil.example'
  it.each(['Basic eDp5', 'Bearer x', 'Bearer a.b.c', 'x', 'Bearer '])(
    'writes nothing with somebody’s cookies, whatever Authorization header it adds: %s',
    async (authorization) => {
      const { email } = await signUp()
      const cookies = cookiesOf(await browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } }))
      const cookie = cookies['__Host-access']?.pair ?? ''
      const renewal = cookies['__Secure-refresh']?.pair ?? ''
      const headers = { origin: EVIL, authorization }
      const refused = await browse('PUT', '/users/me', { cookie, headers, body: { name: 'Changé Ailleurs' } })
      expect([401, 403]).toContain(refused.status)
      expect([401, 403]).toContain((await browse('POST', '/auth/logout-all', { cookie, headers })).status)
      expect((await browse('POST', '/auth/refresh-token', { cookie: renewal, headers })).status).not.toBe(200)
      const mine = await browse('GET', '/users/me', { cookie })
      expect(await mine.json()).toMatchObject({ data: { name: 'Test BUYER' } })
    },
  )
})

describe('the mail about a new device', () => {
  const UA = { 'user-agent': 'Mozilla/5.0 Gagnez 100 USD sur https://evil.example/cadeau maintenant' }
  const signIn = (email: string, headers: Record<string, string> = UA) => enter(email, PASSWORD, headers)

  it('quotes no user agent', async () => {
    const { email } = await signUp()
    await signIn(email, { 'user-agent': 'Premier telephone' })
    await pause(300)
    const mail = await messageAfter(email, () => signIn(email))
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/evil\.example|Gagnez|Mozilla/)
  })

  it('is written for a device that is new though its user agent is not, and for no device that is known', async () => {
    const { email } = await signUp()
    const first = await signIn(email)
    await pause(300)
    const known = { ...UA, 'x-device-token': String(first.data.deviceToken) }
    await messageAfter(email, () => signIn(email))
    await pause(200)
    const before = (await inbox(email)).length
    expect((await signIn(email, known)).status).toBe(200)
    await pause(300)
    expect((await inbox(email)).length).toBe(before)
  })
})

describe('a mail', () => {
  it('quotes of a person’s text no more than 60 characters', async () => {
    const name = `Aline ${'tombola '.repeat(8)}fin`
    expect(name.length).toBeLessThanOrEqual(80)
    const email = freshEmail()
    const body = { name, email, password: PASSWORD, role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', body)).status).toBe(201)
    await call(guest, 'POST', '/auth/create-account', body)
    await until(async () => (await inbox(email)).length > 0, 'the mail')
    for (const { text } of await inbox(email)) expect(text).not.toContain(name.slice(0, 61))
  })
})

describe('what an Idempotency-Key keeps', () => {
  it('shows no hand-over code in clear, and is replayed whole', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    const act = (action: string) =>
      call(market.seller, 'POST', `/orders/${order.id}/${action}`, undefined, { 'idempotency-key': `${action}-1` })
    for (const action of ['accept', 'prepare']) expect((await act(action)).status).toBe(200)
    const [first, again] = [await act('ready'), await act('ready')]
    expect(first.data.pickupCode).toMatch(/^\d{4,}$/)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.data).toEqual(first.data)
    const { results } = await env.DB.prepare('SELECT * FROM idempotency_keys').all()
    expect(results.length).toBeGreaterThan(2)
    expect(JSON.stringify(results)).not.toContain(`"${first.data.pickupCode}"`)
    expect(JSON.stringify(results)).not.toContain(`\\"${first.data.pickupCode}\\"`)
  })
})

describe('a picture', () => {
  const chunk = (type: string, body: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type), body])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([size, typed, sum])
  }
  const picture = (idat: Uint8Array) => {
    const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
    const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Uint8Array.from(
      Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', idat), chunk('IEND', Buffer.alloc(0))]),
    )
  }
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('avatar', new File([bytes], 'moi.png', { type: 'image/png' }))
    return call(await freshlySignedIn(), 'POST', '/users/me/avatar', form)
  }

  it('of one pixel is taken', async () => {
    const answer = await upload(picture(deflateSync(Uint8Array.from([0, 200, 30, 30]))))
    expect(answer.status).toBe(200)
  })

  it('that says one pixel and inflates to 48 MB is refused, and so is one whose data are no data', async () => {
    const bomb = picture(deflateSync(Buffer.alloc(48 * 2 ** 20)))
    expect((await upload(bomb)).status).toBe(400)
    expect((await upload(picture(Buffer.from('no deflate at all')))).status).toBe(400)
  })
})

describe('an access token', () => {
  const part = (token: string, at: 0 | 1) => JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString())
  it('that is signed with our key and never ends is refused', async () => {
    const { token } = await signUp()
    const signed = (claims: object) =>
      new SignJWT(claims as Record<string, unknown>)
        .setProtectedHeader(part(token, 0))
        .sign(new TextEncoder().encode(env.JWT_SECRET))
    const { exp: _, ...endless } = part(token, 1)
    expect((await call(bearer(await signed(part(token, 1))), 'GET', '/auth/me')).status).toBe(200)
    expect((await call(bearer(await signed(endless)), 'GET', '/auth/me')).status).toBe(401)
  })
})

describe('a name', () => {
  it.each(['\u202e', '\u0000', '\u0007'])('holds no sign that turns or hides what follows: %j', async (sign) => {
    const person = await freshlySignedIn()
    const name = `Aline ${sign}Mapendo`
    expect((await call(person, 'PUT', '/users/me', { name })).status).toBe(400)
    const account = { name, email: freshEmail(), password: PASSWORD, role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', account)).status).toBe(400)
  })

  it('holds the letters of its owner', async () => {
    const person = await freshlySignedIn()
    for (const name of ['Élodie Nʼkusu', 'Ng’andu Mwâmba', 'Ḓivha Ñandú', 'Jean-Bosco d’Assise'])
      expect((await call(person, 'PUT', '/users/me', { name })).data.name).toBe(name)
  })
})

describe('a Turnstile token', () => {
  const PERSON = 'XXXX.DUMMY.TOKEN.XXXX'
  it('that was given to another site is refused', async () => {
    const create = (WEB_BASE_URL: string) =>
      callWith({ TURNSTILE_SECRET: 'turnstile-secret', WEB_BASE_URL }, guest, 'POST', '/auth/create-account', {
        name: 'Aline',
        email: freshEmail(),
        password: PASSWORD,
        role: 'BUYER',
        turnstileToken: PERSON,
      })
    captureErrors()
    expect((await create('https://soko.test')).status).toBe(201)
    expect((await create('https://autre.example')).status).toBe(400)
  })
})
