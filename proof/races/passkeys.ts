import { newAuthenticator } from '#testing/authenticator.ts'
import { call, mustCall } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const newDevice = (service: RunningService) => newAuthenticator({ origin: new URL(service.api).origin })

/** A new device, and what it answers to the account's challenge. */
async function madeFor(service: RunningService, person: Person) {
  const device = await newDevice(service)
  const { challengeId, options } = await mustCall(service, person, 'POST', '/auth/passkey/register/options')
  return { device, json: { challengeId, response: await device.create(options) } }
}

async function register(service: RunningService, person: Person) {
  const { device, json } = await madeFor(service, person)
  const { id }: { id: string } = await mustCall(service, person, 'POST', '/auth/passkey/register/verify', json)
  return { device, id }
}

async function withPasskey(service: RunningService) {
  const person = await newPerson(service)
  return { person, ...(await register(service, person)) }
}

const startLogin = (service: RunningService) => mustCall(service, null, 'POST', '/auth/passkey/login/options', {})
const passkeysLeft = (service: RunningService, expected: number, { id }: Person) =>
  countFault(service, expected, 'passkeys', 'SELECT count(*) AS n FROM passkeys WHERE user_id = ?', id)
/** One is the password's, of before. */
const oneMoreSession = (service: RunningService, { id }: Person) =>
  countFault(service, 2, 'sessions', 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', id)

export const passkeyRaces = [
  race({
    name: 'passkey/register/verify: a passkey is added once',
    operations: ['POST /auth/passkey/register/verify'],
    prepare: async (service) => {
      const person = await newPerson(service)
      return { person, ...(await madeFor(service, person)) }
    },
    send: (service, { person, json }) => call(service, person, 'POST', '/auth/passkey/register/verify', json),
    succeed: 1,
    refusals: ['410 GONE'],
    check: (service, { person }) => passkeysLeft(service, 1, person),
  }),
  race({
    name: 'passkey/register/verify: no 21st of an account',
    operations: ['POST /auth/passkey/register/verify'],
    prepare: async (service) => {
      const person = await newPerson(service)
      await service.sql(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
         INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         SELECT ?1 || i, ?1, ?1 || i, 'AA', 0, '[]', 0, 'Ancienne', 1 FROM n`,
        person.id,
      )
      return person
    },
    send: async (service, person) => {
      const { json } = await madeFor(service, person)
      return call(service, person, 'POST', '/auth/passkey/register/verify', json)
    },
    // A challenge asked for later takes the place of the one before.
    succeed: 0,
    refusals: ['409 CONFLICT', '410 GONE'],
    check: (service, person) => passkeysLeft(service, 20, person),
  }),
  race({
    name: 'passkey/login/verify: one assertion opens one session',
    operations: ['POST /auth/passkey/login/verify'],
    prepare: async (service) => {
      const { person, device } = await withPasskey(service)
      const { challengeId, options } = await startLogin(service)
      return { person, json: { challengeId, response: await device.get(options) } }
    },
    send: (service, { json }) => call(service, null, 'POST', '/auth/passkey/login/verify', json),
    succeed: 1,
    refusals: ['410 GONE'],
    check: (service, { person }) => oneMoreSession(service, person),
  }),
  race({
    name: 'passkey/login/verify: one signature counter opens one session',
    operations: ['POST /auth/passkey/login/verify'],
    prepare: (service) => withPasskey(service),
    send: async (service, { device }) => {
      const { challengeId, options } = await startLogin(service)
      const response = await device.get(options, { counter: 7 })
      return call(service, null, 'POST', '/auth/passkey/login/verify', { challengeId, response })
    },
    succeed: 1,
    refusals: ['401 INVALID_VERIFICATION_CODE'],
    check: (service, { person }) => oneMoreSession(service, person),
  }),
  race({
    name: 'passkey: of the last two, one stays',
    operations: ['DELETE /auth/passkey/:passkeyId'],
    prepare: async (service) => {
      const { person, id } = await withPasskey(service)
      const other = await register(service, person)
      await service.sql('UPDATE users SET password_hash = NULL WHERE id = ?', person.id)
      return { person, ids: [id, other.id] }
    },
    send: (service, { person, ids }, i) => call(service, person, 'DELETE', `/auth/passkey/${ids[i % 2]}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND', '409 LAST_SIGN_IN_METHOD'],
    check: (service, { person }) => passkeysLeft(service, 1, person),
  }),
]

export const passkeysNotRaced = {
  'POST /auth/passkey/register/options': 'each draws a challenge of its own',
  'POST /auth/passkey/login/options': 'each draws a challenge of its own, for nobody',
}
