import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { call, codeAfter, codesTo, must, otherThan } from '../running/call.ts'
import { aStaff, freshPhone, freshWord, newPerson, type Person, signIn } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { USED, WRONG } from './operator.ts'
import { mustCount, race } from './race.ts'

const newAccount = () => ({
  name: 'Une personne',
  email: `${freshWord('nouveau')}@proof.test`,
  password: DEMO_PASSWORD,
  role: 'BUYER',
})

/** An account whose address waits for its code. */
async function unproved(world: World) {
  const json = newAccount()
  const code = await codeAfter(world, json.email, () => must(world, null, 'POST', '/auth/create-account', json))
  return { email: json.email, code }
}

/** Somebody who asked for a code by SMS. */
async function askedPhone(world: World, phone = freshPhone()) {
  const person = await newPerson(world, 'BUYER', { hasPhone: false })
  const code = await codeAfter(world, phone, () => must(world, person, 'POST', '/users/phone/request', { phone }))
  return { person, phone, code }
}

const verify = (world: World, person: Person, code: string) =>
  call(world, person, 'POST', '/users/phone/verify', { code })
const judge = async (world: World, id: string, action: 'block' | 'unblock') =>
  call(world, await aStaff(world), 'POST', `/users/${id}/${action}`, { reason: 'Essai' })

export const accountRaces = [
  race({
    name: 'create-account: one account for an address, and five messages an hour',
    operations: ['POST /auth/create-account'],
    prepare: async () => newAccount(),
    send: (world, json) => call(world, null, 'POST', '/auth/create-account', json),
    succeed: 5,
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: (world, { email }) =>
      mustCount(world, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', email),
  }),
  race({
    name: 'verify-email: five guesses, however many at once',
    operations: ['POST /auth/verify-email'],
    prepare: unproved,
    send: (world, { email, code }) => call(world, null, 'POST', '/auth/verify-email', { email, code: otherThan(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'verify-email: the right code works once',
    operations: ['POST /auth/verify-email'],
    prepare: unproved,
    send: (world, json) => call(world, null, 'POST', '/auth/verify-email', json),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'login: ten guesses of a password, however many at once',
    operations: ['POST /auth/login/password'],
    prepare: (world) => newPerson(world),
    send: (world, { email }) => call(world, null, 'POST', '/auth/login/password', { email, password: 'pas-celui-la' }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, '429 TOO_MANY_REQUESTS'],
  }),
  race({
    name: 'refresh-token: one successor, handed to all',
    operations: ['POST /auth/refresh-token'],
    prepare: async (world) => signIn(world, (await newPerson(world)).email),
    send: (world, { refreshToken }) => call(world, null, 'POST', '/auth/refresh-token', { refreshToken }),
    succeed: 'all',
    refusals: [],
    check: async (world, { id }, answers) => {
      const successors = new Set(answers.map(({ data }) => data?.refreshToken))
      if (successors.size !== 1) return `${successors.size} successors`
      return mustCount(world, 2, 'generation', 'SELECT max(generation) AS n FROM sessions WHERE user_id = ?', id)
    },
  }),
  race({
    name: 'logout: the session ends, and only it',
    operations: ['POST /auth/logout'],
    prepare: async (world) => signIn(world, (await newPerson(world)).email),
    send: (world, person) => call(world, person, 'POST', '/auth/logout'),
    succeed: { least: 1, most: 50 },
    refusals: ['401 UNAUTHORIZED', '401 TOKEN_EXPIRED'],
    check: (world, { id }) =>
      mustCount(
        world,
        1,
        'sessions left',
        'SELECT count(*) AS n FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
        id,
      ),
  }),
  race({
    name: 'phone/request: one SMS a minute',
    operations: ['POST /users/phone/request'],
    prepare: async (world) => ({ person: await newPerson(world), phone: freshPhone() }),
    send: (world, { person, phone }) => call(world, person, 'POST', '/users/phone/request', { phone }),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: async (world, { phone }) => {
      const sent = (await codesTo(world, phone)).length
      return sent > 1 && `${sent} codes were sent`
    },
  }),
  race({
    name: 'phone/verify: five guesses, however many at once',
    operations: ['POST /users/phone/verify'],
    prepare: (world) => askedPhone(world),
    send: (world, { person, code }) => verify(world, person, otherThan(code)),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'phone/verify: the right code works once',
    operations: ['POST /users/phone/verify'],
    prepare: (world) => askedPhone(world),
    send: (world, { person, code }) => verify(world, person, code),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'phone/verify: of two people with one number, one has it',
    operations: ['POST /users/phone/verify'],
    prepare: async (world) => {
      const first = await askedPhone(world)
      return [first, await askedPhone(world, first.phone)]
    },
    send: (world, both, i) => {
      const { person, code } = both[i % 2] as Awaited<ReturnType<typeof askedPhone>>
      return verify(world, person, code)
    },
    succeed: 1,
    refusals: ['401 INVALID_VERIFICATION_CODE', '409 ALREADY_EXISTS', '410 GONE', '429 TOO_MANY_REQUESTS'],
    check: (world, [first]) =>
      mustCount(
        world,
        1,
        'owners of the number',
        'SELECT count(*) AS n FROM users WHERE phone = ? AND phone_verified_at IS NOT NULL',
        first?.phone ?? '',
      ),
  }),
  race({
    name: 'block: once',
    operations: ['POST /users/:id/block'],
    prepare: (world) => newPerson(world),
    send: (world, { id }) => judge(world, id, 'block'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: async (world, person) => {
      const { said } = await call(world, person, 'GET', '/auth/me')
      return said[0] !== '4' && 'the blocked session goes on'
    },
  }),
  race({
    name: 'unblock: once',
    operations: ['POST /users/:id/unblock'],
    prepare: async (world) => {
      const person = await newPerson(world)
      await judge(world, person.id, 'block')
      return person
    },
    send: (world, { id }) => judge(world, id, 'unblock'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
