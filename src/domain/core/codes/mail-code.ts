import type { SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import * as f from '../../../kernel/fields.ts'
import { ALL_GUESTS_MESSAGES, GUEST_MESSAGES } from '../../../kernel/limits.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'
import { askerOf } from '../devices/known.ts'
import { mailAt, messageOrNothing } from '../notices/notify.ts'
import { onceAMinute, withinQuota } from './attempts.ts'
import { issueCode, rowOf } from './issue.ts'
import { emailCode, loginCode } from './notices.ts'

/** What a guest who names an address gives. */
export const OneEmail = z.strictObject({ email: f.email })
/** What a guest is told whether or not anything was sent. */
export const MessageView = z.object({ message: z.string() })

/** What a guest may cause a message for. */
export type MailPurpose = 'EMAIL' | 'LOGIN' | 'REGISTRATION' | 'PASSWORD_RESET' | 'RECOVERY'

/**
 * Counts a message that a guest causes inside a commit: five an hour to one address for one purpose, for each known device of
 * its owner and for each network of anybody else, who all together cause twenty at most (docs/limits.md, Messages).
 * 429 beyond.
 */
export async function withinGuestQuota(ctx: Ctx, purpose: MailPurpose, email: string): Promise<Write[]> {
  const { isOwn, name } = await askerOf(ctx, email)
  const key = `mail:${purpose}:${email}`
  const asker = isOwn ? name : `network ${ctx.visitor?.network ?? 'here'}`
  return [
    ...withinQuota(ctx, { key: `${key}:${asker}`, ...GUEST_MESSAGES }),
    ...(isOwn ? [] : withinQuota(ctx, { key, ...ALL_GUESTS_MESSAGES })),
  ]
}

/**
 * Sends a code to an address that a guest names. The code is kept whether or not anybody has the address, and only the
 * mail is not, so that the answer, its time and its limits are the same (docs/accounts.md, Enumeration).
 * @param owned whether the address gets a mail, decided inside the commit
 * @throws 429 within 60 s of the last one, and for the sixth in an hour
 */
export async function mailCode(
  ctx: Ctx,
  { purpose, email }: { purpose: 'EMAIL' | 'LOGIN'; email: string },
  owned: SQL,
): Promise<void> {
  // The mail of the registration was no resending: the first may follow it at once.
  const isResent = purpose === 'EMAIL'
  const row = rowOf(ctx, email, await askerOf(ctx, email))
  const { code, writes } = await issueCode(ctx, { purpose, person: email, target: email }, { atOnce: isResent, row })
  await commit(ctx, [
    ...(isResent ? onceAMinute(ctx, `resend:${row}`) : []),
    ...writes,
    ...(await withinGuestQuota(ctx, purpose, email)),
    messageOrNothing(ctx, owned, mailAt(email), isResent ? emailCode : loginCode, { code }),
  ])
}
