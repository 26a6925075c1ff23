import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { countryCodes } from '#kernel/phone.ts'
import { DAY_MS } from '#kernel/time.ts'
import { earningsOf, payoutNumbersOf } from '../above.ts'
import { issueToken, tokenText } from '../codes/token.ts'
import type { Ctx } from '../context.ts'
import type { Notice, NoticeFacts } from '../notices/notice.ts'
import { writeMessage } from '../notices/row.ts'
import { isNewcomer } from '../notices/shares.ts'

export const UNDO_TTL_MS = 7 * DAY_MS

/** Addresses, number and payout numbers of an account: an undo link brings these back. */
export const Contacts = z.object({
  email: z.string(),
  emailVerifiedAt: z.number().nullable(),
  secondaryEmail: z.string().nullable(),
  secondaryEmailVerifiedAt: z.number().nullable(),
  phone: z.string().nullable(),
  phoneVerifiedAt: z.number().nullable(),
  /** The account that took the number by proving it: the link takes it back from there. */
  takenBy: z.string().nullish(),
  wallets: z.array(
    z.object({
      ownerId: z.string(),
      payoutPhone: z.string().nullable(),
      payoutNetwork: z.string().nullable(),
      payoutCountry: z.enum(countryCodes).nullable(),
      payoutVerifiedAt: z.number().nullable(),
    }),
  ),
})

export type Contacts = z.output<typeof Contacts>

/** The contacts as the database has them at this point of a commit. */
const contactsOf = (userId: string, takenBy: string | null) => sql`(
  SELECT json_object(
    'email', u.email, 'emailVerifiedAt', u.email_verified_at,
    'secondaryEmail', u.secondary_email, 'secondaryEmailVerifiedAt', u.secondary_email_verified_at,
    'phone', u.phone, 'phoneVerifiedAt', u.phone_verified_at, 'takenBy', ${takenBy},
    'wallets', json(${payoutNumbersOf(earningsOf(userId))}))
  FROM users u WHERE u.id = ${userId})`

/**
 * Makes a link of seven days that takes back a change of an address or number (docs/accounts.md, After a change).
 * @param takenBy the account that gets the number, if the change gives it to one
 * @returns the link, and the writes that make it valid: put them before the change, because they keep the state
 */
export async function undoLink(
  ctx: Ctx,
  userId: string,
  takenBy: string | null = null,
): Promise<{ link: string; writes: Write[] }> {
  const token = await issueToken(ctx, {
    purpose: 'CHANGE_UNDO',
    userId,
    ttlMs: UNDO_TTL_MS,
    facts: contactsOf(userId, takenBy),
  })
  return { link: `${ctx.settings.webBaseUrl}/annuler?token=${tokenText(token)}`, writes: token.writes }
}

/**
 * Mails every former address of an account that a valid undo link still knows, because `notify` does not reach these addresses; only if
 * `condition` holds at that point of the commit.
 */
export const mailKnownBefore = <Facts>(
  ctx: Ctx,
  condition: SQL,
  userId: string,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write =>
  writeMessage(
    ctx,
    { channel: 'EMAIL', to: sql`a.address`, locale: sql`u.locale`, isNewcomers: isNewcomer(ctx) },
    notice,
    given,
    sql`FROM users u CROSS JOIN (
        SELECT DISTINCT k.value AS address
        FROM one_time_tokens t, json_each(json_array(t.facts ->> 'email', t.facts ->> 'secondaryEmail')) k
        WHERE t.user_id = ${userId} AND t.purpose = 'CHANGE_UNDO' AND t.consumed_at IS NULL AND t.expires_at > ${ctx.now}) a
      WHERE u.id = ${userId} AND a.address <> u.email AND a.address IS NOT u.secondary_email AND ${condition}`,
    sql`${ctx.ids.v7()} || ':' || row_number() OVER ()`,
  )
