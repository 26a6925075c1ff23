import { Secret, TOTP } from 'otpauth'
import { call, mustCall } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { countFault, race } from './race.ts'

const STEP_MS = 30_000
/** A code that was used, or one that is wrong. */
const WRONG = '401 INVALID_VERIFICATION_CODE'
const TOO_MANY = '429 TOO_MANY_REQUESTS'

/** What the app shows, some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })
/** None of the codes that are good now or soon. */
function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((c) => !near.includes(c)) ?? ''
}

async function prepared(service: RunningService) {
  const person = await newPerson(service)
  const { secret } = await mustCall(service, person, 'POST', '/auth/totp/setup')
  return { person, secret: secret as string }
}
/** The code of the next step is the first that is still good. */
async function withTotp(service: RunningService) {
  const { person, secret } = await prepared(service)
  const { backupCodes } = await mustCall(service, person, 'POST', '/auth/totp/confirm', { code: codeOf(secret) })
  return { person, secret, backupCodes: backupCodes as string[], code: codeOf(secret, 1) }
}
const challengeOf = async (service: RunningService, { email }: Person): Promise<string> =>
  (await mustCall(service, null, 'POST', '/auth/login/password', { email, password: DEMO_PASSWORD })).pendingToken
async function challenged(service: RunningService) {
  const all = await withTotp(service)
  return { ...all, pendingToken: await challengeOf(service, all.person) }
}
/** Ten sign-ins of one person that wait. */
async function challengedOften(service: RunningService) {
  const all = await withTotp(service)
  const tokens: string[] = []
  for (let i = 0; i < 10; i++) tokens.push(await challengeOf(service, all.person))
  return { ...all, tokens }
}
const answer = (service: RunningService, json: object) => call(service, null, 'POST', '/auth/login/totp', json)

/** One is the password's, of before. */
const oneMoreSession = (service: RunningService, { id }: Person) =>
  countFault(service, 2, 'sessions', 'SELECT count(*) AS n FROM sessions WHERE user_id = ?', id)
const codesLeft = (service: RunningService, expected: number, { id }: Person) =>
  countFault(
    service,
    expected,
    'backup codes',
    'SELECT count(*) AS n FROM backup_codes WHERE user_id = ? AND used_at IS NULL',
    id,
  )

export const totpRaces = [
  race({
    name: 'totp/confirm: enabled once, with one set of backup codes',
    operations: ['POST /auth/totp/confirm'],
    prepare: async (service) => {
      const all = await prepared(service)
      return { ...all, code: codeOf(all.secret, 1) }
    },
    send: (service, { person, code }) => call(service, person, 'POST', '/auth/totp/confirm', { code }),
    succeed: 1,
    refusals: [WRONG, '409 ALREADY_EXISTS', TOO_MANY],
    check: (service, { person }) => codesLeft(service, 10, person),
  }),
  race({
    name: 'totp/confirm: ten guesses, however many at once',
    operations: ['POST /auth/totp/confirm'],
    prepare: prepared,
    send: (service, { person, secret }) =>
      call(service, person, 'POST', '/auth/totp/confirm', { code: wrongCodeOf(secret) }),
    succeed: 0,
    refusals: [{ said: WRONG, most: 10 }, TOO_MANY],
  }),
  race({
    name: 'login/totp: a pending token opens one session, whatever it is sent with',
    operations: ['POST /auth/login/totp'],
    prepare: challenged,
    send: (service, { pendingToken, code, backupCodes }, i) =>
      answer(service, { pendingToken, ...(i % 2 ? { code } : { backupCode: backupCodes[i % 10] }) }),
    succeed: 1,
    refusals: [WRONG, '410 GONE'],
    check: (service, { person }) => oneMoreSession(service, person),
  }),
  race({
    name: 'login/totp: five guesses of a pending token, however many at once',
    operations: ['POST /auth/login/totp'],
    prepare: challenged,
    send: (service, { pendingToken, secret }) => answer(service, { pendingToken, code: wrongCodeOf(secret) }),
    succeed: 0,
    refusals: [{ said: WRONG, most: 5 }, '410 GONE'],
  }),
  race({
    name: 'login/totp: a step opens one session',
    operations: ['POST /auth/login/totp'],
    prepare: challengedOften,
    send: (service, { tokens, code }, i) => answer(service, { pendingToken: tokens[i % tokens.length], code }),
    succeed: 1,
    refusals: [WRONG, '410 GONE', TOO_MANY],
    check: (service, { person }) => oneMoreSession(service, person),
  }),
  race({
    name: 'login/totp: a backup code opens one session',
    operations: ['POST /auth/login/totp'],
    prepare: challengedOften,
    send: (service, { tokens, backupCodes }, i) =>
      answer(service, { pendingToken: tokens[i % tokens.length], backupCode: backupCodes[0] }),
    succeed: 1,
    refusals: [WRONG, '410 GONE', TOO_MANY],
    check: async (service, { person }) => (await oneMoreSession(service, person)) || codesLeft(service, 9, person),
  }),
  race({
    name: 'totp/disable: turned off once',
    operations: ['POST /auth/totp/disable'],
    prepare: withTotp,
    send: (service, { person, code }, i) =>
      call(service, person, 'POST', '/auth/totp/disable', i % 2 ? { code } : { password: DEMO_PASSWORD }),
    succeed: 1,
    refusals: [WRONG, '409 CONFLICT', TOO_MANY],
    check: (service, { person }) => codesLeft(service, 0, person),
  }),
  race({
    name: 'totp/disable and new backup codes: ten guesses together, however many at once',
    operations: ['POST /auth/totp/disable', 'POST /auth/totp/regenerate-backup-codes'],
    prepare: withTotp,
    send: (service, { person }, i) =>
      call(service, person, 'POST', `/auth/totp/${i % 2 ? 'disable' : 'regenerate-backup-codes'}`, {
        code: 'aaaaa-aaaaa',
      }),
    succeed: 0,
    refusals: [{ said: WRONG, most: 10 }, TOO_MANY],
    check: (service, { person }) => codesLeft(service, 10, person),
  }),
  race({
    name: 'totp/regenerate-backup-codes: a code gives one new set',
    operations: ['POST /auth/totp/regenerate-backup-codes'],
    prepare: withTotp,
    send: (service, { person, code }) => call(service, person, 'POST', '/auth/totp/regenerate-backup-codes', { code }),
    succeed: 1,
    refusals: [WRONG, TOO_MANY],
    check: (service, { person }) => codesLeft(service, 10, person),
  }),
]

export const totpNotRaced = {
  'POST /auth/totp/setup': 'the last setup holds; it is the confirmation that is raced for',
}
