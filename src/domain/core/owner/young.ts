import { sql } from 'drizzle-orm'
import { DAY_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'

/** Age at which a number or address may recover an account, and take its changes back, in ms. */
export const SEASONED_MS = 7 * DAY_MS

/**
 * Time for which a number stays an account's without another proof, in ms. Then the SIM may be another person's, who may take the number by
 * proving it, and it recovers nothing alone (docs/accounts.md, Phone and e-mail).
 */
export const NUMBER_PROVED_MS = 180 * DAY_MS

/** Whether another person may have the SIM of the number of `users`: no SMS proved it, or none for so long. */
export const isNumberStale = (ctx: Ctx) =>
  sql<boolean>`(users.phone_verified_at <= ${ctx.now - NUMBER_PROVED_MS} OR users.phone_verified_at IS NOT NULL AND users.phone = users.phone_vouched)`

/**
 * Whether a channel of the person `u` is so young that it may be a thief's, who would take the owner's defence back with a link that came
 * there (docs/accounts.md, After a change).
 */
export const isYoung = {
  phone: (ctx: Ctx) => sql`u.phone_verified_at > ${ctx.now - SEASONED_MS}`,
  secondaryEmail: (ctx: Ctx) => sql`coalesce(u.secondary_email_verified_at, 0) > ${ctx.now - SEASONED_MS}`,
  /** Only a changed address counts: the first address of a young account replaced none. */
  email: (ctx: Ctx) => sql`(u.email_verified_at > ${ctx.now - SEASONED_MS} AND EXISTS (
    SELECT 1 FROM one_time_tokens t
    WHERE t.user_id = u.id AND t.purpose = 'CHANGE_UNDO' AND t.consumed_at IS NULL AND t.facts ->> 'email' <> u.email))`,
}
