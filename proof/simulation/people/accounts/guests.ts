import type { Actor, Ctx } from '#domain/core/context.ts'
import { createAccount } from '#domain/people/accounts/create-account.ts'
import { verifyEmail } from '#domain/people/accounts/verify-email.ts'
import { registerPasskey } from '#domain/people/passkeys/register.ts'
import { startPasskeyRegistration } from '#domain/people/passkeys/register-options.ts'
import { requestSecondaryEmail } from '#domain/people/secondary-email/request.ts'
import { verifySecondaryEmail } from '#domain/people/secondary-email/verify.ts'
import { loginPassword } from '#domain/people/sign-in/login-password.ts'
import type { SignedIn } from '#domain/people/sign-in/sign-in.ts'
import { confirmTotp } from '#domain/people/totp/confirm.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import { memory } from '../../memory.ts'
import { broke, type Simulation } from '../../simulation.ts'
import { newestCode } from '../purchase.ts'
import { showOf } from './authenticator.ts'
import { makePasskey, type Phone } from './security-key.ts'

/** Memory that somebody has of their account. An answer that was lost is not known. */
export type Guest = {
  email: string
  second: string
  third: string
  passwords: string[]
  seed?: string
  pending: string[]
  backupCodes: string[]
  refreshTokens: string[]
  phone: Phone
  recoveryId?: string
  recoveryToken?: string
}

/** People who only come and go; the market goes on without them. Nobody has the account of the last. */
const newcomers = (): Guest[] =>
  ['a', 'b', 'c'].map((name) => ({
    email: `${name}@soko.test`,
    second: `${name}-deux@soko.test`,
    third: `${name}-trois@soko.test`,
    passwords: [],
    pending: [],
    backupCodes: [],
    phone: { passkeys: [] },
    refreshTokens: [],
  }))

let prepared = newcomers()

/**
 * Two accounts, made by the verbs themselves: the first has an authenticator, a passkey and a second address, the other no
 * password, as of somebody who came by an identity provider.
 */
export async function prepareGuests(simulation: Simulation, as: (actor: Actor | null) => Ctx): Promise<void> {
  prepared = newcomers()
  for (const [i, guest] of prepared.slice(0, 2).entries()) {
    const { email, second } = guest
    const password = `Kivu-2026!${i}`
    guest.passwords.push(password)
    await createAccount(as(null), { name: 'Aline', email, password, role: 'BUYER' })
    await verifyEmail(as(null), { email, code: newestCode(simulation, 'code.email') }, DEVICES[0])
    const session = await loginPassword(as(null), { email, password }, DEVICES[0])
    if ('tokens' in session) guest.refreshTokens.push(session.tokens.refreshToken)
    const actor = signedIn(simulation, guest)
    if (i > 0 || !actor) {
      simulation.store.run({ sql: 'UPDATE users SET password_hash = NULL WHERE email = ?', params: [email] })
      guest.passwords.length = 0
      continue
    }
    const { secret } = await setUpTotp(as(actor))
    guest.seed = secret
    guest.backupCodes.push(...(await confirmTotp(as(actor), { code: showOf(secret, simulation.now) })).backupCodes)
    const made = await makePasskey(guest.phone, email, await startPasskeyRegistration(as(actor)))
    await registerPasskey(as(actor), made, DEVICES[0])
    await requestSecondaryEmail(as(actor), { email: second })
    await verifySecondaryEmail(as(actor), { code: newestCode(simulation, 'code.secondary-email') })
  }
}

export const DEVICES = [
  { clientType: 'MOBILE', deviceName: 'Tecno', ipAddress: '41.0.0.1' },
  { clientType: 'WEB', deviceName: 'Chrome', ipAddress: null },
] as const

const memoryOf = memory(() => ({ guests: structuredClone(prepared), opened: new Set<string>() }))

export const aGuest = (simulation: Simulation): Guest => simulation.random.pick(memoryOf(simulation).guests)

/** A secret that was good once is used up: a second time is a fault. */
export function opensOnce(simulation: Simulation, secret: string): void {
  const { opened } = memoryOf(simulation)
  if (opened.has(secret)) broke(simulation, 'a secret opens once', secret)
  opened.add(secret)
}

/** Mostly the newest of a list, now and then an older one that may be used up. */
export const recent = (simulation: Simulation, list: string[]): string | undefined =>
  simulation.random.chance(0.8) ? list.at(-1) : list.length > 0 ? simulation.random.pick(list) : undefined

type Row = Pick<Actor, 'id' | 'sessionId' | 'provenAt' | 'role' | 'email' | 'phone'>

/** A guest as a live session of theirs shows them to a verb. */
export function signedIn(simulation: Simulation, { email, second, third }: Guest): Actor | undefined {
  const rows = simulation.store.rows<Row>(
    `SELECT u.id, s.id AS sessionId, s.proven_at AS provenAt, u.role, u.email,
       CASE WHEN u.phone_verified_at IS NOT NULL THEN u.phone END AS phone FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE u.email IN (?, ?, ?) AND s.revoked_at IS NULL AND s.ends_at > ? AND u.blocked_at IS NULL AND u.deleted_at IS NULL
     ORDER BY s.created_at DESC, s.id LIMIT 3`,
    email,
    second,
    third,
    simulation.now,
  )
  return rows.length > 0
    ? { ...simulation.random.pick(rows), hasSecondFactor: false, sellerProfileId: null, riderId: null }
    : undefined
}

type Account = { id: string; email: string }

/** The account of a guest, by whichever of their addresses it is entered now; undefined for who has none. */
export const accountOf = (simulation: Simulation, { email, second, third }: Guest): Account | undefined =>
  simulation.store.rows<Account>(
    'SELECT id, email FROM users WHERE email IN (?, ?, ?) ORDER BY id',
    email,
    second,
    third,
  )[0]

export const addressOf = (simulation: Simulation, guest: Guest): string =>
  accountOf(simulation, guest)?.email ?? guest.email

/** Keeps what somebody remembers of a sign-in. */
export function remember(guest: Guest, answer: SignedIn): SignedIn {
  if ('requiresTotp' in answer) guest.pending.push(answer.pendingToken)
  else guest.refreshTokens.push(answer.tokens.refreshToken)
  return answer
}
