import { describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { enter, freshAddress, freshlySignedIn, from, setPhone } from '#testing/stories/people.ts'

const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`cle${i}`, 1]))

describe('a JSON body of /auth', () => {
  it.each(['/auth/login/password', '/auth/create-account', '/auth/passkey/login/verify', '/auth/refresh-token'])(
    'of more than 16 KiB is 413: %s',
    async (path) => {
      const large = await call(guest, 'POST', path, unknownKeys(2000))
      expect(large).toMatchObject({ status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } })
      const padded = { email: freshEmail(), password: PASSWORD, pad: 'x'.repeat(16 * 1024) }
      expect((await call(guest, 'POST', path, padded)).status).toBe(413)
    },
  )

  it('of 16 KiB is read', async () => {
    const body = { email: freshEmail(), password: PASSWORD }
    const text = JSON.stringify(body).padEnd(16 * 1024, ' ')
    expect((await call(guest, 'POST', '/auth/login/password', text)).status).toBe(401)
  })

  it('elsewhere may have a mebibyte', async () => {
    const person = await freshlySignedIn()
    const answer = await call(person, 'PUT', '/users/me', { name: 'x'.repeat(100_000) })
    expect(answer.status).toBe(400)
  })
})

describe('the details of a 400', () => {
  it('are at most twenty, of /auth and elsewhere, and the answer stays small', async () => {
    const person = await freshlySignedIn()
    const answers = [
      await call(guest, 'POST', '/auth/login/password', unknownKeys(500)),
      await call(person, 'PUT', '/users/me', unknownKeys(20_000)),
      await call(person, 'POST', '/users/me/addresses', unknownKeys(5000)),
    ]
    for (const { status, error, body } of answers) {
      expect(status).toBe(400)
      // A body of more than 5,000 names is refused as a whole, before any of them is looked at.
      expect(error?.details?.length ?? 0).toBeLessThanOrEqual(20)
      expect(JSON.stringify(body).length).toBeLessThan(16_384)
    }
  })
})

describe('sixty sign-ins at once', () => {
  it('are answered by a few hashes; the rest is 503 with Retry-After, and nobody waits for ten seconds', async () => {
    const began = performance.now()
    const answers = await together(60, () =>
      call(
        guest,
        'POST',
        '/auth/login/password',
        { email: freshEmail(), password: 'Pas-le-bon-mot-1' },
        from(freshAddress()),
      ),
    )
    const took = performance.now() - began
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(8)
    expect(busy.length).toBeGreaterThan(30)
    expect(busy.length + answers.filter(({ status }) => status === 401).length).toBe(60)
    for (const { headers, error } of busy) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(error?.code).toBe('GATEWAY_UNAVAILABLE')
    }
    expect(took).toBeLessThan(10_000)
  })

  it('leave room for the next, and for whoever is signed in', async () => {
    const person = await freshlySignedIn()
    const crowd = together(40, () => enter(freshEmail(), 'Pas-le-bon-mot-1', from(freshAddress())))
    expect((await call(person, 'GET', '/auth/me')).status).toBe(200)
    await crowd
    expect((await enter((await signUp()).email)).status).toBe(200)
    expect((await setPhone(guest, '243810000000')).status).toBe(401)
  })
})

describe('a search of one word eight times', () => {
  it('costs as much as of that word once', async () => {
    const admin = await freshlySignedIn('ADMIN')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO users (id, name, email, role, created_at, updated_at)
       SELECT 'search-' || i, 'Aline Amani Abla ' || i, 'a' || i || '@recherche.example', 'BUYER', i, i FROM n`,
    )
    const time = async (search: string) => {
      const times = []
      for (let i = 0; i < 5; i++) {
        const began = performance.now()
        expect((await call(admin, 'GET', `/users?search=${encodeURIComponent(search)}`)).status).toBe(200)
        times.push(performance.now() - began)
      }
      return times.sort((a, b) => a - b)[2] ?? 0
    }
    const [once, eight] = [await time('a'), await time('a a a a a a a a')]
    expect(eight, `${once} ms once`).toBeLessThan(once * 2 + 30)
  })
})
