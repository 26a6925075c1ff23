import { and, asc, eq, isNull } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { history } from '#db/schema/core/history.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectLatestAttempt } from '../gateways/queries.ts'
import type { Owner } from '../ledger/accounts.ts'

export type PayoutRow = typeof payouts.$inferSelect
type Step = typeof history.$inferSelect
/** A payout with its attempt at the gateway and its history. */
export type PayoutFile = { payout: PayoutRow; attempt: GatewayTransaction | undefined; steps: Step[] }

/** The owner of a withdrawal; undefined for an administrator's payout. */
export const ownerOf = ({ ownerId, ownerKind }: PayoutRow): Owner | undefined =>
  ownerId && ownerKind ? { ownerId, ownerKind } : undefined

/** Reads an administrator's payout with its attempt and history, in one trip. @throws 404 */
export async function getPayoutFile(ctx: Ctx, id: string): Promise<PayoutFile> {
  const [[payout], [attempt], steps] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), isNull(payouts.ownerId))),
    selectLatestAttempt(ctx, id),
    ctx.db.select().from(history).where(eq(history.thingId, id)).orderBy(asc(history.version)),
  )
  return { payout: payout ?? fail('NOT_FOUND'), attempt, steps }
}

/** Reads a payout that this admin asked for. @throws 404 also for anybody else's */
export async function getOwnPayout(ctx: Ctx, id: string): Promise<PayoutRow> {
  const own = and(eq(payouts.id, id), isNull(payouts.ownerId), eq(payouts.requestedBy, actorOf(ctx).id))
  const [payout] = await ctx.db.select().from(payouts).where(own)
  return payout ?? fail('NOT_FOUND')
}
