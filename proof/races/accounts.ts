import { freshPhone } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { freshWord, newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { countFault, race } from './race.ts'

const newAccount = () => ({
  name: 'Une personne',
  email: `${freshWord('nouveau')}@proof.test`,
  password: DEMO_PASSWORD,
  role: 'BUYER',
})

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
    guard: 'key',
    operations: ['POST /auth/create-account'],
    prepare: async () => newAccount(),
    send: (service, json) => call(service, null, 'POST', '/auth/create-account', json),
    succeed: { least: 1, most: 5 },
    refusals: ['429 TOO_MANY_REQUESTS', '503 GATEWAY_UNAVAILABLE'],
    check: (service, { email }) =>
      countFault(service, 1, 'accounts', 'SELECT count(*) AS n FROM users WHERE email = ?', email),
  }),
  race({
    name: 'login: ten guesses of a password, however many at once',
    guard: 'limit',
    operations: ['POST /auth/login/password'],
    prepare: (service) => newPerson(service),
    send: (service, { email }) =>
      call(service, null, 'POST', '/auth/login/password', { email, password: 'pas-celui-la' }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, '429 TOO_MANY_REQUESTS'],
  }),
  race({
    name: 'phone/verify: of two people with one number, one has it',
    guard: 'key',
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
]
