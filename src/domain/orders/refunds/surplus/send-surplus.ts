import { sql } from 'drizzle-orm'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { intend } from '#domain/money/gateways/attempts/intend.ts'
import { fail } from '#kernel/failure.ts'
import { requireApprovedNumber } from '../approval/approved-number.ts'
import { intendPayout } from '../attempts/intend-payout.ts'
import { recordAttempt } from '../attempts/record.ts'
import { unlessInDoubt } from '../in-doubt.ts'
import type { NextAttempt, RefundInFlight, RefundRow, RefundWithParts } from '../refund.ts'
import { debitSurplus, getSurplusPayin, isSurplusTakenBack } from './surplus.ts'

/** A try of it, for whoever sends it: nobody decides about what they paid themselves. 404, 409 */
export async function startSurplusAttempt(ctx: Ctx, refund: RefundRow): Promise<NextAttempt> {
  const payin = await getSurplusPayin(ctx, refund)
  const [owner] = await ctx.db.all<{ id: string }>(sql`
    SELECT coalesce(o.buyer_id, f.user_id) AS id FROM refunds r LEFT JOIN orders o ON o.id = r.order_id
    LEFT JOIN subscription_payments p ON p.id = r.subscription_payment_id
    LEFT JOIN seller_profiles f ON f.id = p.seller_profile_id WHERE r.id = ${refund.id}`)
  const { id } = owner ?? fail('NOT_FOUND')
  return {
    ...startSurplus(ctx, refund, payin),
    purchase: refund.subscriptionPaymentId === null ? { buyerId: id } : { subscriberId: id },
    what: `remboursement de ce que ${payin.reference} a reçu en trop`,
    state: payin.status,
  }
}

/** Sends a surplus to the number that the refund has, through the gateway that brought it. 409 once its operator took the payin back */
function startSurplus(ctx: Ctx, refund: RefundRow, payin: GatewayTransaction): RefundInFlight {
  if (isSurplusTakenBack(payin))
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "L'opérateur a déjà repris ce paiement : l'acheteur a son argent.",
    })
  const debited = debitSurplus(ctx, refund)
  const { row } = debited
  const sent = payin.kind === 'deposit' ? giveBackDeposit(ctx, debited, payin) : intendPayout(ctx, debited, row, row)
  return { intent: sent.row, writes: sent.writes }
}

/** A deposit goes back to the number that made it as a refund; to another one it is paid out. */
function giveBackDeposit(
  ctx: Ctx,
  debited: RefundWithParts<RefundRow>,
  { phone: paidBy, reference: originalReference }: GatewayTransaction,
) {
  const { row: refund } = debited
  const { id: subjectId, gateway, phone, network, country, amountMinor, currency } = refund
  const { row, writes } = intend(ctx, {
    ...{ gateway, phone, network, country, amountMinor, currency },
    ...{ purpose: 'REFUND', subjectId, reference: ctx.ids.v4() },
    ...(phone === paidBy ? { kind: 'refund', originalReference } : { kind: 'payout' }),
  })
  return {
    row,
    writes: [
      ...debited.writes,
      unlessInDoubt(ctx, refund),
      requireApprovedNumber(ctx, subjectId),
      ...writes,
      recordAttempt(ctx, debited, row),
    ],
  }
}
