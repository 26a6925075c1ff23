import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { refundRequests } from '#db/schema/orders/refund-requests.ts'
import { CODE_TTL_MS } from '#domain/core/codes/issue.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

export type RefundRequest = typeof refundRequests.$inferSelect
type Terms = Pick<RefundRequest, 'refundId' | 'amountMinor' | 'kind' | 'phone' | 'network' | 'country' | 'state'>

/** The open request of a refund, else the one that ended last: for `readTogether`. Clocks of two servers do not decide which is open. */
export const selectLatestRequest = (ctx: Ctx, refundId: string) =>
  ctx.db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.refundId, refundId))
    .orderBy(desc(isNull(refundRequests.endedAt)), desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(1)

const isOpenOf = (refundId: string) => and(eq(refundRequests.refundId, refundId), isNull(refundRequests.endedAt))

/** The admin's request, which awaits its code for ten minutes. */
export const recordRequest = (ctx: Ctx, terms: Terms): Write =>
  ctx.db.insert(refundRequests).values({
    ...{ id: ctx.ids.v7(), ...terms, requestedBy: actorOf(ctx).id },
    ...{ expiresAt: ctx.now + CODE_TTL_MS, createdAt: ctx.now },
  })

/** A new code was mailed for the open request: its ten minutes begin again. */
export const extendRequest = (ctx: Ctx, refundId: string): Write =>
  ctx.db
    .update(refundRequests)
    .set({ expiresAt: ctx.now + CODE_TTL_MS })
    .where(isOpenOf(refundId))

/** Ends the open request of a refund, if it has one. */
export const endRequest = (ctx: Ctx, refundId: string, endedBy: NonNullable<RefundRequest['endedBy']>): Write =>
  ctx.db.update(refundRequests).set({ endedBy, endedAt: ctx.now }).where(isOpenOf(refundId))
