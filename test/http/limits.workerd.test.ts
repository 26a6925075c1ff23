import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'

const create = (address: string) =>
  call(
    guest,
    'POST',
    '/auth/create-account',
    { name: 'Aline', email: freshEmail(), password: PASSWORD, role: 'BUYER' },
    { 'cf-connecting-ip': address },
  )
const login = (address: string, email: string) =>
  call(guest, 'POST', '/auth/login/password', { email, password: 'x' }, { 'cf-connecting-ip': address })
const forgot = (address: string) =>
  call(guest, 'POST', '/auth/password/forgot', { email: freshEmail() }, { 'cf-connecting-ip': address })

/** Five seconds into an hour, so that no window ends in the middle of a test. */
const EARLY = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 5000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EARLY })
})

describe('an address', () => {
  it('creates ten accounts an hour, also at once, then with challenges only; another address goes on', async () => {
    const answers = await together(15, () => create('41.243.0.1'))
    expect(tally(answers)).toEqual({ 201: 10, 429: 5 })
    expect(reasons(answers)).toMatchObject({ CHALLENGE_REQUIRED: 5 })
    const refused = await create('41.243.0.1')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await create('41.243.0.2')).status).toBe(201)
  })

  it('pays nothing of its creations for what is refused with 400', async () => {
    const bad = () => call(guest, 'POST', '/auth/create-account', { name: 'A' }, { 'cf-connecting-ip': '41.243.0.9' })
    for (let i = 0; i < 12; i++) expect((await bad()).status).toBe(400)
    expect(tally(await together(11, () => create('41.243.0.9')))).toEqual({ 201: 10, 429: 1 })
  })

  it('tries ten credentials of one account a minute, and may again in the next', async () => {
    const email = freshEmail()
    const answers = await together(12, () => login('41.243.0.3', email))
    expect(reasons(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 2 })
    expect((await login('41.243.0.3', freshEmail())).status).toBe(401)
    vi.useFakeTimers({ toFake: ['Date'], now: EARLY + 16 * 60_000 })
    expect((await login('41.243.0.3', email)).status).toBe(401)
  })

  it('of IPv6 is its /64 and its /48', async () => {
    await together(10, (i) => forgot(`2001:db8:1:2::${i + 1}`))
    expect((await forgot('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await forgot('2001:db8:1:3::1')).status).toBe(429)
    expect((await forgot('2001:db8:2:2::1')).status).toBe(200)
  })

  it('is what Cloudflare says, not what the client says', async () => {
    const email = freshEmail()
    const answers = await together(12, (i) =>
      call(
        guest,
        'POST',
        '/auth/login/password',
        { email, password: 'x' },
        {
          'cf-connecting-ip': '41.243.0.4',
          'x-forwarded-for': `10.0.0.${i}`,
          'x-real-ip': `10.0.0.${i}`,
        },
      ),
    )
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
  })
})
