import { newAuthenticator } from '../../test/authenticator.ts'
import { call, must } from '../running/call.ts'
import { newPerson, type Person } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { mustCount, race } from './race.ts'

const newDevice = (world: World) => newAuthenticator({ origin: new URL(world.api).origin })

/** A new device, and what it answers to the account's challenge. */
async function madeFor(world: World, person: Person) {
  const device = await newDevice(world)
  const { challengeId, options } = await must(world, person, 'POST', '/auth/passkey/register/options')
  return { device, json: { challengeId, response: await device.create(options) } }
}

async function register(world: World, person: Person) {
  const { device, json } = await madeFor(world, person)
  const { id }: { id: string } = await must(world, person, 'POST', '/auth/passkey/register/verify', json)
  return { device, id }
}

async function withPasskey(world: World) {
  const person = await newPerson(world)
  return { person, ...(await register(world, person)) }
}

const startLogin = (world: World) => must(world, null, 'POST', '/auth/passkey/login/options', {})
const passkeysLeft = (world: World, expected: number, { id }: Person) =>
  mustCount(world, expected, 'passkeys', 'SELECT count(*) AS n FROM passkeys WHERE user_id = ?', id)
/** One is the password's, of before. */
const oneMoreSession = (world: World, { id }: Person) =>
  mustCount(world, 2, 'sessions', 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', id)

export const passkeyRaces = [
  race({
    name: 'passkey/register/verify: a passkey is added once',
    operations: ['POST /auth/passkey/register/verify'],
    prepare: async (world) => {
      const person = await newPerson(world)
      return { person, ...(await madeFor(world, person)) }
    },
    send: (world, { person, json }) => call(world, person, 'POST', '/auth/passkey/register/verify', json),
    succeed: 1,
    refusals: ['410 GONE'],
    check: (world, { person }) => passkeysLeft(world, 1, person),
  }),
  race({
    name: 'passkey/register/verify: 20 for an account',
    operations: ['POST /auth/passkey/register/verify'],
    prepare: async (world) => {
      const person = await newPerson(world)
      await world.sql(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
         INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         SELECT ?1 || i, ?1, ?1 || i, 'AA', 0, '[]', 0, 'Ancienne', 1 FROM n`,
        person.id,
      )
      return person
    },
    send: async (world, person) => {
      const { json } = await madeFor(world, person)
      return call(world, person, 'POST', '/auth/passkey/register/verify', json)
    },
    succeed: 2,
    refusals: ['409 CONFLICT'],
    check: (world, person) => passkeysLeft(world, 20, person),
  }),
  race({
    name: 'passkey/login/verify: one assertion opens one session',
    operations: ['POST /auth/passkey/login/verify'],
    prepare: async (world) => {
      const { person, device } = await withPasskey(world)
      const { challengeId, options } = await startLogin(world)
      return { person, json: { challengeId, response: await device.get(options) } }
    },
    send: (world, { json }) => call(world, null, 'POST', '/auth/passkey/login/verify', json),
    succeed: 1,
    refusals: ['410 GONE'],
    check: (world, { person }) => oneMoreSession(world, person),
  }),
  race({
    name: 'passkey/login/verify: one signature counter opens one session',
    operations: ['POST /auth/passkey/login/verify'],
    prepare: (world) => withPasskey(world),
    send: async (world, { device }) => {
      const { challengeId, options } = await startLogin(world)
      const response = await device.get(options, { counter: 7 })
      return call(world, null, 'POST', '/auth/passkey/login/verify', { challengeId, response })
    },
    succeed: 1,
    refusals: ['401 INVALID_VERIFICATION_CODE'],
    check: (world, { person }) => oneMoreSession(world, person),
  }),
  race({
    name: 'passkey: of the last two, one stays',
    operations: ['DELETE /auth/passkey/:passkeyId'],
    prepare: async (world) => {
      const { person, id } = await withPasskey(world)
      const other = await register(world, person)
      await world.sql('UPDATE users SET password_hash = NULL WHERE id = ?', person.id)
      return { person, ids: [id, other.id] }
    },
    send: (world, { person, ids }, i) => call(world, person, 'DELETE', `/auth/passkey/${ids[i % 2]}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND', '409 LAST_SIGN_IN_METHOD'],
    check: (world, { person }) => passkeysLeft(world, 1, person),
  }),
]

export const passkeysNotRaced = {
  'POST /auth/passkey/register/options': 'each draws a challenge of its own',
  'POST /auth/passkey/login/options': 'each draws a challenge of its own, for nobody',
}
