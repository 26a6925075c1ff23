import { and, asc, eq, lte } from 'drizzle-orm'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { sendDue } from '../attempts/send.ts'
import { pollGateway } from '../readings/poll.ts'

/** Attempts at one gateway whose time has come, the oldest question first. */
export const questionsDue = (ctx: Ctx, gateway: GatewayId, limit: number) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.gateway, gateway), lte(gatewayTransactions.nextCheckAt, ctx.now)))
    .orderBy(asc(gatewayTransactions.nextCheckAt))
    .limit(limit)

/**
 * The sweep's work on one attempt: asks about it, or makes the call that its act could not make (docs/gateways.md, Asking
 * again). Twice at once is harmless: sending and asking are claimed, applying happens once.
 */
export const askOrSend = (ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> =>
  tx.status === 'pending' && tx.sentAt === null ? sendDue(ctx, tx) : pollGateway(ctx, tx)
