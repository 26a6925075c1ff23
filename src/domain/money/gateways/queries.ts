import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { orderOfRefund } from '../above.ts'

/** Reads the attempt as it is now. @throws 404 */
export async function getTransaction(ctx: Ctx, id: string): Promise<GatewayTransaction> {
  const [row] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, id))
  return row ?? fail('NOT_FOUND')
}

/** Reads the attempt with this id, else the one with this reference, as incidents name it. @throws 404 */
export async function getNamed(ctx: Ctx, name: string): Promise<GatewayTransaction> {
  const { id, reference } = gatewayTransactions
  const [row] = await ctx.db
    .select()
    .from(gatewayTransactions)
    .where(or(eq(id, name), eq(reference, name)))
    .orderBy(desc(eq(id, name)))
    .limit(1)
  return row ?? fail('NOT_FOUND')
}

/** The attempt with this reference, which our call told the gateway: no two have the same. */
export async function findByReference(ctx: Ctx, reference: string): Promise<GatewayTransaction | undefined> {
  const [row] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.reference, reference))
  return row
}

/** The attempt that a gateway knows by its own id. */
export async function findByExternalId(
  ctx: Ctx,
  gateway: GatewayId,
  externalId: string,
): Promise<GatewayTransaction | undefined> {
  const rows = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.externalId, externalId))
  return rows.find((row) => row.gateway === gateway)
}

/** Attempts, each with the order whose money a refund gives back. */
export const selectTransactions = (ctx: Ctx) =>
  ctx.db
    .select({
      ...getTableColumns(gatewayTransactions),
      refundedOrderId: sql<
        string | null
      >`iif(gateway_transactions.purpose = 'REFUND', ${orderOfRefund(sql`gateway_transactions.subject_id`)}, NULL)`.as(
        'refunded_order_id',
      ),
    })
    .from(gatewayTransactions)
    .$dynamic()

export type TransactionFile = Awaited<ReturnType<typeof selectTransactions>>[number]

/** The newest attempt for an order, payment, payout or refund. */
export const selectLatestAttempt = (ctx: Ctx, subjectId: string) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(eq(gatewayTransactions.subjectId, subjectId))
    .orderBy(desc(gatewayTransactions.createdAt), desc(gatewayTransactions.id))
    .limit(1)

/** Whether the call was never made, or certainly never arrived. */
export const isUnsent = and(eq(gatewayTransactions.status, 'pending'), isNull(gatewayTransactions.sentAt))
