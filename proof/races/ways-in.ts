import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { TIERS } from '#kernel/limits.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall, outside, pause } from '#testing/running/call.ts'
import { freshWord, newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { USED, WRONG } from './operator.ts'
import { countFault, race } from './race.ts'

export const NEW = 'Un-tout-autre-mot-7'
export const TOO_SOON = ['429 TOO_MANY_REQUESTS']
/** One try is counted for each of five; whoever comes after the one that was right finds it used. */
export const TOKEN_USED = ['410 GONE']

export const setUser = (service: RunningService, { id }: Person, columns: string, ...values: string[]) =>
  service.sql(`UPDATE users SET ${columns} WHERE id = ?`, ...values, id)
export const sessionsOf = (service: RunningService, { id }: Person, expected: number) =>
  countFault(
    service,
    expected,
    'sessions',
    'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
    id,
  )
export const codesSent = (service: RunningService, to: string) =>
  countFault(service, 1, 'messages', 'SELECT count(*) AS n FROM outbox WHERE recipient = ?', to)
const opens = async (service: RunningService, { email }: Person, password: string) =>
  (await call(service, null, 'POST', '/auth/login/password', { email, password })).status === 200
export const setTogether = async (service: RunningService, person: Person, answers: { status: number }[]) => {
  const winner = answers.findIndex(({ status }) => status < 300)
  return !(await opens(service, person, `${NEW}-${winner}`)) && 'the password of the one that succeeded opens nothing'
}

async function withLoginCode(service: RunningService) {
  const person = await newPerson(service)
  const { email } = person
  const ask = () => mustCall(service, null, 'POST', '/auth/login/request-otp', { email })
  return { person, email, code: await codeAfter(service, email, ask) }
}

/** Somebody who was mailed a link, and its token. */
async function withLink(service: RunningService) {
  const person = await newPerson(service)
  await mustCall(service, null, 'POST', '/auth/password/forgot', { email: person.email })
  for (let tries = 0; tries < 400; tries++) {
    const { messages } = await outside<{ messages: { text: string }[] }>(service, 'GET', `/inbox?to=${person.email}`)
    const token = messages.map(({ text }) => /token=([\w.-]+)/.exec(text)?.[1]).find((found) => found)
    if (token) return { person, token }
    await pause(10)
  }
  throw new Error(`no link came for ${person.email}`)
}

let crowded = 0
/** A new account, from an address that others share. */
const join = (service: RunningService, headers: Record<string, string>) => {
  const account = { name: 'Aline', email: `${freshWord('foule')}@proof.test`, password: DEMO_PASSWORD, role: 'BUYER' }
  return call(service, null, 'POST', '/auth/create-account', account, headers)
}

export const wayInRaces = [
  ...(['login/request-otp', 'password/forgot'] as const).map((path) =>
    race({
      name: `${path}: one mail a minute`,
      operations: [`POST /auth/${path}`],
      prepare: (service) => newPerson(service),
      send: (service, { email }) => call(service, null, 'POST', `/auth/${path}`, { email }),
      succeed: 1,
      refusals: TOO_SOON,
      check: (service, { email }) =>
        countFault(
          service,
          1,
          'mails',
          `SELECT count(*) AS n FROM outbox WHERE recipient = ? AND kind <> 'session.new-device'`,
          email,
        ),
    }),
  ),
  race({
    name: 'challenge: a solution lets one in',
    operations: ['POST /auth/create-account'],
    prepare: async (service) => {
      const address = { 'cf-connecting-ip': `102.71.${Math.floor(++crowded / 250)}.${crowded % 250}` }
      for (let i = 0; i < TIERS.creation.max; i++) await join(service, address)
      const { said } = await join(service, address)
      if (said !== '429 CHALLENGE_REQUIRED') throw new Error(`an eleventh account was answered ${said}`)
      const challenge = await mustCall(service, null, 'GET', '/auth/challenge')
      const solution = await solveChallenge({ challenge, deriveKey })
      return { ...address, 'x-challenge': btoa(JSON.stringify({ challenge, solution })) }
    },
    send: (service, headers) => join(service, headers),
    succeed: 1,
    refusals: ['429 CHALLENGE_REQUIRED', '503 GATEWAY_UNAVAILABLE'],
  }),
  race({
    name: 'resend-verification: one mail a minute',
    operations: ['POST /auth/resend-verification'],
    prepare: async (service) => {
      const person = await newPerson(service)
      await setUser(service, person, 'email_verified_at = NULL')
      return person
    },
    send: (service, { email }) => call(service, null, 'POST', '/auth/resend-verification', { email }),
    succeed: 1,
    refusals: TOO_SOON,
    check: (service, { email }) => codesSent(service, email),
  }),
  race({
    name: 'login/verify-otp: five guesses, however many at once',
    operations: ['POST /auth/login/verify-otp'],
    prepare: withLoginCode,
    send: (service, { email, code }) =>
      call(service, null, 'POST', '/auth/login/verify-otp', { email, code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'login/verify-otp: the right code opens one session',
    operations: ['POST /auth/login/verify-otp'],
    prepare: withLoginCode,
    send: (service, { email, code }) => call(service, null, 'POST', '/auth/login/verify-otp', { email, code }),
    succeed: 1,
    refusals: USED,
    check: (service, { person }) => sessionsOf(service, person, 2),
  }),
  race({
    name: 'password/reset: five guesses of the token, however many at once',
    operations: ['POST /auth/password/reset'],
    prepare: withLink,
    send: (service, { token }) =>
      call(service, null, 'POST', '/auth/password/reset', { token: `${token.slice(0, 37)}wrong`, newPassword: NEW }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_VERIFICATION_CODE', most: 5 }, ...TOKEN_USED],
  }),
  race({
    name: 'password/reset: the link sets one password and ends every session',
    operations: ['POST /auth/password/reset'],
    prepare: withLink,
    send: (service, { token }, i) =>
      call(service, null, 'POST', '/auth/password/reset', { token, newPassword: `${NEW}-${i}` }),
    succeed: 1,
    refusals: TOKEN_USED,
    check: async (service, { person }, answers) =>
      (await sessionsOf(service, person, 0)) || setTogether(service, person, answers),
  }),
  race({
    name: 'password/update: ten guesses of the old one, however many at once',
    operations: ['POST /auth/password/update'],
    prepare: (service) => newPerson(service),
    send: (service, person, i) => {
      const json = { currentPassword: 'pas-celui-la', newPassword: `${NEW}-${i}` }
      return call(service, person, 'POST', '/auth/password/update', json)
    },
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, ...TOO_SOON],
  }),
  race({
    name: 'password/create: one first password',
    operations: ['POST /auth/password/create'],
    prepare: async (service) => {
      const person = await newPerson(service)
      await setUser(service, person, 'password_hash = NULL')
      return person
    },
    send: (service, person, i) =>
      call(service, person, 'POST', '/auth/password/create', { newPassword: `${NEW}-${i}` }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS', '503 GATEWAY_UNAVAILABLE'],
    check: setTogether,
  }),
]
