import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { checkCode } from '#domain/core/codes/check.ts'
import { issueCode } from '#domain/core/codes/issue.ts'
import { commitForGuest, MessageView, mailCode, OneEmail, withinForeignQuota } from '#domain/core/codes/mail-code.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { markDevice } from '#domain/core/devices/known.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { tooMany, tooSoon } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
const { ctx } = domain

const EMAIL = 'aline@example.com'
const PURPOSES = ['EMAIL', 'LOGIN'] as const
type Purpose = (typeof PURPOSES)[number]

const send = (purpose: Purpose, ms = 0, email = EMAIL, owned = sql`1 = 1`) =>
  mailCode(domain.after(ms), { purpose, email }, owned)
const mails = () =>
  domain.rows<{ body: string }>("SELECT channel, recipient, kind, subject, body FROM outbox WHERE recipient <> ''")
const codes = () => domain.rows('SELECT purpose, person, target, sent_at FROM codes')

describe('a code that a guest has mailed', () => {
  it.each([
    ['EMAIL', 'code.email', 'Votre code de vérification'],
    ['LOGIN', 'code.login', 'Votre code de connexion'],
  ] as const)('for %s goes to the address at once, and is good there', async (purpose, kind, subject) => {
    await send(purpose)
    expect(mails()).toEqual([
      { channel: 'EMAIL', recipient: EMAIL, kind, subject, body: expect.stringMatching(/^\d{6} .*10 minutes\./) },
    ])
    expect(codes()).toEqual([{ purpose, person: EMAIL, target: EMAIL, sent_at: NOW }])
    const code = mails()[0]?.body.slice(0, 6) ?? ''
    await expect(checkCode(ctx, { purpose, person: EMAIL, target: EMAIL }, code)).resolves.toHaveLength(4)
    for (const work of domain.laters) await work()
    expect(domain.calls).toMatchObject([{ what: 'email.send', with: { to: EMAIL, subject } }])
  })

  it.each(PURPOSES)('for %s is kept, counted and refused alike where nobody has the address', async (purpose) => {
    const nobody = 'nobody@example.com'
    for (const [email, owned] of [[EMAIL, sql`1 = 1`] as const, [nobody, sql`1 = 0`] as const]) {
      await send(purpose, 0, email, owned)
      await expect(send(purpose, MINUTE_MS - 1, email, owned)).rejects.toMatchObject(tooSoon)
      for (let i = 1; i < 5; i++) await send(purpose, i * MINUTE_MS, email, owned)
      await expect(send(purpose, 5 * MINUTE_MS, email, owned)).rejects.toMatchObject(tooMany)
    }
    expect(mails()).toMatchObject(Array(5).fill({ recipient: EMAIL }))
    const tracesOf = (email: string) =>
      ['codes', 'attempts'].map((table) => {
        const rows = domain.rows(`SELECT * FROM ${table}`).map((row) => JSON.stringify({ ...row, code_hash: '' }))
        return rows.filter((row) => row.includes(email)).map((row) => row.replaceAll(email, 'address'))
      })
    expect(tracesOf(EMAIL).every(({ length }) => length > 0)).toBe(true)
    expect(tracesOf(nobody)).toEqual(tracesOf(EMAIL))
    expect(domain.rows(`SELECT person FROM codes WHERE code_hash = ''`)).toEqual([])
  })

  it('is asked for again after a minute', async () => {
    for (const purpose of PURPOSES) {
      await send(purpose)
      await expect(send(purpose, MINUTE_MS - 1)).rejects.toMatchObject(tooSoon)
      await send(purpose, MINUTE_MS)
    }
    expect(mails()).toHaveLength(4)
  })

  it('for its registration is resent at once after the first, and then a minute later', async () => {
    const first = await issueCode(ctx, { purpose: 'EMAIL', person: EMAIL, target: EMAIL })
    await commit(ctx, first.writes)
    await send('EMAIL', 1)
    await expect(send('EMAIL', MINUTE_MS)).rejects.toMatchObject(tooSoon)
    await send('EMAIL', MINUTE_MS + 1)
  })

  it('does not keep another address waiting', async () => {
    for (const purpose of PURPOSES) {
      await send(purpose)
      await send(purpose, 0, 'other@example.com')
    }
    expect(mails()).toHaveLength(4)
  })
})

describe('mails that guests cause to one address', () => {
  it('are five an hour of one purpose', async () => {
    for (let i = 0; i < 5; i++) await send('LOGIN', i * MINUTE_MS)
    await expect(send('LOGIN', 60 * MINUTE_MS - 1)).rejects.toMatchObject(tooMany)
    expect(mails()).toHaveLength(5)
    await send('EMAIL', 60 * MINUTE_MS - 1)
    await send('LOGIN', 60 * MINUTE_MS - 1, 'other@example.com')
    await send('LOGIN', 60 * MINUTE_MS)
  })

  it('of registrations cost nobody a code to sign in', async () => {
    const register = () => commitForGuest(ctx, 'REGISTRATION', EMAIL, (quota) => quota)
    for (let i = 0; i < 5; i++) await register()
    await expect(register()).rejects.toMatchObject(tooMany)
    await send('LOGIN')
    expect(mails()).toHaveLength(1)
  })

  /** Asks from some network, with a challenge solved or not. @returns how often one was asked for */
  async function ask(network: string, solves = true): Promise<number> {
    let asked = 0
    const challenge = async () => {
      asked++
      if (!solves) throw new Failure('TOO_MANY_REQUESTS', { reason: 'CHALLENGE_REQUIRED' })
    }
    const visitor = { networks: [network], deviceToken: undefined, isSuspect: async () => false, challenge }
    await commitForGuest({ ...ctx, visitor }, 'PASSWORD_RESET', EMAIL, (quota) => quota)
    return asked
  }

  it('are five of each network, and past twenty of all together with a challenge each', async () => {
    for (const network of ['a', 'b', 'c', 'd']) {
      for (let i = 0; i < 5; i++) expect(await ask(network)).toBe(0)
      await expect(ask(network)).rejects.toMatchObject(tooMany)
    }
    await expect(ask('e', false)).rejects.toMatchObject({ reason: 'CHALLENGE_REQUIRED' })
    for (let i = 0; i < 5; i++) expect(await ask('e')).toBe(1)
    await expect(ask('e')).rejects.toMatchObject(tooMany)
  })

  it('are refused past twenty of all together to who comes without a request, and so without a challenge', async () => {
    for (const network of ['a', 'b', 'c', 'd']) for (let i = 0; i < 5; i++) await ask(network)
    const asked = commitForGuest(ctx, 'PASSWORD_RESET', EMAIL, (quota) => quota)
    await expect(asked).rejects.toMatchObject({ status: 429, reason: 'CHALLENGE_REQUIRED' })
  })

  /** Asks from a network so long after now; a device of the address's own may ask. */
  async function askAfter(ms: number, network: string, deviceToken?: string) {
    const asking: Ctx = {
      ...domain.after(ms),
      visitor: { networks: [network], deviceToken, isSuspect: async () => false, challenge: async () => {} },
    }
    return commitForGuest(asking, 'LOGIN', EMAIL, (quota) => quota)
  }
  /** Four networks have as much mailed as the hours allow, until the day's mails are out. */
  async function spendDay() {
    for (let hour = 0; hour < 3; hour++)
      for (const network of ['a', 'b', 'c', 'd']) for (let i = 0; i < 5; i++) await askAfter(hour * HOUR_MS, network)
  }

  it('are sixty a day of all together; past them a network has five in the day', async () => {
    await spendDay()
    for (const hour of [3, 12, 23])
      await expect(askAfter(hour * HOUR_MS, 'a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (let i = 0; i < 5; i++) await askAfter(3 * HOUR_MS, 'e')
    for (const hour of [3, 4])
      await expect(askAfter(hour * HOUR_MS, 'e')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await askAfter(DAY_MS, 'a')
  })

  it('past the day of all others are those of a device of its own', async () => {
    domain.run('UPDATE users SET email = ? WHERE id = ?', EMAIL, 'buyer')
    const token = await markDevice(ctx, { id: 'buyer', email: EMAIL })
    await spendDay()
    for (let i = 0; i < 5; i++) await askAfter(3 * HOUR_MS, 'a', token)
    await askAfter(4 * HOUR_MS, 'a', token)
  })

  it('are sixty a day of all accounts whose address it is not; past them an account has five in the day', async () => {
    const askAs = async (account: number, ms: number) => {
      const id = `account ${account}`
      const asking: Ctx = {
        ...domain.as({ id, sessionId: id }),
        now: NOW + ms,
        visitor: {
          ...{ networks: ['a'], isSuspect: async () => false, challenge: async () => {} },
          deviceToken: await markDevice(ctx, { id, email: `${id}@example.com` }),
        },
      }
      return commit(asking, await withinForeignQuota(asking, 'NEW_EMAIL', EMAIL))
    }
    for (let hour = 0; hour < 3; hour++)
      for (let account = 0; account < 4; account++) for (let i = 0; i < 5; i++) await askAs(account, hour * HOUR_MS)
    await expect(askAs(0, 3 * HOUR_MS)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (let i = 0; i < 5; i++) await askAs(4, 3 * HOUR_MS)
    await expect(askAs(4, 4 * HOUR_MS)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await askAs(0, DAY_MS)
  })
})

describe('what a guest gives and is told', () => {
  it('is one address, in lower case', () => {
    expect(OneEmail.parse({ email: ' Aline@Example.com ' })).toEqual({ email: EMAIL })
    for (const bad of [{}, { email: 'aline' }, { email: EMAIL, purpose: 'LOGIN' }]) {
      expect(OneEmail.safeParse(bad).success).toBe(false)
    }
  })

  it('is a sentence', () => {
    expect(MessageView.parse({ message: 'Oui.' })).toEqual({ message: 'Oui.' })
    expect(MessageView.safeParse({}).success).toBe(false)
  })
})
