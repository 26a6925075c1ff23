import { call, must, outside } from '../running/call.ts'
import { freshWord, newPerson, signIn } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { mustCount, race } from './race.ts'

type Googler = { sub: string; email: string }
const newGoogler = (): Googler => {
  const word = freshWord('google')
  return { sub: word, email: `${word}@proof.test` }
}

/** A new ID token of this person's, for the client that dev.env names. */
async function tokenOf(world: World, googler: Googler): Promise<string> {
  const wanted = { ...googler, aud: 'dev-google-client' }
  return (await outside<{ idToken: string }>(world, 'POST', '/google/token', wanted)).idToken
}

const register = (world: World, idToken: string) =>
  call(world, null, 'POST', '/auth/register/google', { idToken, role: 'BUYER' })

/** Somebody whose account has a password and is linked. */
async function linked(world: World) {
  const person = await newPerson(world)
  const googler = newGoogler()
  await must(world, person, 'POST', '/auth/google/link', { idToken: await tokenOf(world, googler) })
  return { person, googler }
}

const linksOf = (world: World, expected: number, id: string) =>
  mustCount(world, expected, 'links', 'SELECT count(*) AS n FROM identities WHERE user_id = ?', id)

export const googleRaces = [
  race({
    name: 'register/google: one account for a Google account, whatever its tokens',
    operations: ['POST /auth/register/google'],
    prepare: async (world) => {
      const googler = newGoogler()
      return { googler, tokens: [await tokenOf(world, googler), await tokenOf(world, googler)] }
    },
    send: (world, { tokens }, i) => register(world, tokens[i % 2] ?? ''),
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS', '409 ALREADY_EXISTS'],
    check: (world, { googler }) =>
      mustCount(world, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', googler.email),
  }),
  race({
    name: 'login/google: one token opens one session',
    operations: ['POST /auth/login/google'],
    prepare: async (world) => {
      const { person, googler } = await linked(world)
      return { person, idToken: await tokenOf(world, googler) }
    },
    send: (world, { idToken }) => call(world, null, 'POST', '/auth/login/google', { idToken }),
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS'],
    check: (world, { person }) =>
      mustCount(world, 2, 'sessions', 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', person.id),
  }),
  race({
    name: 'google/link: a Google account belongs to one of two who want it',
    operations: ['POST /auth/google/link'],
    prepare: async (world) => {
      const googler = newGoogler()
      const each = async () => ({ person: await newPerson(world), idToken: await tokenOf(world, googler) })
      return { googler, both: [await each(), await each()] }
    },
    send: (world, { both }, i) => {
      const { person, idToken } = both[i % 2] as (typeof both)[number]
      return call(world, person, 'POST', '/auth/google/link', { idToken })
    },
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS', '409 ALREADY_EXISTS'],
    check: (world, { googler }) =>
      mustCount(world, 1, 'links', 'SELECT count(*) AS n FROM identities WHERE subject = ?', googler.sub),
  }),
  race({
    name: 'google/link: it is undone once',
    operations: ['DELETE /auth/google/link'],
    prepare: (world) => linked(world),
    send: (world, { person }) => call(world, person, 'DELETE', '/auth/google/link'),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
    check: (world, { person }) => linksOf(world, 0, person.id),
  }),
]

export const sessionRaces = [
  race({
    name: 'sessions: a device is signed out once, and only it',
    operations: ['DELETE /auth/sessions/:sessionId'],
    prepare: async (world) => {
      const person = await newPerson(world)
      const here = await signIn(world, person.email)
      const { sessions } = await must(world, person, 'GET', '/auth/sessions')
      const lost: { id: string } = sessions.find(({ current }: { current: boolean }) => !current)
      return { person, here, lost: lost.id }
    },
    send: (world, { person, lost }) => call(world, person, 'DELETE', `/auth/sessions/${lost}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
    check: (world, { person }) =>
      mustCount(
        world,
        1,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        person.id,
      ),
  }),
  race({
    name: 'logout-all: every session ends, each counted once',
    operations: ['POST /auth/logout-all'],
    prepare: async (world) => {
      const person = await newPerson(world)
      return [person, await signIn(world, person.email)]
    },
    send: (world, both, i) => call(world, both[i % 2] ?? null, 'POST', '/auth/logout-all'),
    succeed: { least: 1, most: 50 },
    refusals: ['401 UNAUTHORIZED', '401 TOKEN_EXPIRED'],
    check: async (world, [person], answers) => {
      const ended = answers.reduce((sum, { data }) => sum + Number(data?.revokedSessions ?? 0), 0)
      if (ended !== 2) return `${ended} sessions counted`
      return mustCount(
        world,
        0,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        person?.id ?? '',
      )
    },
  }),
]
