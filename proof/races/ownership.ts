import { call, mustCall, outside, pause } from '#testing/running/call.ts'
import { newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { countFault, race } from './race.ts'
import { sessionsOf, TOKEN_USED, TOO_SOON } from './ways-in.ts'

/** Somebody whose number was taken away, and the token of the link that takes it back. */
async function changed(service: RunningService) {
  const person = await newPerson(service)
  await mustCall(service, person, 'DELETE', '/users/me/phone')
  for (let tries = 0; tries < 400; tries++) {
    const { messages } = await outside<{ messages: { text: string }[] }>(
      service,
      'GET',
      `/inbox?to=${encodeURIComponent(person.email)}`,
    )
    const token = messages.flatMap(({ text }) => /annuler\?token=([\w.-]+)/.exec(text)?.[1] ?? [])[0]
    if (token) return { person, token }
    await pause(10)
  }
  throw new Error(`no link came for ${person.email}`)
}

export const ownershipRaces = [
  race({
    name: 'reauthenticate: ten guesses of the password, however many at once',
    operations: ['POST /auth/reauthenticate'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'POST', '/auth/reauthenticate', { password: 'pas-celui-la' }),
    succeed: 0,
    refusals: [{ said: '401 INVALID_CREDENTIALS', most: 10 }, ...TOO_SOON],
  }),
  race({
    name: 'reauthenticate: the password proves as often as it is typed',
    operations: ['POST /auth/reauthenticate'],
    prepare: (service) => newPerson(service),
    send: (service, person) => call(service, person, 'POST', '/auth/reauthenticate', { password: DEMO_PASSWORD }),
    succeed: { least: 1, most: 50 },
    refusals: [...TOO_SOON, '503 GATEWAY_UNAVAILABLE'],
  }),
  race({
    name: 'changes/undo: the link takes the change back once',
    operations: ['POST /auth/changes/undo'],
    prepare: changed,
    send: (service, { token }) => call(service, null, 'POST', '/auth/changes/undo', { token }),
    succeed: 1,
    refusals: TOKEN_USED,
    check: async (service, { person }) =>
      (await sessionsOf(service, person, 0)) ||
      countFault(service, 1, 'numbers', 'SELECT count(*) AS n FROM users WHERE phone = ?', person.phone),
  }),
  race({
    name: 'force-logout with resetFactors: nothing of before opens, and one link does',
    operations: ['POST /users/:id/force-logout'],
    prepare: async (service) => ({
      admin: await newPerson(service, 'ADMIN'),
      person: await newPerson(service, 'SUPPORT'),
    }),
    send: (service, { admin, person }) =>
      call(service, admin, 'POST', `/users/${person.id}/force-logout`, { resetFactors: true }),
    succeed: 'all',
    refusals: [],
    check: async (service, { person }, answers) => {
      const ended = answers.reduce((sum, { data }) => sum + data.revokedSessions, 0)
      if (ended !== 1) return `${ended} sessions ended`
      const rows = [
        ['live links', 1, "one_time_tokens WHERE purpose = 'PASSWORD_RESET' AND consumed_at IS NULL AND user_id = ?"],
        ['passwords', 0, 'users WHERE password_hash IS NOT NULL AND id = ?'],
      ] as const
      for (const [what, expected, from] of rows) {
        const fault = await countFault(service, expected, what, `SELECT count(*) AS n FROM ${from}`, person.id)
        if (fault) return fault
      }
      return sessionsOf(service, person, 0)
    },
  }),
]

export const ownershipNotRaced = {
  'POST /auth/recovery/cancel': 'it stops whatever is under way; of two at once the second finds nothing left to stop',
}
