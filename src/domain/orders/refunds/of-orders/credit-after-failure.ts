import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { REFUNDS_IN_FLIGHT } from '#domain/money/ledger/accounts.ts'
import { moveOnIfGone } from '#domain/money/ledger/gone-owner.ts'
import { post, walletEntry } from '#domain/money/ledger/post.ts'
import { paymentOf, whereMoneyLies } from '#domain/orders/orders/money.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import type { OwnRefund } from '../refund.ts'

/** Books back the money of a refund that did not arrive: to the account in which it would lie now if nobody had taken it. */
export function creditAfterFailure(ctx: Ctx, order: OrderFile, refund: OwnRefund): Write[] {
  const paid = paymentOf(order)
  if (!paid) return []
  const { currency } = refund
  const before = { ...order, refunds: order.refunds.filter(({ id }) => id !== refund.id) }
  const owner = { ownerKind: 'seller', ownerId: order.sellerProfileId } as const
  const what = `Le remboursement ${refund.id} de ${order.number} n'est pas arrivé ; renvoyé, il est payé par notre caisse.`
  return whereMoneyLies(before, paid, refund.amountMinor).flatMap(({ part, account, amountMinor }) => {
    const ref = `${refund.id}:${refund.attempt}:${part}`
    const theirs = { ...owner, amountMinor, currency, orderId: order.id }
    return [
      ...post(ctx, { kind: 'refund:back', ref, from: REFUNDS_IN_FLIGHT, to: account, amountMinor, currency }),
      ...(account.endsWith(':available')
        ? [...walletEntry(ctx, { ...theirs, type: 'ADJUSTMENT' }), ...moveOnIfGone(ctx, { ...theirs, ref, what })]
        : []),
    ]
  })
}
