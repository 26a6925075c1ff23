import { count, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { counterName, counterValue } from '#db/counters.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { heldUntil } from '#domain/core/approvals/held.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isoOrNull } from '#kernel/time.ts'
import { isLiveOf } from '../sessions/queries.ts'
import { type UserFileView, viewUser } from './view.ts'

/**
 * Shows a person with the facts that staff decide on: last sign-in, live sessions, orders, block (docs/accounts.md, Staff acts).
 * @throws 404
 */
export async function showUser(ctx: Ctx, id: string): Promise<z.output<typeof UserFileView>> {
  const live = ctx.db.select({ n: count() }).from(sessions).where(isLiveOf(ctx, id))
  const sessionsCount = sql<number>`(${live})`
  const [row] = await ctx.db
    .select({
      user: users,
      sessionsCount: sessionsCount.as('live'),
      ordersCount: counterValue(counterName('ordersOfBuyer', { buyerId: id })).as('bought'),
    })
    .from(users)
    .where(eq(users.id, id))
  const { user, ...counts } = row ?? fail('NOT_FOUND')
  const { blockReason, lastLoginAt, deletedAt } = user
  return {
    ...viewUser(ctx, user),
    ...counts,
    blockReason,
    approvalsHeldUntil: isoOrNull(heldUntil(ctx, user)),
    lastLoginAt: isoOrNull(lastLoginAt),
    deletedAt: isoOrNull(deletedAt),
  }
}
