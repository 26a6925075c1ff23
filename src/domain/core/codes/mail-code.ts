import type { SQL } from 'drizzle-orm'
import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'
import { GUEST_MESSAGES } from '../../../kernel/limits.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'
import { mailAt, messageOrNothing } from '../notices/notify.ts'
import { onceAMinute, withinQuota } from './attempts.ts'
import { issueCode } from './issue.ts'
import { emailCode, loginCode } from './notices.ts'

/** What a guest who names an address gives. */
export const OneEmail = z.strictObject({ email: f.email })
/** What a guest is told whether or not anything was sent. */
export const MessageView = z.object({ message: z.string() })

/** Messages to one address in an hour that guests may cause (docs/limits.md, Messages). */
export const guestQuota = (email: string) => ({ key: `mail:${email}`, ...GUEST_MESSAGES })

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
  const { code, writes } = await issueCode(ctx, { purpose, person: email, target: email }, { atOnce: isResent })
  await commit(ctx, [
    ...(isResent ? onceAMinute(ctx, `resend:${email}`) : []),
    ...writes,
    ...withinQuota(ctx, guestQuota(email)),
    messageOrNothing(ctx, owned, mailAt(email), isResent ? emailCode : loginCode, { code }),
  ])
}
