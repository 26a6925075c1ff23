import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../../core/context.ts'
import { COMMISSION, REFUNDS_IN_FLIGHT } from '../../money/ledger/accounts.ts'
import { moveOnIfGone } from '../../money/ledger/gone-owner.ts'
import { coverFromCash, post, walletEntry } from '../../money/ledger/post.ts'
import { paymentOf, type RefundPart, whereMoneyLies } from '../orders/money.ts'
import type { OrderFile, OwnRefund } from '../orders/queries.ts'
import { begin, type Made, makeDone, type RefundRow } from './row.ts'

/**
 * The money of a refund is taken from where it lies, and nobody is called: for what an operator gave back, or took back,
 * without being asked by us.
 * @returns the refund as it is then, in PROCESSING; undefined where nothing was paid
 */
export const takeForRefund = (ctx: Ctx, order: OrderFile, made: Made | undefined): Made | undefined =>
  made && take(ctx, order, made)

/** The same beside a refund that is on its way: it is done as it is made. */
export const takeBeside = (ctx: Ctx, order: OrderFile, row: RefundRow): Made | undefined =>
  takeAs(ctx, order, row, (taken) => makeDone(ctx, taken))

/** The money of a refund on its way is taken from where it lies; undefined where nothing was paid. `rest` is what follows it. */
export const take = (
  ctx: Ctx,
  order: OrderFile,
  { row, writes }: Made,
  rest: RefundRow['rest'] = null,
): Made | undefined => takeAs(ctx, order, { ...row, rest }, (begun) => begin(ctx, { row: begun, writes }))

function takeAs<Row extends OwnRefund>(
  ctx: Ctx,
  order: OrderFile,
  row: Row,
  enter: (row: Row) => Made<Row>,
): Made<Row> | undefined {
  const paid = paymentOf(order)
  if (!paid) return undefined
  const parts = whereMoneyLies(order, paid, row.amountMinor)
  const commissionMinor = parts.find(({ part }) => part === 'commission')?.amountMinor ?? 0
  const begun = enter({ ...row, commissionMinor })
  const key = `${row.id}:${begun.row.attempt}`
  return { ...begun, writes: [...begun.writes, ...parts.flatMap((part) => takePart(ctx, order, part, key, row))] }
}

function takePart(
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
