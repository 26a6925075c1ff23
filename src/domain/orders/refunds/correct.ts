import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { formatMoney } from '../../../kernel/format.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { transition } from '../../core/machine.ts'
import { paymentOf } from '../orders/money.ts'
import { type OrderFile, selectOrder, toOrderFile } from '../orders/queries.ts'
import { giveBackApart, phoneGets } from '../orders/through-gateway.ts'
import { bookAsGiven, fromCash } from './book-as-given.ts'
import { refundMachine } from './machine.ts'
import type { RefundRow } from './row.ts'
import { secondTakenAsGiven, selectSecondRefunds } from './second-payin.ts'
import { isOpen, selectRefunds } from './start.ts'

const TAKEN_BACK = "Paiement repris par l'opérateur"

/** The refund that a reversal counts on as being on its way ends at the same time: the reversal is asked for again. */
const REFUND_MOVED = guard('REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * The operator took back what a buyer had paid (docs/money.md, Corrections). A refund of this payment that waits or failed
 * is done by it. Where another payment lies apart, that one pays the order from now on, and the seller loses nothing; else the
 * whole order is given back, from where its money lies. What was given back before is our loss. A person hears of it.
 */
export async function reverseOrderPayin(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const [rows, own, seconds] = await readTogether(
    ctx.db,
    selectOrder(ctx, tx.subjectId),
    selectRefunds(ctx, tx.subjectId),
    selectSecondRefunds(ctx, tx.subjectId),
  )
  const order = rows[0] && toOrderFile(rows[0])
  const { writes, said } = order ? takenBack(ctx, order, tx, own, seconds) : ourLoss(ctx, tx, undefined)
  return [
    ...writes,
    openIncident(ctx, {
      ref: `reversed:${tx.id}`,
      severity: 'HIGH',
      orderId: tx.subjectId,
      title: "Paiement d'une commande repris par un opérateur",
      description: `${formatMoney(tx)} (${tx.reference}) ont été repris. ${said} Voyez avec l'acheteur et le vendeur de ${order?.number ?? 'la commande'}.`,
    }),
  ]
}

type Booked = { writes: Write[]; said: string }

function takenBack(ctx: Ctx, order: OrderFile, tx: GatewayTransaction, own: RefundRow[], seconds: RefundRow[]): Booked {
  const mine = seconds.find(({ payinId, status }) => payinId === tx.id && status !== 'REJECTED')
  if (mine) {
    return waits(mine)
      ? { writes: secondTakenAsGiven(ctx, mine, order, tx), said: `Le remboursement ${mine.id} est conclu par là.` }
      : ourLoss(ctx, tx, mine)
  }
  if (order.paidBy?.id !== tx.id || !paymentOf(order)) {
    return { writes: giveBackApart(ctx, order, tx), said: 'Ce second paiement était gardé à part.' }
  }
  const waiting = own.find(waits)
  if (waiting) {
    const writes =
      waiting.kind === 'FULL' ? bookAsGiven(ctx, order, tx, waiting, TAKEN_BACK) : partAsGiven(ctx, order, tx, waiting)
    const rest = waiting.kind === 'FULL' ? '' : ' Le reste manque à notre caisse.'
    return { writes, said: `Le remboursement ${waiting.id} est conclu par là.${rest}` }
  }
  const gone = own.find(({ status }) => status !== 'REJECTED')
  if (gone || order.refundedMinor > 0) return ourLoss(ctx, tx, gone)
  const other = seconds.find(waits)
  if (!other)
    return { writes: bookAsGiven(ctx, order, tx, undefined, TAKEN_BACK), said: 'La commande est rendue par là.' }
  return {
    writes: [
      ...transition(ctx, refundMachine, other, 'reject', { reason: TAKEN_BACK }),
      ...giveBackApart(ctx, order, tx),
    ],
    said: `L'autre paiement de la commande la paie désormais, et le remboursement ${other.id} n'a plus lieu.`,
  }
}

/** Not ended, and not with an operator. */
const waits = (refund: RefundRow) => isOpen(refund) && refund.status !== 'PROCESSING'

/** It was given back already; what is still on its way must be so when this is booked, and comes to our cash if it fails. */
const ourLoss = (ctx: Ctx, tx: GatewayTransaction, refund: RefundRow | undefined): Booked => ({
  writes: [
    ...(refund
      ? [
          abortWhen(
            ctx.db,
            REFUND_MOVED,
            sql`EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${refund.id} AND r.version <> ${refund.version})`,
          ),
        ]
      : []),
    ...fromCash(ctx, tx, 'payin:reversed'),
  ],
  said: 'Ils manquent à notre caisse.',
})

/** A part that waited is done by the reversal; the rest that the operator took is our loss. */
function partAsGiven(ctx: Ctx, order: OrderFile, tx: GatewayTransaction, refund: RefundRow): Write[] {
  const amountMinor = tx.currency === refund.currency ? refund.amountMinor : phoneGets(order, refund.amountMinor)
  return [
    ...bookAsGiven(ctx, order, { ...tx, amountMinor }, refund, TAKEN_BACK),
    ...fromCash(ctx, { ...tx, amountMinor: tx.amountMinor - amountMinor }, 'payin:reversed'),
  ]
}
