import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { transition } from '#domain/core/machine.ts'
import { CASH, REFUNDS_IN_FLIGHT, SURPLUS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { giveBack, type MoneyByGateway } from '#domain/orders/orders/payins/through-gateway.ts'
import { formatMoney } from '#kernel/format.ts'
import { endArrived, endFailed } from '../attempts/record.ts'
import { ARRIVED, closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { REFUND_FAILED, REFUND_UNNEEDED } from '../matters.ts'
import type { RefundRow } from '../refund.ts'
import { getSurplusPayin, isSurplusTakenBack, movedOfSurplus, SURPLUS_TAKEN_BACK } from './surplus.ts'

/** The payin is taken back at the same time: the verdict is read again. */
const SURPLUS_REVERSED = guard('SURPLUS_REVERSED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** Whoever paid has it back. */
export const bookSurplusSucceeded = (ctx: Ctx, refund: RefundRow, tx: MoneyByGateway, to?: string): Write[] => [
  ...transition(ctx, refundMachine, refund, 'succeed'),
  endArrived(ctx, refund, to),
  ...closeFailedTries(ctx, refund, ARRIVED),
  ...giveBack(ctx, refund, tx, { to }),
]

/** Settles a refund of a surplus by its operator's verdict: whoever paid has it back, or it lies apart again. */
export async function settleSurplus(
  ctx: Ctx,
  refund: RefundRow,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed',
): Promise<Write[]> {
  if (verdict === 'succeeded') return bookSurplusSucceeded(ctx, refund, tx)
  const payin = await getSurplusPayin(ctx, refund)
  return isSurplusTakenBack(payin) ? intoCash(ctx, refund, tx) : liesApartAgain(ctx, refund, tx, payin)
}

const liesApartAgain = (ctx: Ctx, refund: RefundRow, tx: GatewayTransaction, { id }: GatewayTransaction): Write[] => [
  abortWhen(
    ctx.db,
    SURPLUS_REVERSED,
    sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${id} AND ${SURPLUS_TAKEN_BACK})`,
  ),
  ...transition(ctx, refundMachine, refund, 'fail'),
  endFailed(ctx, refund, tx),
  ...post(ctx, { kind: 'refund:back', from: REFUNDS_IN_FLIGHT, to: SURPLUS, ...movedOfSurplus(refund) }),
  openIncident(ctx, {
    ref: refOf(REFUND_FAILED, tx.id),
    severity: 'HIGH',
    refundId: refund.id,
    title: 'Remboursement refusé par un opérateur',
    description: `${formatMoney(tx)} reçus en trop n'ont pas pu être rendus au ${tx.phone} (${tx.failureCode ?? 'sans motif'}). Remboursement ${refund.id} : à renvoyer, au besoin à un autre numéro de qui a payé.`,
  }),
]

/** Books a surplus that did not arrive and need not: its operator took it back from us, and our cash had paid for that. */
const intoCash = (ctx: Ctx, refund: RefundRow, tx: GatewayTransaction): Write[] => [
  ...bookSurplusSucceeded(ctx, refund, tx, CASH),
  openIncident(ctx, {
    ref: refOf(REFUND_UNNEEDED, tx.id),
    severity: 'HIGH',
    refundId: refund.id,
    title: 'Remboursement refusé, et paiement déjà repris',
    description: `${formatMoney(tx)} reçus en trop n'ont pas pu être rendus au ${tx.phone}, mais l'opérateur avait repris le paiement. Le remboursement ${refund.id} est conclu, et la somme revient à notre caisse.`,
  }),
]
