import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../context.ts'

/** How old a number or address must be to recover an account, and to take a change of it back. */
export const SEASONED_MS = 7 * DAY_MS

/**
 * For so long a number stays an account's without another proof: then its SIM may be somebody else's, who takes it by proving it,
 * and it recovers nothing alone (docs/accounts.md, Phone and e-mail).
 */
export const NUMBER_PROVED_MS = 180 * DAY_MS

/** Whether somebody else may have the SIM of the number of `users`: no SMS proved it, or none for so long. */
export const isNumberStale = (ctx: Ctx) =>
  sql<boolean>`(users.phone_verified_at <= ${ctx.now - NUMBER_PROVED_MS} OR users.phone_verified_at IS NOT NULL AND users.phone = users.phone_vouched)`

/**
 * Whether where the person `u` of a statement is told is so young that it may be a thief's: he would take the owner's defence
 * back with a link that came there (docs/accounts.md, After a change).
 */
export const isYoung = {
  phone: (ctx: Ctx) => sql`u.phone_verified_at > ${ctx.now - SEASONED_MS}`,
  secondaryEmail: (ctx: Ctx) => sql`coalesce(u.secondary_email_verified_at, 0) > ${ctx.now - SEASONED_MS}`,
  /** The address that a young account was made with took nobody's place. */
  email: (ctx: Ctx) => sql`(u.email_verified_at > ${ctx.now - SEASONED_MS} AND EXISTS (
    SELECT 1 FROM one_time_tokens t
    WHERE t.user_id = u.id AND t.purpose = 'CHANGE_UNDO' AND t.consumed_at IS NULL AND t.facts ->> 'email' <> u.email))`,
}
