import { and, eq } from 'drizzle-orm'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { selectTransactions, type TransactionFile } from '../queries.ts'
import { pollGateway } from '../readings/poll.ts'
import { viewTransaction } from '../view.ts'

/** An attempt of a gateway by our id, for finance. 404. */
export const showTransaction = async (ctx: Ctx, gateway: GatewayId, id: string) =>
  viewTransaction(await getOfGateway(ctx, gateway, id))

/** Asks a gateway what became of an attempt that was sent, and applies the answer (docs/states.md, Unknown outcomes). 404. */
export async function checkTransaction(ctx: Ctx, gateway: GatewayId, id: string) {
  const known = await getOfGateway(ctx, gateway, id)
  const now = await pollGateway(ctx, known, 'checkStatus')
  return viewTransaction({ ...known, ...now })
}

async function getOfGateway(ctx: Ctx, gateway: GatewayId, id: string): Promise<TransactionFile> {
  const ofGateway = and(eq(gatewayTransactions.id, id), eq(gatewayTransactions.gateway, gateway))
  const [row] = await selectTransactions(ctx).where(ofGateway)
  return row ?? fail('NOT_FOUND')
}
