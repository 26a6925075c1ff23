import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '#db/schema/core/users.ts'
import { newUser } from '#domain/people/accounts/new-user.ts'
import { hashPassword } from '#domain/people/passwords/hash.ts'
import { type Answer, call, guest } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'

// docs/accounts.md, Enumeration: what a guest is answered, byte for byte, the trips it takes and the time it takes say nothing of
// whether an address is known.

type Ask = (email: string) => Promise<Answer>
const post =
  (path: string, more: object = {}, name = 'email'): Ask =>
  (email) =>
    call(guest, 'POST', path, { [name]: email, ...more })

const OPERATIONS: Record<string, Ask> = {
  '/auth/login/password': post('/auth/login/password', { password: 'Pas-le-bon-mot-1' }),
  '/auth/login/request-otp': post('/auth/login/request-otp'),
  '/auth/login/verify-otp': post('/auth/login/verify-otp', { code: '123456' }),
  '/auth/password/forgot': post('/auth/password/forgot'),
  '/auth/create-account': post('/auth/create-account', { name: 'Aline', password: PASSWORD, role: 'BUYER' }),
  '/auth/resend-verification': post('/auth/resend-verification'),
  '/auth/verify-email': post('/auth/verify-email', { code: '123456' }),
  '/auth/recovery/start': post('/auth/recovery/start', {}, 'identifier'),
  '/auth/passkey/login/options': post('/auth/passkey/login/options'),
}

const ctx = contextNow()
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(ctx, PASSWORD)
})

type Row = typeof users.$inferInsert
const KINDS: Record<string, Partial<Row>> = {
  'a verified account': { emailVerifiedAt: 1 },
  'an account that waits for its code': {},
  'an account without a password': { emailVerifiedAt: 1, passwordHash: null },
  'an account with all there is': { emailVerifiedAt: 1, secondaryEmail: 'autre@test.example', phone: '243810000000' },
  'a blocked account': { emailVerifiedAt: 1, blockedAt: 1, blockReason: 'Abus' },
  'a deleted account': { emailVerifiedAt: 1, deletedAt: 1 },
  'an account of staff': { emailVerifiedAt: 1, role: 'ADMIN' },
}
async function known(kind: Partial<Row> = { emailVerifiedAt: 1 }): Promise<string> {
  const email = freshEmail('enum')
  await ctx.db.insert(users).values({ ...newUser(ctx, { name: 'Aline', email, role: 'BUYER', passwordHash }), ...kind })
  return email
}

/** An answer as a guest sees it, without what is drawn anew each time. */
const told = ({ status, headers, body }: Answer, email: string) => ({
  status,
  trips: headers.get('x-d1-round-trips'),
  headers: [...headers].filter(([name]) => !['x-request-id', 'x-d1-round-trips', 'date'].includes(name)),
  body: JSON.stringify(body)
    .replaceAll(email, '<email>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"deviceToken":"<id>\.[0-9a-z]{20}\.[0-9a-f]{64}"/, '"deviceToken":"<token>"')
    .replace(/"challenge":"[\w-]{43}"/, '"challenge":"<challenge>"'),
})

describe.each(Object.entries(OPERATIONS))('%s', (_, ask) => {
  it.each(Object.entries(KINDS))('answers for %s as for nobody', async (_kind, kind) => {
    // The second time shows whether the limits know anybody.
    for (const times of [1, 2]) {
      const [somebody, nobody] = [await known(kind), freshEmail('enum')]
      const answers = []
      for (const email of [somebody, nobody]) {
        for (let i = 1; i < times; i++) await ask(email)
        answers.push(told(await ask(email), email))
      }
      expect(answers[0]).toEqual(answers[1])
    }
  })
})

const SAMPLES = 50
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
/** Mann and Whitney: how often a time of `a` is longer than one of `b`; one half where nothing tells them apart. */
const isLonger = (a: number[], b: number[]) =>
  a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0))).reduce<number>((sum, each) => sum + each, 0) /
  (a.length * b.length)

describe('the time of the answer', () => {
  it.each(Object.entries(OPERATIONS))('%s says nothing', async (_, ask) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const time = async (who: 'known' | 'unknown') => {
      // Somebody is known each time, so that what is left over from the request before has the same time to end.
      const somebody = await known()
      const email = who === 'known' ? somebody : freshEmail('enum')
      const began = performance.now()
      await ask(email)
      times[who].push(performance.now() - began)
    }
    // In turn, so that a busy machine is busy for both; each goes first as often as the other.
    for (let i = 0; i < SAMPLES; i++) {
      for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) await time(who)
    }
    const { known: a, unknown: b } = times
    // By chance alone 50 and 50 samples differ by 0.3 once in five million runs; a hash that is left out makes it 0.5.
    const seen = { longer: isLonger(a, b), medians: [median(a), median(b)] }
    const isTold = Math.abs(seen.longer - 0.5) > 0.3 && Math.abs(median(a) - median(b)) > 1
    expect(isTold, JSON.stringify(seen)).toBe(false)
  })
})
