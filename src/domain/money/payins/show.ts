import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { findTransaction } from '../gateways/queries.ts'
import { type PayinView, viewPayin } from './view.ts'

/** The payin under one of our references; 404 for anything else that gateway B moved. */
export async function showPayin(ctx: Ctx, reference: string): Promise<PayinView> {
  const tx = await findTransaction(ctx, 'B', reference)
  return tx?.kind === 'payin' ? viewPayin(tx) : fail('NOT_FOUND')
}
