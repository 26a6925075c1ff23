import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { clearingOf, SURPLUS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { selectShares, toShare } from '#domain/orders/orders/payins/payin-shares.ts'
import { makeRefund } from '../make-refund.ts'
import type { RefundRow } from '../refund.ts'
import { surplusOf } from './surplus.ts'

const REASON = 'Somme reçue autre que celle qui était demandée'

/** Keeps apart the money that a payin of orders brought beside its amount; an ADMIN sends it back (docs/money.md, Corrections). */
export async function keepSurplusOfOrder(ctx: Ctx, tx: GatewayTransaction, amountMinor: number): Promise<Write[]> {
  const [first] = await selectShares(ctx, tx.id)
  return first ? keep(ctx, tx, amountMinor, { orderId: toShare(first).orderId }) : []
}

/** Keeps apart the money that a deposit for a subscription brought beside its amount. */
export const keepSurplusOfPayment = async (ctx: Ctx, tx: GatewayTransaction, amountMinor: number): Promise<Write[]> =>
  keep(ctx, tx, amountMinor, { orderId: tx.subjectId, subscriptionPaymentId: tx.subjectId })

function keep(
  ctx: Ctx,
  tx: GatewayTransaction,
  amountMinor: number,
  subject: Pick<RefundRow, 'orderId'> & Partial<Pick<RefundRow, 'subscriptionPaymentId'>>,
): Write[] {
  const { currency } = tx
  const what = { ...subject, amountMinor, currency, kind: 'PARTIAL', reason: REASON } as const
  return [
    ...post(ctx, {
      ...{ kind: 'payin:surplus', ref: tx.id, amountMinor, currency },
      ...{ from: clearingOf(tx.gateway), to: SURPLUS },
    }),
    ...makeRefund(ctx, tx, { ...what, payinId: surplusOf(tx) }).writes,
  ]
}
