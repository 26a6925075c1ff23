import { and, eq } from 'drizzle-orm'
import { gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { pollGateway } from './poll.ts'
import { selectTransactions, type TransactionFile } from './queries.ts'
import { viewTransaction } from './view.ts'

/** A movement of gateway B by our id, for finance. 404. */
export const showTransaction = async (ctx: Ctx, id: string) => viewTransaction(await getOfB(ctx, id))

/** Asks gateway B what became of a movement that was sent, and applies the answer (docs/states.md, Unknown outcomes). 404. */
export async function checkTransaction(ctx: Ctx, id: string) {
  const known = await getOfB(ctx, id)
  const now = await pollGateway(ctx, known, 'checkStatus')
  return viewTransaction({ ...known, ...now })
}

async function getOfB(ctx: Ctx, id: string): Promise<TransactionFile> {
  const ofB = and(eq(gatewayTransactions.id, id), eq(gatewayTransactions.gateway, 'B'))
  const [row] = await selectTransactions(ctx).where(ofB)
  return row ?? fail('NOT_FOUND')
}
