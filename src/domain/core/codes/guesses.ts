import { type SQL, sql } from 'drizzle-orm'
import { CODE_TRIES, CODES_A_DAY, PASSWORD_TRIES, PASSWORDS_A_DAY, TOTP_A_DAY, TOTP_TRIES } from '#kernel/limits.ts'
import { type Ctx, personOf } from '../context.ts'
import { type Asker, askerOf } from '../devices/known.ts'
import type { AttemptLimit, Guess } from './attempts.ts'

/** The counter of a try: an account's sessions, each of its devices and everybody else have their own (docs/limits.md, Known devices). */
const sideOf = (ctx: Ctx, { tried }: Asker) => (personOf(ctx) ? 'own' : tried)

/** Codes of one account in a day, over all ways to sign in. */
const aDay = (ctx: Ctx, email: string | SQL, asker: Asker): AttemptLimit => ({
  key: sql`'codes a day:' || ${email} || ':' || ${sideOf(ctx, asker)}`,
  ...CODES_A_DAY,
})

/**
 * The limits of a code: five tries an hour at one thing, however often its code is sent again, for each session, each known device and each
 * network of guests; and thirty a day for its account.
 * @param email the account's address; without an account, another name for it
 * @returns one hourly limit for each network; for a device of the account's own they share one key, and only the first counts
 */
export function codeLimits(ctx: Ctx, what: string, email: string | SQL, asker: Asker) {
  const { isOwn, tried, networks } = asker
  const key = `code:${what}:`
  const inHour = (at: SQL): AttemptLimit => ({ key: sql`${key} || ${tried} || ${at}`, ...CODE_TRIES })
  const [first = sql`''`, ...more] = networks.map(
    (network) => sql`CASE WHEN ${isOwn} THEN '' ELSE ${` at ${network}`} END`,
  )
  const hours: [AttemptLimit, ...AttemptLimit[]] = [inHour(first), ...more.map(inHour)]
  return { hours, day: aDay(ctx, email, asker) }
}

/**
 * The limit of thirty a day over every name of an account: its address, and its number, which may begin a recovery. Nobody is told when it
 * is used up, because that would tell whose number it is.
 */
export function ofAllNames(ctx: Ctx, name: string, asker: Asker): AttemptLimit {
  const holder = sql`(SELECT u.email FROM users u
    WHERE u.phone = ${name} AND u.phone_verified_at IS NOT NULL AND u.deleted_at IS NULL)`
  const email = name.includes('@') ? sql`${name}` : sql`coalesce(${holder}, ${name})`
  return { key: sql`'codes of all names:' || ${email} || ':' || ${sideOf(ctx, asker)}`, ...CODES_A_DAY }
}

const emailOf = (userId: string) => sql`coalesce((SELECT u.email FROM users u WHERE u.id = ${userId}), '')`

/**
 * Ten tries in 15 minutes at the authenticator of one account, and a number of tries a day (docs/limits.md, Attempts). Each first factor
 * has its own count, so that a thief of the password blocks neither the passkey nor the signed-in person.
 * @param where the first factor of the sign-in; SIGNED_IN or CONFIRM for the person who is signed in
 */
export async function totpGuess(ctx: Ctx, userId: string, where: string): Promise<Guess> {
  const asker = await askerOf(ctx, userId)
  const isGuest = personOf(ctx) === null
  // Wrong mailed codes of strangers do not block a person who has proved a factor of their own.
  const isProven = isGuest && where !== 'EMAIL_CODE'
  const side = where === 'PASSKEY' ? 'passkey' : sideOf(ctx, asker)
  const ofADay = { key: sql`${`totp a day:${userId}:${isProven ? 'proven ' : ''}`} || ${side}`, ...TOTP_A_DAY }
  return {
    key: sql`${`totp:${userId}:${where}:`} || ${isGuest ? asker.tried : 'own'}`,
    ...TOTP_TRIES,
    also: isProven ? [ofADay] : [ofADay, aDay(ctx, emailOf(userId), asker)],
  }
}

/**
 * Five tries an hour at a backup code in one recovery; they count among the thirty code tries a day for the name that began the recovery.
 */
export async function backupCodeGuess(ctx: Ctx, recoveryId: string, identifier: string): Promise<Guess> {
  const asker = await askerOf(ctx, identifier)
  return { key: `recovery-backup:${recoveryId}`, ...CODE_TRIES, also: [aDay(ctx, identifier, asker)] }
}

/**
 * Ten tries at a password in 15 minutes and thirty in a day: for all unknown devices together, and for each device that the account knows.
 * They do not block a code by mail, a passkey or Google.
 */
export async function passwordGuess(ctx: Ctx, email: string): Promise<Guess> {
  const { tried } = await askerOf(ctx, email)
  const key = sql`${`login:${email}:`} || ${tried}`
  return { key, ...PASSWORD_TRIES, also: [{ key: sql`${key} || ':day'`, ...PASSWORDS_A_DAY }] }
}
