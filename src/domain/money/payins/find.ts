import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { findTransaction } from '../gateways/queries.ts'

/** The payin under one of our references; 404 for anything else that gateway B moved. */
export async function findPayin(ctx: Ctx, reference: string): Promise<GatewayTransaction> {
  const tx = await findTransaction(ctx, 'B', reference)
  return tx?.kind === 'payin' ? tx : fail('NOT_FOUND')
}
