import { call, mustCall, outside } from '#testing/running/call.ts'
import { freshWord, newPerson, signIn } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

type Googler = { sub: string; email: string }
const newGoogler = (): Googler => {
  const word = freshWord('google')
  return { sub: word, email: `${word}@proof.test` }
}

/** A new ID token of this person's, for the client that dev.env names. */
async function tokenOf(service: RunningService, googler: Googler): Promise<string> {
  const wanted = { ...googler, aud: 'dev-google-client' }
  return (await outside<{ idToken: string }>(service, 'POST', '/google/token', wanted)).idToken
}

const register = (service: RunningService, idToken: string) =>
  call(service, null, 'POST', '/auth/register/google', { idToken, role: 'BUYER' })

/** Somebody whose account has a password and is linked. */
async function linked(service: RunningService) {
  const person = await newPerson(service)
  const googler = newGoogler()
  await mustCall(service, person, 'POST', '/auth/google/link', { idToken: await tokenOf(service, googler) })
  return { person, googler }
}

const linksOf = (service: RunningService, expected: number, id: string) =>
  countFault(service, expected, 'links', 'SELECT count(*) AS n FROM identities WHERE user_id = ?', id)

export const googleRaces = [
  race({
    name: 'register/google: one account for a Google account, whatever its tokens',
    operations: ['POST /auth/register/google'],
    prepare: async (service) => {
      const googler = newGoogler()
      return { googler, tokens: [await tokenOf(service, googler), await tokenOf(service, googler)] }
    },
    send: (service, { tokens }, i) => register(service, tokens[i % 2] ?? ''),
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS', '409 ALREADY_EXISTS'],
    check: (service, { googler }) =>
      countFault(service, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', googler.email),
  }),
  race({
    name: 'login/google: one token opens one session',
    operations: ['POST /auth/login/google'],
    prepare: async (service) => {
      const { person, googler } = await linked(service)
      return { person, idToken: await tokenOf(service, googler) }
    },
    send: (service, { idToken }) => call(service, null, 'POST', '/auth/login/google', { idToken }),
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS'],
    check: (service, { person }) =>
      countFault(service, 2, 'sessions', 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', person.id),
  }),
  race({
    name: 'google/link: a Google account belongs to one of two who want it',
    operations: ['POST /auth/google/link'],
    prepare: async (service) => {
      const googler = newGoogler()
      const each = async () => ({ person: await newPerson(service), idToken: await tokenOf(service, googler) })
      return { googler, both: [await each(), await each()] }
    },
    send: (service, { both }, i) => {
      const { person, idToken } = both[i % 2] as (typeof both)[number]
      return call(service, person, 'POST', '/auth/google/link', { idToken })
    },
    succeed: 1,
    refusals: ['401 INVALID_CREDENTIALS', '409 ALREADY_EXISTS'],
    check: (service, { googler }) =>
      countFault(service, 1, 'links', 'SELECT count(*) AS n FROM identities WHERE subject = ?', googler.sub),
  }),
  race({
    name: 'google/link: it is undone once',
    operations: ['DELETE /auth/google/link'],
    prepare: (service) => linked(service),
    send: (service, { person }) => call(service, person, 'DELETE', '/auth/google/link'),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
    check: (service, { person }) => linksOf(service, 0, person.id),
  }),
]

export const sessionRaces = [
  race({
    name: 'sessions: a device is signed out once, and only it',
    operations: ['DELETE /auth/sessions/:sessionId'],
    prepare: async (service) => {
      const person = await newPerson(service)
      const here = await signIn(service, person.email)
      const { sessions } = await mustCall(service, person, 'GET', '/auth/sessions')
      const lost: { id: string } = sessions.find(({ current }: { current: boolean }) => !current)
      return { person, here, lost: lost.id }
    },
    send: (service, { person, lost }) => call(service, person, 'DELETE', `/auth/sessions/${lost}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
    check: (service, { person }) =>
      countFault(
        service,
        1,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        person.id,
      ),
  }),
  race({
    name: 'logout-all: every session ends, each counted once',
    operations: ['POST /auth/logout-all'],
    prepare: async (service) => {
      const person = await newPerson(service)
      return [person, await signIn(service, person.email)]
    },
    send: (service, both, i) => call(service, both[i % 2] ?? null, 'POST', '/auth/logout-all'),
    succeed: { least: 1, most: 50 },
    refusals: ['401 UNAUTHORIZED', '401 TOKEN_EXPIRED'],
    check: async (service, [person], answers) => {
      const ended = answers.reduce((sum, { data }) => sum + Number(data?.revokedSessions ?? 0), 0)
      if (ended !== 2) return `${ended} sessions counted`
      return countFault(
        service,
        0,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        person?.id ?? '',
      )
    },
  }),
]
