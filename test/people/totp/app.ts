import { env } from 'cloudflare:workers'
import { TOTP, URI } from 'otpauth'
import { expect, vi } from 'vitest'
import { type Answer, type Caller, call, guest, signUp } from '../../api.ts'
import { login } from '../sign-in/mails.ts'

export type Person = NonNullable<Caller>
/** A person with an authenticator: their app, and the backup codes they wrote down. */
export type Guarded = { person: Person; app: TOTP; backupCodes: string[] }

export const STEP = 30_000
/** The clock stands in the middle of a step, so that no code changes while it is typed. */
export const standStill = (now = Date.now()) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(now / STEP) * STEP + STEP / 2 })

export const setUp = (person: Caller) => call(person, 'POST', '/auth/totp/setup')
export const confirm = (person: Caller, code: string) => call(person, 'POST', '/auth/totp/confirm', { code })
export const disable = (person: Caller, proof: object) => call(person, 'POST', '/auth/totp/disable', proof)
export const regenerate = (person: Caller, code: string) =>
  call(person, 'POST', '/auth/totp/regenerate-backup-codes', { code })

export function appOf(otpauthUrl: string): TOTP {
  const read = URI.parse(otpauthUrl)
  if (!(read instanceof TOTP)) throw new Error(`no TOTP address: ${otpauthUrl}`)
  return read
}
/** What the app shows, some steps from now. */
export const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: Date.now() + steps * STEP })
/** Codes that the app shows nowhere near now. */
export function wrongCodes(app: TOTP, count: number): string[] {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(app, steps))
  const all = Array.from({ length: count + near.length }, (_, i) => String(i * 7 + 100).padStart(6, '0'))
  return all.filter((code) => !near.includes(code)).slice(0, count)
}
export const wrongCode = (app: TOTP) => wrongCodes(app, 1)[0] ?? ''

/** Confirmed with the code of the step before: those of now and the next are still good. */
export async function withTotp(role: Person['role'] = 'BUYER'): Promise<Guarded> {
  standStill()
  const person = await signUp(role)
  const app = appOf((await setUp(person)).data.otpauthUrl)
  const { status, data } = await confirm(person, codeOf(app, -1))
  expect(status).toBe(200)
  return { person, app, backupCodes: data.backupCodes }
}

/** The pending token of a sign-in with the password. */
export const challenge = async (email: string): Promise<string> => (await login(email)).data.pendingToken
export const answer = (
  pendingToken: string,
  proof: { code?: string; backupCode?: string },
  headers?: Record<string, string>,
): Promise<Answer> => call(guest, 'POST', '/auth/login/totp', { pendingToken, ...proof }, headers)
/** A whole sign-in with the password and a second proof. */
export const enter = async (email: string, proof: { code?: string; backupCode?: string }) =>
  answer(await challenge(email), proof)

export const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()
export const count = async (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<number>('n')
export const sessionsOf = (id: string) => count('SELECT count(*) AS n FROM sessions WHERE user_id = ?', id)
export const triesOf = (id: string) => count('SELECT count(*) AS n FROM attempts WHERE key LIKE ?', `totp:${id}:%`)

export const WRONG = { status: 401, error: { code: 'UNAUTHORIZED', reason: 'INVALID_VERIFICATION_CODE' } }
export const GONE = { status: 410, error: { code: 'GONE' } }
/** The next step begins. */
export const nextStep = () => standStill(Date.now() + STEP)
