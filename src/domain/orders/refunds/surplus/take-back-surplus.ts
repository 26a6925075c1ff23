import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { transition } from '#domain/core/machine.ts'
import { CASH, clearingOf, SURPLUS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { formatMoney } from '#kernel/format.ts'
import { closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { TAKEN_BACK as PAYMENT_TAKEN_BACK } from '../matters.ts'
import { unlessItMoves } from '../of-orders/reverse-order-payin.ts'
import { isWaiting } from '../owed-to-buyer.ts'
import { selectRefundRows } from '../queries.ts'
import { BY_REVERSAL } from '../reasons.ts'
import type { RefundRow } from '../refund.ts'
import { surplusOf } from './surplus.ts'

/**
 * Books the surplus of a payin that an operator took back as a whole (docs/money.md, Corrections). If the refund of the surplus waits
 * or failed, it is rejected; if it has arrived or is on its way, the surplus is our loss.
 */
export async function takeBackSurplus(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  if (tx.receivedMinor === null) return []
  const [refund] = await selectRefundRows(ctx).where(eq(refunds.payinId, surplusOf(tx)))
  if (!refund) return []
  const takenFrom = (from: string) =>
    post(ctx, {
      ...{ kind: 'payin:reversed', ref: surplusOf(tx), from, to: clearingOf(tx.gateway) },
      ...{ amountMinor: refund.amountMinor, currency: refund.currency },
    })
  if (!isWaiting(refund)) return [...unlessItMoves(ctx, refund), ...takenFrom(CASH), tellLoss(ctx, refund, tx)]
  return [
    ...transition(ctx, refundMachine, refund, 'reject', { reason: BY_REVERSAL }),
    ...closeFailedTries(ctx, refund, BY_REVERSAL),
    ...takenFrom(SURPLUS),
  ]
}

const tellLoss = (ctx: Ctx, refund: RefundRow, tx: GatewayTransaction): Write =>
  openIncident(ctx, {
    ref: refOf(PAYMENT_TAKEN_BACK, surplusOf(tx)),
    severity: 'HIGH',
    refundId: refund.id,
    title: 'Somme reçue en trop, rendue puis reprise par un opérateur',
    description: `${formatMoney(refund)} reçus en trop (${tx.reference}) ont été repris. Le remboursement ${refund.id} les rend aussi : ils manquent à notre caisse.`,
  })
