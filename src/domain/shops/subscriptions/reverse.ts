import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { allows } from '#domain/core/machine.ts'
import { CASH, clearingOf, ROUNDING, SUBSCRIPTIONS } from '#domain/money/ledger/accounts.ts'
import { coverFromCash, post } from '#domain/money/ledger/post.ts'
import { formatMoney } from '#kernel/format.ts'
import { subscriptionPaymentMachine } from './machine.ts'
import { DEPOSIT_TAKEN_BACK } from './matters.ts'
import { findPaymentFile } from './payment-file.ts'
import { bookPaymentReturn, roundedOf } from './settle.ts'

/**
 * Books a deposit that an operator took back. Its subscription runs on: a person decides about it. If a refund has returned the money
 * already, or is about to, the loss is booked to platform cash.
 * @param refundId the refund that succeeded, or is on its way
 */
export async function reverseSubscription(
  ctx: Ctx,
  tx: GatewayTransaction,
  refundId: string | undefined,
): Promise<Write[]> {
  const file = await findPaymentFile(ctx, tx.subjectId)
  const { amountMinor, currency } = tx
  const from = refundId ? CASH : SUBSCRIPTIONS
  const lost = refundId ? ` Le remboursement ${refundId} les rend aussi : ils manquent à notre caisse.` : ''
  const isPaid = file && allows(subscriptionPaymentMachine, file.payment.status, 'refund')
  return [
    ...(isPaid ? bookPaymentReturn(ctx, file) : []),
    ...post(ctx, {
      kind: 'subscription:reversed',
      ref: tx.subjectId,
      from,
      to: clearingOf(tx.gateway),
      amountMinor,
      currency,
    }),
    ...(file
      ? [
          ...post(ctx, { ...roundedOf(tx, file.payment), ref: tx.id, from: ROUNDING, to: from }),
          coverFromCash(ctx, ROUNDING, tx.currency, `${tx.id}:rounded`),
        ]
      : []),
    coverFromCash(ctx, SUBSCRIPTIONS, currency, tx.subjectId),
    openIncident(ctx, {
      ref: refOf(DEPOSIT_TAKEN_BACK, tx.id),
      severity: 'HIGH',
      ...(refundId && { refundId }),
      title: "Paiement d'abonnement repris par un opérateur",
      description: `Le dépôt ${tx.reference} (${formatMoney(tx)}) a été repris.${lost} L'abonnement qu'il payait court encore : voyez avec le vendeur.`,
    }),
  ]
}
