import { otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { freshWord, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { USED, WRONG } from './operator.ts'
import { countFault, race } from './race.ts'
import { codesSent, NEW, sessionsOf, setTogether, setUser, TOKEN_USED, TOO_SOON } from './ways-in.ts'

async function withSecondary(service: RunningService) {
  const [person, second] = [await newPerson(service), `${freshWord('second')}@proof.test`]
  await setUser(service, person, 'secondary_email = ?', second)
  return { person, second }
}
async function askedSecondary(service: RunningService) {
  const [person, email] = [await newPerson(service), `${freshWord('second')}@proof.test`]
  const code = await codeAfter(service, email, () =>
    mustCall(service, person, 'POST', '/auth/secondary-email', { email }),
  )
  return { person, email, code }
}

async function started(service: RunningService) {
  const { person, second } = await withSecondary(service)
  const { recoveryId } = await mustCall(service, null, 'POST', '/auth/recovery/start', { identifier: person.email })
  return { person, second, recoveryId: recoveryId as string }
}
const sendCode = (service: RunningService, recoveryId: string) =>
  call(service, null, 'POST', '/auth/recovery/send-code', { recoveryId, method: 'SECONDARY_EMAIL' })
async function askedRecovery(service: RunningService) {
  const { person, second, recoveryId } = await started(service)
  return { person, recoveryId, code: await codeAfter(service, second, () => sendCode(service, recoveryId)) }
}
/** A recovery whose day of waiting is over. */
async function afterWaiting(service: RunningService) {
  const { person, recoveryId, code } = await askedRecovery(service)
  const { recoveryToken } = await mustCall(service, null, 'POST', '/auth/recovery/verify', { recoveryId, code })
  await service.sql(
    `UPDATE one_time_tokens SET facts = json_set(facts, '$.availableAt', 1) WHERE user_id = ?`,
    person.id,
  )
  return { person, recoveryToken: recoveryToken as string }
}

export const recoveryRaces = [
  race({
    name: 'recovery/start: five an hour for one address',
    operations: ['POST /auth/recovery/start'],
    prepare: (service) => newPerson(service),
    send: (service, { email }) => call(service, null, 'POST', '/auth/recovery/start', { identifier: email }),
    succeed: 5,
    refusals: TOO_SOON,
  }),
  race({
    name: 'recovery/send-code: one code a minute',
    operations: ['POST /auth/recovery/send-code'],
    prepare: started,
    send: (service, { recoveryId }) => sendCode(service, recoveryId),
    succeed: 1,
    refusals: TOO_SOON,
    check: (service, { second }) => codesSent(service, second),
  }),
  race({
    name: 'recovery/verify: five guesses, however many at once',
    operations: ['POST /auth/recovery/verify'],
    prepare: askedRecovery,
    send: (service, { recoveryId, code }) =>
      call(service, null, 'POST', '/auth/recovery/verify', { recoveryId, code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'recovery/verify: the right code proves it once',
    operations: ['POST /auth/recovery/verify'],
    prepare: askedRecovery,
    send: (service, { recoveryId, code }) => call(service, null, 'POST', '/auth/recovery/verify', { recoveryId, code }),
    succeed: 1,
    refusals: USED,
    check: (service, { person }) =>
      countFault(
        service,
        1,
        'open tokens',
        `SELECT count(*) AS n FROM one_time_tokens WHERE user_id = ? AND purpose = 'RECOVERY' AND consumed_at IS NULL`,
        person.id,
      ),
  }),
  race({
    name: 'recovery/complete: one new password, and every session ends',
    operations: ['POST /auth/recovery/complete'],
    prepare: afterWaiting,
    send: (service, { recoveryToken }, i) =>
      call(service, null, 'POST', '/auth/recovery/complete', { recoveryToken, newPassword: `${NEW}-${i}` }),
    succeed: 1,
    refusals: TOKEN_USED,
    check: async (service, { person }, answers) =>
      (await sessionsOf(service, person, 0)) || setTogether(service, person, answers),
  }),
  race({
    name: 'secondary-email: one code a minute',
    operations: ['POST /auth/secondary-email'],
    prepare: async (service) => ({ person: await newPerson(service), email: `${freshWord('second')}@proof.test` }),
    send: (service, { person, email }) => call(service, person, 'POST', '/auth/secondary-email', { email }),
    succeed: 1,
    refusals: TOO_SOON,
    check: (service, { email }) => codesSent(service, email),
  }),
  race({
    name: 'secondary-email/verify: five guesses, however many at once',
    operations: ['POST /auth/secondary-email/verify'],
    prepare: askedSecondary,
    send: (service, { person, code }) =>
      call(service, person, 'POST', '/auth/secondary-email/verify', { code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'secondary-email/verify: the right code works once',
    operations: ['POST /auth/secondary-email/verify'],
    prepare: askedSecondary,
    send: (service, { person, code }) => call(service, person, 'POST', '/auth/secondary-email/verify', { code }),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'secondary-email/promote: of two accounts with one second address, one has it',
    operations: ['POST /auth/secondary-email/promote'],
    prepare: async (service) => {
      const { person, second } = await withSecondary(service)
      const other = await newPerson(service)
      await setUser(service, other, 'secondary_email = ?', second)
      return { both: [person, other] as const, second }
    },
    send: (service, { both, second }, i) =>
      call(service, both[i % 2 ? 1 : 0], 'POST', '/auth/secondary-email/promote', { email: second }),
    // Whoever asks on is told that it is first already.
    succeed: { least: 1, most: 50 },
    refusals: ['409 ALREADY_EXISTS', '409 CONFLICT'],
    check: async (service, { second }) => {
      const [row] = await service.sql<{ n: number }>('SELECT count(*) AS n FROM users WHERE email = ?', second)
      return (row?.n ?? 0) > 1 && `${row?.n} accounts have the address`
    },
  }),
  race({
    name: 'secondary-email: taken away once',
    operations: ['DELETE /auth/secondary-email'],
    prepare: withSecondary,
    send: (service, { person }) => call(service, person, 'DELETE', '/auth/secondary-email'),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
  }),
]
