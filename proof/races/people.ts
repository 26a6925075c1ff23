import { ADDRESS, otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { actOnUser, freshWord, newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { drawPicture } from '../../scripts/seed/picture.ts'
import { USED, WRONG } from './operator.ts'
import { countFault, race } from './race.ts'
import { sessionsOf, setUser, TOO_SOON } from './ways-in.ts'

const password = DEMO_PASSWORD
const ONCE = ['404 NOT_FOUND', '409 INVALID_TRANSITION']
const picture = drawPicture('packet', 40)

const acts = (service: RunningService, { id }: Person, action: string, expected: number) =>
  countFault(
    service,
    expected,
    action,
    'SELECT count(*) AS n FROM audit WHERE target_id = ? AND action = ?',
    ...[id, action],
  )
const deleted = async (service: RunningService) => {
  const person = await newPerson(service)
  await actOnUser(service, person, 'delete', { reason: 'Essai' })
  return person
}
const oneDefault = (service: RunningService, { id }: Person, expected = 1) =>
  countFault(
    service,
    expected,
    'default addresses',
    'SELECT count(*) AS n FROM addresses WHERE user_id = ? AND is_default = 1',
    id,
  )

async function withAddresses(service: RunningService) {
  const person = await newPerson(service)
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await mustCall(service, person, 'POST', '/users/me/addresses', ADDRESS)).id)
  return { person, ids }
}
async function changingEmail(service: RunningService) {
  const person = await newPerson(service)
  const newEmail = `${freshWord('neuf')}@proof.test`
  const ask = () => mustCall(service, person, 'POST', '/users/me/email/request', { newEmail, password })
  return { person, newEmail, code: await codeAfter(service, newEmail, ask) }
}
async function askedDeletion(service: RunningService) {
  const person = await newPerson(service)
  await mustCall(service, person, 'POST', '/users/me/delete', { password })
  return person
}
const avatar = () => {
  const form = new FormData()
  form.append('avatar', new File([picture], 'moi.png', { type: 'image/png' }))
  return form
}

export const peopleRaces = [
  race({
    name: 'force-logout: every session ends once',
    operations: ['POST /users/:id/force-logout'],
    prepare: (service) => newPerson(service),
    send: (service, person) => actOnUser(service, person, 'force-logout'),
    succeed: 'all',
    refusals: [],
    check: async (service, person, answers) => {
      const ended = answers.reduce((sum, { data }) => sum + data.revokedSessions, 0)
      return ended !== 1 ? `${ended} sessions ended` : sessionsOf(service, person, 0)
    },
  }),
  race({
    name: 'verify-phone: of two people with one number, one has it',
    operations: ['POST /users/:id/verify-phone'],
    prepare: async (service) => {
      const [one, other] = [await newPerson(service), await newPerson(service)]
      for (const each of [one, other]) await setUser(service, each, 'phone = ?, phone_verified_at = NULL', one.phone)
      return [one, other]
    },
    send: (service, both, i) => actOnUser(service, both[i % 2] as Person, 'verify-phone'),
    succeed: { least: 1, most: 50 },
    refusals: ['409 ALREADY_EXISTS'],
    check: (service, [one]) =>
      countFault(
        service,
        1,
        'owners of the number',
        'SELECT count(*) AS n FROM users WHERE phone = ? AND phone_verified_at IS NOT NULL',
        one?.phone ?? '',
      ),
  }),
  race({
    name: 'delete: once',
    operations: ['POST /users/:id/delete'],
    prepare: (service) => newPerson(service),
    send: (service, person) => actOnUser(service, person, 'delete', { reason: 'Essai' }),
    succeed: 1,
    refusals: ONCE,
    check: async (service, person) => (await acts(service, person, 'user.delete', 1)) || sessionsOf(service, person, 0),
  }),
  race({
    name: 'restore: once',
    operations: ['POST /users/:id/restore'],
    prepare: deleted,
    send: (service, person) => actOnUser(service, person, 'restore'),
    succeed: 1,
    refusals: ONCE,
    check: (service, person) => acts(service, person, 'user.restore', 1),
  }),
  race({
    name: 'role: once, and every session ends',
    operations: ['POST /users/:id/role'],
    prepare: (service) => newPerson(service),
    send: (service, person) => actOnUser(service, person, 'role', { role: 'SUPPORT' }),
    succeed: 1,
    refusals: ONCE,
    check: async (service, person) => (await acts(service, person, 'user.role', 1)) || sessionsOf(service, person, 0),
  }),
  race({
    name: 'addresses: twenty at most, one of them the default',
    operations: ['POST /users/me/addresses'],
    prepare: (service) => newPerson(service),
    send: (service, person, i) =>
      call(service, person, 'POST', '/users/me/addresses', { ...ADDRESS, isDefault: i % 2 === 0 }),
    succeed: 20,
    refusals: ['409 CONFLICT'],
    check: (service, person) => oneDefault(service, person),
  }),
  race({
    name: 'addresses: one default, however many are made it at once',
    operations: ['PUT /users/me/addresses/:id'],
    prepare: withAddresses,
    send: (service, { person, ids }, i) =>
      call(service, person, 'PUT', `/users/me/addresses/${ids[i % 5]}`, { isDefault: true }),
    succeed: 'all',
    refusals: [],
    check: (service, { person }) => oneDefault(service, person),
  }),
  race({
    name: 'addresses: each is taken away once, and the default is passed on to the last',
    operations: ['DELETE /users/me/addresses/:id'],
    prepare: withAddresses,
    send: (service, { person, ids }, i) => call(service, person, 'DELETE', `/users/me/addresses/${ids[i % 4]}`),
    succeed: 4,
    refusals: ['404 NOT_FOUND'],
    check: (service, { person }) => oneDefault(service, person),
  }),
  race({
    name: 'avatar: one picture is kept',
    operations: ['POST /users/me/avatar'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'POST', '/users/me/avatar', avatar()),
    succeed: 'all',
    refusals: [],
  }),
  race({
    name: 'phone: taken off and told once',
    operations: ['DELETE /users/me/phone'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'DELETE', '/users/me/phone'),
    succeed: 'all',
    refusals: [],
    check: (service, { email }) =>
      countFault(
        service,
        1,
        'mails',
        `SELECT count(*) AS n FROM outbox WHERE recipient = ? AND kind = 'phone.removed'`,
        email,
      ),
  }),
  race({
    name: 'email/request: ten guesses of the password, however many at once',
    operations: ['POST /users/me/email/request'],
    prepare: (service) => newPerson(service),
    send: (service, person, i) =>
      call(service, person, 'POST', '/users/me/email/request', {
        newEmail: `n${i}@proof.test`,
        password: 'pas-celui-la',
      }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, ...TOO_SOON],
  }),
  race({
    name: 'email/request: one mail a minute',
    operations: ['POST /users/me/email/request'],
    prepare: async (service) => ({ person: await newPerson(service), newEmail: `${freshWord('neuf')}@proof.test` }),
    send: (service, { person, newEmail }) =>
      call(service, person, 'POST', '/users/me/email/request', { newEmail, password }),
    succeed: 1,
    refusals: [...TOO_SOON, '503 GATEWAY_UNAVAILABLE'],
    check: (service, { newEmail }) =>
      countFault(service, 1, 'mails', 'SELECT count(*) AS n FROM outbox WHERE recipient = ?', newEmail),
  }),
  race({
    name: 'email/verify: five guesses, however many at once',
    operations: ['POST /users/me/email/verify'],
    prepare: changingEmail,
    send: (service, { person, code }) =>
      call(service, person, 'POST', '/users/me/email/verify', { code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'email/verify: the right code works once',
    operations: ['POST /users/me/email/verify'],
    prepare: changingEmail,
    send: (service, { person, code }) => call(service, person, 'POST', '/users/me/email/verify', { code }),
    succeed: 1,
    refusals: [...USED, '409 CONFLICT'],
    check: (service, { newEmail }) =>
      countFault(service, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', newEmail),
  }),
  race({
    name: 'delete my account: asked for and told once',
    operations: ['POST /users/me/delete'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'POST', '/users/me/delete', { password }),
    succeed: { least: 1, most: 50 },
    refusals: [...TOO_SOON, '503 GATEWAY_UNAVAILABLE'],
    check: (service, { email }) =>
      countFault(
        service,
        1,
        'mails',
        `SELECT count(*) AS n FROM outbox WHERE recipient = ? AND kind = 'account.deletion-scheduled'`,
        email,
      ),
  }),
  race({
    name: 'keep my account: once',
    operations: ['POST /users/me/delete/cancel'],
    prepare: askedDeletion,
    send: (service, person) => call(service, person, 'POST', '/users/me/delete/cancel'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]

export const peopleNotRaced = {
  'POST /users/:id/verify-email': 'what is verified stays as it is; vouching twice changes nothing',
  'PUT /users/me': 'the last edit holds, of the owner’s own name and preferences',
  'DELETE /users/me/avatar': 'it is what POST races for: each of several at once lets go of the one it replaces',
}
