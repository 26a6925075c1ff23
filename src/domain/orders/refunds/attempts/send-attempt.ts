import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isOutOfFunds } from '#domain/money/gateways/attempts/out-of-funds.ts'
import { send } from '#domain/money/gateways/attempts/send.ts'
import { fail } from '#kernel/failure.ts'
import { GATEWAYS } from '#providers/gateways.ts'

/**
 * Makes the call of a try whose commit is done.
 * @throws 400 if its operator refused at once; 409 INSUFFICIENT_BALANCE if our wallet at the gateway does not have it. The refund is FAILED then, and nothing moved
 */
export async function sendAttempt(ctx: Ctx, intent: GatewayTransaction): Promise<void> {
  const sent = await send(ctx, intent)
  if (sent.status !== 'failed') return
  if (isOutOfFunds(sent)) {
    fail('CONFLICT', {
      reason: 'INSUFFICIENT_BALANCE',
      message: "Le solde chez l'opérateur est insuffisant. Rien n'a été rendu : approvisionnez-le, puis renvoyez.",
    })
  }
  fail(GATEWAYS[sent.gateway].refused.refund)
}
