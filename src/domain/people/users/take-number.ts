import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { wallets } from '#db/schema/money/wallets.ts'
import { earningsOf } from '#domain/core/above.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { UNDO_TTL_MS, undoLink } from '#domain/core/owner/undo-link.ts'
import { isNumberStale, NUMBER_PROVED_MS } from '#domain/core/owner/young.ts'
import { maskPhone } from '#kernel/phone.ts'
import { numberTaken } from './notices.ts'

const NUMBER_KEPT = guard('NUMBER_KEPT', 'CONFLICT', { reason: 'ALREADY_EXISTS' })

/**
 * Takes a number that the signed-in person proved by SMS from an account that has not for 180 days (docs/accounts.md, Phone and e-mail).
 * That account gets a link of seven days to take it back, withdraws nothing for as long, and loses an equal payout number if it is as old.
 * @returns the writes to put before the write of the number; undefined if no account has it from which it may be taken, also because that
 *   one took it back from this person
 */
export async function takeNumber(ctx: Ctx, phone: string): Promise<Write[] | undefined> {
  const { id: taker } = actorOf(ctx)
  const before = ctx.now - NUMBER_PROVED_MS
  const isTakenBack = sql`EXISTS (
    SELECT 1 FROM one_time_tokens t WHERE t.user_id = users.id AND t.purpose = 'CHANGE_UNDO' AND t.consumed_at IS NOT NULL
      AND t.expires_at > ${ctx.now} AND t.facts ->> 'takenBy' = ${taker} AND t.facts ->> 'phone' = ${phone})`
  const isStale = and(eq(users.phone, phone), isNumberStale(ctx), isNull(users.deletedAt), sql`NOT ${isTakenBack}`)
  const [former] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(isStale, sql`users.phone_verified_at IS NOT NULL AND users.deleted_at IS NULL`))
  if (!former) return undefined
  const undo = await undoLink(ctx, former.id, taker)
  const isTheirWallet = inArray(wallets.ownerId, sql`(${earningsOf(former.id)})`)
  return [
    ...undo.writes,
    ...tellOwner(ctx, former.id, numberTaken, { phone: maskPhone(phone), link: undo.link }),
    ctx.db
      .update(users)
      .set({ phone: null, phoneVerifiedAt: null, updatedAt: ctx.now })
      .where(and(eq(users.id, former.id), isStale)),
    abortUnlessChanged(ctx.db, NUMBER_KEPT),
    ctx.db
      .update(wallets)
      .set({ payoutPhone: null, payoutNetwork: null, payoutCountry: null, payoutVerifiedAt: null })
      .where(and(isTheirWallet, eq(wallets.payoutPhone, phone), lte(wallets.payoutVerifiedAt, before))),
    freezeWithdrawals(ctx, former.id, undefined, UNDO_TTL_MS),
  ]
}
