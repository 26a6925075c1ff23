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

const passkeysLeft = (service: RunningService, expected: number, { id }: Person) =>
  countFault(service, expected, 'passkeys', 'SELECT count(*) AS n FROM passkeys WHERE user_id = ?', id)

export const passkeyRaces = [
  race({
    name: 'passkey: of the last two, one stays',
    guard: 'leaving',
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
