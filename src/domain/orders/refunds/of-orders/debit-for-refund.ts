import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { COMMISSION, REFUNDS_IN_FLIGHT } from '#domain/money/ledger/accounts.ts'
import { moveOnIfGone } from '#domain/money/ledger/gone-owner.ts'
import { coverFromCash, post, walletEntry } from '#domain/money/ledger/post.ts'
import { paymentOf, type RefundPart, whereMoneyLies } from '#domain/orders/orders/money.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { beginAttempt } from '../attempts/begin-attempt.ts'
import { partsOf } from '../attempts/record.ts'
import { makeSucceeded } from '../make-refund.ts'
import type { NewRefund, OwnRefund, RefundRow, RefundWithParts } from '../refund.ts'

/**
 * Takes the money of a refund from where it lies; nobody is called yet.
 * @param restBy who sends what is left once it has ended
 * @returns the refund as it is then, in PROCESSING; undefined if nothing was paid
 */
export const debitForRefund = (
  ctx: Ctx,
  order: OrderFile,
  { row, writes }: NewRefund,
  restBy: RefundRow['restBy'] = null,
): RefundWithParts | undefined =>
  debit(ctx, order, { ...row, restBy }, (begun) => beginAttempt(ctx, { row: begun, writes }))

/** As `debitForRefund`, beside a refund that is on its way: the row is made as one that has succeeded. */
export const debitBeside = (ctx: Ctx, order: OrderFile, row: RefundRow): RefundWithParts | undefined =>
  debit(ctx, order, row, (debited) => makeSucceeded(ctx, debited))

function debit<Row extends OwnRefund>(
  ctx: Ctx,
  order: OrderFile,
  row: Row,
  enter: (row: Row) => NewRefund<Row>,
): RefundWithParts<Row> | undefined {
  const paid = paymentOf(order)
  if (!paid) return undefined
  const parts = whereMoneyLies(order, paid, row.amountMinor)
  const commissionMinor = parts.find(({ part }) => part === 'commission')?.amountMinor ?? 0
  const begun = enter({ ...row, commissionMinor })
  const key = `${row.id}:${begun.row.attempt}`
  return {
    row: begun.row,
    parts: partsOf(parts),
    writes: [...begun.writes, ...parts.flatMap((part) => debitPart(ctx, order, part, key, row))],
  }
}

function debitPart(
  ctx: Ctx,
  order: OrderFile,
  { part, account, amountMinor }: RefundPart,
  key: string,
  { id, currency }: OwnRefund,
): Write[] {
  const owner = { ownerKind: 'seller', ownerId: order.sellerProfileId } as const
  const isTheirs = account.endsWith(':available')
  const ref = `${key}:${part}`
  const theirs = { ...owner, amountMinor: -amountMinor, currency, orderId: order.id }
  return [
    ...post(ctx, {
      kind: 'refund:taken',
      ref,
      from: account,
      to: REFUNDS_IN_FLIGHT,
      amountMinor,
      currency,
    }),
    ...(account === COMMISSION && amountMinor > 0 ? [coverFromCash(ctx, account, currency, ref)] : []),
    ...(isTheirs
      ? [
          ...walletEntry(ctx, { ...theirs, type: 'REFUND' }),
          ...moveOnIfGone(ctx, { ...theirs, ref, what: `Remboursement ${id} de ${order.number}.` }),
        ]
      : []),
  ]
}
