import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import { Failure } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import {
  ADDRESS_MESSAGES_A_DAY,
  ALL_FOREIGN_MESSAGES,
  ALL_GUESTS_MESSAGES,
  FOREIGN_MESSAGES,
  FOREIGN_OF_ACCOUNT,
  GUEST_MESSAGES,
  OWNER_MESSAGES,
} from '#kernel/limits.ts'
import { commit } from '../commit.ts'
import { actorOf, type Ctx } from '../context.ts'
import { type Asker, askerOf, knownDevice, networksOf } from '../devices/known.ts'
import { mailAt, messageOrNothing } from '../notices/notify.ts'
import { type AttemptLimit, countTry, isOver, onceAMinute, withinQuota, withinQuotaWhen } from './attempts.ts'
import { CODE_DAY_QUOTA, CODE_QUOTA, GUESTS_QUOTA } from './guards.ts'
import { issueCode, rowOf } from './issue.ts'
import { emailCode, loginCode } from './notices.ts'

/** Input of a guest who names an address. */
export const OneEmail = z.strictObject({ email: f.email })
/** The answer to a guest, whether or not a message was sent. */
export const MessageView = z.object({ message: z.string() })

/** Purposes for which a guest may cause a message. */
export type MailPurpose = 'EMAIL' | 'LOGIN' | 'REGISTRATION' | 'PASSWORD_RESET' | 'RECOVERY'

/**
 * The hourly limits of messages that a guest may cause: five for each known device of the owner, and for each network of other guests
 * (docs/limits.md, Messages). `when` says in the commit whether a limit is the asker's.
 */
export function guestLimits(ctx: Ctx, { isOwn, name }: Asker, key: string): { limit: AttemptLimit; when: SQL }[] {
  const isAnybody = sql`NOT (${isOwn})`
  return [
    { limit: { key: `${key}:${name}`, ...GUEST_MESSAGES }, when: sql`${isOwn}` },
    ...networksOf(ctx).map((network) => ({
      limit: { key: `${key}:network ${network}`, ...GUEST_MESSAGES },
      when: isAnybody,
    })),
  ]
}

/** Counts one message of a day that guests cause to an address. Above the day's limit each asker of `askers` still has five in the day. */
function withinDay(ctx: Ctx, condition: SQL, key: string, askers: string[]): Write[] {
  const dayOf = (counted: string) => ({ key: `${counted}:day`, ...ADDRESS_MESSAGES_A_DAY })
  const hadTheirs = askers.map((asker) => isOver({ key: dayOf(asker).key, max: GUEST_MESSAGES.max }))
  const isRefused = hadTheirs.length > 0 ? sql.join(hadTheirs, sql` OR `) : sql`1`
  return [
    ...[key, ...askers].map((counted) => countTry(ctx, dayOf(counted), condition)),
    abortWhen(ctx.db, CODE_DAY_QUOTA, sql`${condition} AND ${isOver(dayOf(key))} AND (${isRefused})`),
  ]
}

/**
 * Commits writes that send a guest's message: five an hour to an address for one purpose, per known device and per network. Above twenty of
 * all guests together it asks for a challenge; above sixty in a day each network still has five (docs/limits.md, Messages).
 * @param writesWith puts the quota among the writes; it is called again after the challenge is solved
 * @throws 429; with CHALLENGE_REQUIRED above the twenty
 */
export async function commitForGuest(
  ctx: Ctx,
  purpose: MailPurpose,
  email: string,
  writesWith: (quota: Write[]) => Write[],
): Promise<void> {
  const asker = await askerOf(ctx, email)
  const key = `mail:${purpose}:${email}`
  const each = guestLimits(ctx, asker, key).flatMap(({ limit, when }) => withinQuotaWhen(ctx, when, limit))
  const networks = networksOf(ctx).map((network) => `${key}:network ${network}`)
  each.push(...withinDay(ctx, sql`NOT (${asker.isOwn})`, key, networks))
  await commitChallenged(ctx, { key, ...ALL_GUESTS_MESSAGES }, asker, (all) => writesWith([...each, ...all]))
}

/**
 * Commits writes that all guests together may cause so often; above the limit the guest solves a challenge. A known device does not count.
 */
export async function commitChallenged(
  ctx: Ctx,
  limit: AttemptLimit,
  { isOwn }: Asker,
  writesWith: (all: Write[]) => Write[],
): Promise<void> {
  const isAnybody = sql`NOT (${isOwn})`
  try {
    await commit(ctx, writesWith(withinQuotaWhen(ctx, isAnybody, limit, GUESTS_QUOTA)))
  } catch (refusal) {
    const isAsked = refusal instanceof Failure && refusal.reason === 'CHALLENGE_REQUIRED'
    if (!isAsked || !ctx.visitor) throw refusal
    await ctx.visitor.challenge(ctx.now + limit.windowMs)
    await commit(ctx, writesWith([countTry(ctx, limit, isAnybody)]))
  }
}

/**
 * Counts a message of a signed-in person to an address that is not yet their account's (docs/limits.md, Messages). Above the limits of all
 * accounts, a person on a known device still has one an hour and five a day to that address, because it may be theirs.
 * @throws 429
 */
export async function withinForeignQuota(
  ctx: Ctx,
  purpose: 'SECONDARY_EMAIL' | 'NEW_EMAIL',
  email: string,
): Promise<Write[]> {
  const { id } = actorOf(ctx)
  const own = { key: `mail:${purpose}:${email}:${id}`, ...FOREIGN_MESSAGES }
  const all = { key: `mail:${purpose}:${email}:accounts`, ...ALL_FOREIGN_MESSAGES }
  const isKnown = (await knownDevice(ctx, id)) !== undefined
  const hasHadTheirs = isKnown ? isOver({ key: own.key, max: 1 }) : sql`1`
  return [
    ...withinQuota(ctx, { key: `mail:${purpose}:${id}`, ...OWNER_MESSAGES }),
    ...withinQuota(ctx, { key: `mail:foreign:${id}`, ...FOREIGN_OF_ACCOUNT }),
    ...withinQuota(ctx, own),
    countTry(ctx, all),
    abortWhen(ctx.db, CODE_QUOTA, sql`${isOver(all)} AND ${hasHadTheirs}`),
    ...withinDay(ctx, sql`1`, all.key, isKnown ? [own.key] : []),
  ]
}

/**
 * Sends a code to an address that a guest names. If nobody has the address, the code is kept and only the mail is not sent, so that the
 * answer, its time and its limits are the same (docs/accounts.md, Enumeration).
 * @param owned whether the address gets a mail, decided inside the commit
 * @throws 429 within 60 s of the last one, and for the sixth in an hour
 */
export async function mailCode(
  ctx: Ctx,
  { purpose, email }: { purpose: 'EMAIL' | 'LOGIN'; email: string },
  owned: SQL,
): Promise<void> {
  // The mail of the registration was no resending: the first resending may follow at once.
  const isResent = purpose === 'EMAIL'
  const row = rowOf(ctx, email, await askerOf(ctx, email))
  const { code, writes } = await issueCode(ctx, { purpose, person: email, target: email }, { atOnce: isResent, row })
  await commitForGuest(ctx, purpose, email, (quota) => [
    ...(isResent ? onceAMinute(ctx, sql`'resend:' || ${row}`) : []),
    ...writes,
    ...quota,
    messageOrNothing(ctx, owned, mailAt(email), isResent ? emailCode : loginCode, { code }),
  ])
}
