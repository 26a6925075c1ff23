import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { codes } from '#db/schema/core/codes.ts'
import { countTry, isOver, withinQuotaWhen } from '#domain/core/codes/attempts.ts'
import { issueCode } from '#domain/core/codes/issue.ts'
import { commitChallenged, guestLimits } from '#domain/core/codes/mail-code.ts'
import type { Ctx } from '#domain/core/context.ts'
import { askerOf } from '#domain/core/devices/known.ts'
import { messageOrNothing } from '#domain/core/notices/notify.ts'
import { NOBODY } from '#domain/core/notices/row.ts'
import { isNewcomersAccount } from '#domain/core/notices/shares.ts'
import { countSms, smsIsFree } from '#domain/core/notices/sms.ts'
import * as f from '#kernel/fields.ts'
import { ALL_GUESTS_MESSAGES, SMS_OF_GUEST } from '#kernel/limits.ts'
import { destinationOf, findClaim, targetOf } from './find-claim.ts'
import { recoveryCode } from './notices.ts'
import { RECOVERY_METHODS } from './terms.ts'

export const SendRecoveryCode = z.strictObject({ recoveryId: f.idIn.max(64), method: z.enum(RECOVERY_METHODS) })

/**
 * Sends the code of a recovery to the account's second address or verified number. The answer does not tell whether it was sent: a code
 * that was not sent, or is over the hour's quota of its destination, is kept but opens nothing.
 * @throws 410 for a recovery that is over, 429 within 60 s of its last code, and past the SMS that guests of one address may ask for in a
 *   day
 */
export async function sendRecoveryCode(ctx: Ctx, { recoveryId, method }: z.output<typeof SendRecoveryCode>) {
  const { claim, identifier } = await findClaim(ctx, recoveryId)
  const destination = destinationOf(claim, method)
  const target = targetOf(method, destination)
  const { code, writes } = await issueCode(ctx, { purpose: 'RECOVERY', person: recoveryId, target })
  const account = claim?.id ?? NOBODY
  const isNewcomers = isNewcomersAccount(ctx, account)
  // Each known device and each network has its own count, so that codes that others ask for do not silence it.
  const asker = await askerOf(ctx, identifier)
  const { isOwn } = asker
  const person = {
    userId: account || recoveryId,
    phone: destination ?? recoveryId,
    isNewcomers,
    counter: 'guests',
    owns: { counter: 'ownDevices', when: isOwn },
  } as const
  const mails = guestLimits(ctx, asker, `mail:RECOVERY_CODE:${destination ?? recoveryId}`)
  const isSilent = sql.join(
    mails.map(({ limit, when }) => sql`(${when} AND ${isOver(limit)})`),
    sql` OR `,
  )
  const isPhone = method === 'PHONE'
  const isFree = isPhone ? smsIsFree(ctx, recoveryCode.lane, person) : sql`NOT (${isSilent})`
  const isSent = sql`${destination} IS NOT NULL AND ${isFree}`
  const channel = isPhone ? 'SMS' : 'EMAIL'
  const to = { channel, to: destination ?? NOBODY, locale: claim?.locale ?? 'fr', account } as const
  // The key is what the recovery began with, so that a challenge tells nothing of the account.
  const all = { key: `mail:RECOVERY_CODE:all:${identifier}`, ...ALL_GUESTS_MESSAGES }
  await commitChallenged(ctx, all, asker, (allMails) => [
    ...writes,
    ...(isPhone ? guestSms(ctx, isOwn) : [...mails.map(({ limit, when }) => countTry(ctx, limit, when)), ...allMails]),
    closeUnless(ctx, recoveryId, isSent),
    messageOrNothing(ctx, isSent, to, recoveryCode, { code }),
    ...(isPhone ? countSms(ctx, recoveryCode.lane, person, isSent) : []),
  ])
  return { message: 'Si le compte peut être récupéré ainsi, un code vient de partir.' }
}

/** Empties the hash of a code that was not sent: no code fits an empty hash. */
const closeUnless = (ctx: Ctx, recoveryId: string, isSent: SQL) =>
  ctx.db
    .update(codes)
    .set({ codeHash: '' })
    .where(and(eq(codes.purpose, 'RECOVERY'), eq(codes.person, recoveryId), sql`NOT (${isSent})`))

/**
 * Counts an SMS for the network of a guest, whether or not it is sent, so that a refusal tells nothing of the account. A device that the
 * account knows does not count, because its address may be a whole carrier's.
 */
const guestSms = (ctx: Ctx, isOwn: SQL) =>
  (ctx.visitor?.networks ?? []).flatMap((network) =>
    withinQuotaWhen(ctx, sql`NOT (${isOwn})`, { key: `sms:guest:${network}`, ...SMS_OF_GUEST }),
  )
