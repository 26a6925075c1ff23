import { call, codeAfter, must, otherThan } from '../running/call.ts'
import { freshWord, newPerson } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { USED, WRONG } from './operator.ts'
import { mustCount, race } from './race.ts'
import { codesSent, NEW, sessionsOf, setTogether, setUser, TOKEN_USED, TOO_SOON } from './ways-in.ts'

async function withSecondary(world: World) {
  const [person, second] = [await newPerson(world), `${freshWord('second')}@proof.test`]
  await setUser(world, person, 'secondary_email = ?', second)
  return { person, second }
}
async function askedSecondary(world: World) {
  const [person, email] = [await newPerson(world), `${freshWord('second')}@proof.test`]
  const code = await codeAfter(world, email, () => must(world, person, 'POST', '/auth/secondary-email', { email }))
  return { person, email, code }
}

async function started(world: World) {
  const { person, second } = await withSecondary(world)
  const { recoveryId } = await must(world, null, 'POST', '/auth/recovery/start', { identifier: person.email })
  return { person, second, recoveryId: recoveryId as string }
}
const sendCode = (world: World, recoveryId: string) =>
  call(world, null, 'POST', '/auth/recovery/send-code', { recoveryId, method: 'SECONDARY_EMAIL' })
async function askedRecovery(world: World) {
  const { person, second, recoveryId } = await started(world)
  return { person, recoveryId, code: await codeAfter(world, second, () => sendCode(world, recoveryId)) }
}
/** A recovery whose day of waiting is over. */
async function ripe(world: World) {
  const { person, recoveryId, code } = await askedRecovery(world)
  const { recoveryToken } = await must(world, null, 'POST', '/auth/recovery/verify', { recoveryId, code })
  await world.sql(`UPDATE one_time_tokens SET facts = json_set(facts, '$.availableAt', 1) WHERE user_id = ?`, person.id)
  return { person, recoveryToken: recoveryToken as string }
}

export const recoveryRaces = [
  race({
    name: 'recovery/start: five an hour for one address',
    operations: ['POST /auth/recovery/start'],
    prepare: (world) => newPerson(world),
    send: (world, { email }) => call(world, null, 'POST', '/auth/recovery/start', { identifier: email }),
    succeed: 5,
    refusals: TOO_SOON,
  }),
  race({
    name: 'recovery/send-code: one code a minute',
    operations: ['POST /auth/recovery/send-code'],
    prepare: started,
    send: (world, { recoveryId }) => sendCode(world, recoveryId),
    succeed: 1,
    refusals: TOO_SOON,
    check: (world, { second }) => codesSent(world, second),
  }),
  race({
    name: 'recovery/verify: five guesses, however many at once',
    operations: ['POST /auth/recovery/verify'],
    prepare: askedRecovery,
    send: (world, { recoveryId, code }) =>
      call(world, null, 'POST', '/auth/recovery/verify', { recoveryId, code: otherThan(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'recovery/verify: the right code proves it once',
    operations: ['POST /auth/recovery/verify'],
    prepare: askedRecovery,
    send: (world, { recoveryId, code }) => call(world, null, 'POST', '/auth/recovery/verify', { recoveryId, code }),
    succeed: 1,
    refusals: USED,
    check: (world, { person }) =>
      mustCount(
        world,
        1,
        'open tokens',
        `SELECT count(*) AS n FROM one_time_tokens WHERE user_id = ? AND purpose = 'RECOVERY' AND consumed_at IS NULL`,
        person.id,
      ),
  }),
  race({
    name: 'recovery/complete: one new password, and every session ends',
    operations: ['POST /auth/recovery/complete'],
    prepare: ripe,
    send: (world, { recoveryToken }, i) =>
      call(world, null, 'POST', '/auth/recovery/complete', { recoveryToken, newPassword: `${NEW}-${i}` }),
    succeed: 1,
    refusals: TOKEN_USED,
    check: async (world, { person }, answers) =>
      (await sessionsOf(world, person, 0)) || setTogether(world, person, answers),
  }),
  race({
    name: 'secondary-email: one code a minute',
    operations: ['POST /auth/secondary-email'],
    prepare: async (world) => ({ person: await newPerson(world), email: `${freshWord('second')}@proof.test` }),
    send: (world, { person, email }) => call(world, person, 'POST', '/auth/secondary-email', { email }),
    succeed: 1,
    refusals: TOO_SOON,
    check: (world, { email }) => codesSent(world, email),
  }),
  race({
    name: 'secondary-email/verify: five guesses, however many at once',
    operations: ['POST /auth/secondary-email/verify'],
    prepare: askedSecondary,
    send: (world, { person, code }) =>
      call(world, person, 'POST', '/auth/secondary-email/verify', { code: otherThan(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'secondary-email/verify: the right code works once',
    operations: ['POST /auth/secondary-email/verify'],
    prepare: askedSecondary,
    send: (world, { person, code }) => call(world, person, 'POST', '/auth/secondary-email/verify', { code }),
    succeed: 1,
    refusals: USED,
  }),
  race({
    name: 'secondary-email/promote: of two accounts with one second address, one has it',
    operations: ['POST /auth/secondary-email/promote'],
    prepare: async (world) => {
      const { person, second } = await withSecondary(world)
      const other = await newPerson(world)
      await setUser(world, other, 'secondary_email = ?', second)
      return { both: [person, other] as const, second }
    },
    send: (world, { both }, i) => call(world, both[i % 2 ? 1 : 0], 'POST', '/auth/secondary-email/promote'),
    // Each promotion lets the two addresses of an account change places, so whoever asks on has it back.
    succeed: { least: 1, most: 50 },
    refusals: ['409 ALREADY_EXISTS', '409 CONFLICT'],
    check: async (world, { second }) => {
      const [row] = await world.sql<{ n: number }>('SELECT count(*) AS n FROM users WHERE email = ?', second)
      return (row?.n ?? 0) > 1 && `${row?.n} accounts have the address`
    },
  }),
  race({
    name: 'secondary-email: taken away once',
    operations: ['DELETE /auth/secondary-email'],
    prepare: withSecondary,
    send: (world, { person }) => call(world, person, 'DELETE', '/auth/secondary-email'),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
  }),
]
