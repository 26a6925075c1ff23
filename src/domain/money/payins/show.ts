import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { requireUnsealed } from '../above.ts'
import { ownReference } from './own-reference.ts'
import { type PayinView, viewPayin } from './view.ts'

/** The payin under one of our references, else the charge that its caller named so, else the latest that pays, or should have paid, the order of this id. 404 */
export async function showPayin(ctx: Ctx, name: string): Promise<PayinView> {
  const { kind, reference, id, createdAt } = gatewayTransactions
  const paysOrder = sql`${id} IN (SELECT w.payin_id FROM payin_shares w WHERE w.order_id = ${name})`
  const own = ownReference(name)
  const [row] = await ctx.db
    .select()
    .from(gatewayTransactions)
    .where(and(eq(kind, 'payin'), or(inArray(reference, [name, own]), paysOrder)))
    .orderBy(desc(eq(reference, name)), desc(eq(reference, own)), desc(createdAt), desc(id))
    .limit(1)
  if (!row) await requireUnsealed(ctx, name)
  return row ? viewPayin(row) : fail('NOT_FOUND')
}
