import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, codesTo, mustCall } from '#testing/running/call.ts'
import { actOnUser, freshWord, newPerson, type Person, signIn } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { USED, WRONG } from './operator.ts'
import { countFault, race } from './race.ts'

const newAccount = () => ({
  name: 'Une personne',
  email: `${freshWord('nouveau')}@proof.test`,
  password: DEMO_PASSWORD,
  role: 'BUYER',
})

/** An account whose address waits for its code. */
async function unproved(service: RunningService) {
  const json = newAccount()
  const code = await codeAfter(service, json.email, () => mustCall(service, null, 'POST', '/auth/create-account', json))
  return { email: json.email, code }
}

/** Somebody who asked for a code by SMS. */
async function askedPhone(service: RunningService, phone = freshPhone()) {
  const person = await newPerson(service, 'BUYER', { hasPhone: false })
  const code = await codeAfter(service, phone, () =>
    mustCall(service, person, 'POST', '/users/phone/request', { phone }),
  )
  return { person, phone, code }
}

const verify = (service: RunningService, person: Person, code: string) =>
  call(service, person, 'POST', '/users/phone/verify', { code })
export const accountRaces = [
  race({
    name: 'create-account: one account for an address, and five messages an hour',
    operations: ['POST /auth/create-account'],
    prepare: async () => newAccount(),
    send: (service, json) => call(service, null, 'POST', '/auth/create-account', json),
    succeed: { least: 1, most: 5 },
    refusals: ['429 TOO_MANY_REQUESTS', '503 GATEWAY_UNAVAILABLE'],
    check: (service, { email }) =>
      countFault(service, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', email),
  }),
  race({
    name: 'verify-email: five guesses, however many at once',
    operations: ['POST /auth/verify-email'],
    prepare: unproved,
    send: (service, { email, code }) =>
      call(service, null, 'POST', '/auth/verify-email', { email, code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'verify-email: the right code works once',
    operations: ['POST /auth/verify-email'],
    prepare: unproved,
    send: (service, json) => call(service, null, 'POST', '/auth/verify-email', json),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'login: ten guesses of a password, however many at once',
    operations: ['POST /auth/login/password'],
    prepare: (service) => newPerson(service),
    send: (service, { email }) =>
      call(service, null, 'POST', '/auth/login/password', { email, password: 'pas-celui-la' }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, '429 TOO_MANY_REQUESTS'],
  }),
  race({
    name: 'refresh-token: one successor, handed to all',
    operations: ['POST /auth/refresh-token'],
    prepare: async (service) => signIn(service, (await newPerson(service)).email),
    send: (service, { refreshToken }) => call(service, null, 'POST', '/auth/refresh-token', { refreshToken }),
    succeed: 'all',
    refusals: [],
    check: async (service, { id }, answers) => {
      const successors = new Set(answers.map(({ data }) => data?.refreshToken))
      if (successors.size !== 1) return `${successors.size} successors`
      return countFault(service, 2, 'generation', 'SELECT max(generation) AS n FROM sessions WHERE user_id = ?', id)
    },
  }),
  race({
    name: 'logout: the session ends, and only it',
    operations: ['POST /auth/logout'],
    prepare: async (service) => signIn(service, (await newPerson(service)).email),
    send: (service, person) => call(service, person, 'POST', '/auth/logout'),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        id,
      ),
  }),
  race({
    name: 'phone/request: one SMS a minute',
    operations: ['POST /users/phone/request'],
    prepare: async (service) => ({ person: await newPerson(service), phone: freshPhone() }),
    send: (service, { person, phone }) => call(service, person, 'POST', '/users/phone/request', { phone }),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: async (service, { phone }) => {
      const sent = (await codesTo(service, phone)).length
      return sent > 1 && `${sent} codes were sent`
    },
  }),
  race({
    name: 'phone/verify: five guesses, however many at once',
    operations: ['POST /users/phone/verify'],
    prepare: (service) => askedPhone(service),
    send: (service, { person, code }) => verify(service, person, otherCode(code)),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'phone/verify: the right code works once',
    operations: ['POST /users/phone/verify'],
    prepare: (service) => askedPhone(service),
    send: (service, { person, code }) => verify(service, person, code),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'phone/verify: of two people with one number, one has it',
    operations: ['POST /users/phone/verify'],
    prepare: async (service) => {
      const first = await askedPhone(service)
      return [first, await askedPhone(service, first.phone)]
    },
    send: (service, both, i) => {
      const { person, code } = both[i % 2] as Awaited<ReturnType<typeof askedPhone>>
      return verify(service, person, code)
    },
    succeed: 1,
    refusals: ['401 INVALID_VERIFICATION_CODE', '409 ALREADY_EXISTS', '410 GONE', '429 TOO_MANY_REQUESTS'],
    check: (service, [first]) =>
      countFault(
        service,
        1,
        'owners of the number',
        'SELECT count(*) AS n FROM users WHERE phone = ? AND phone_verified_at IS NOT NULL',
        first?.phone ?? '',
      ),
  }),
  race({
    name: 'block: once',
    operations: ['POST /users/:id/block'],
    prepare: (service) => newPerson(service),
    send: (service, { id }) => actOnUser(service, { id }, 'block', { reason: 'Essai' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: async (service, person) => {
      const { said } = await call(service, person, 'GET', '/auth/me')
      return said[0] !== '4' && 'the blocked session goes on'
    },
  }),
  race({
    name: 'unblock: once',
    operations: ['POST /users/:id/unblock'],
    prepare: async (service) => {
      const person = await newPerson(service)
      await actOnUser(service, person, 'block', { reason: 'Essai' })
      return person
    },
    send: (service, { id }) => actOnUser(service, { id }, 'unblock', { reason: 'Essai' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
