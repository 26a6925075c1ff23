import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncidentWhen } from '#domain/core/incidents/open.ts'
import { formatMoney } from '#kernel/format.ts'
import { CHARGES, clearingOf } from '../ledger/accounts.ts'
import { coverFromCash, post } from '../ledger/post.ts'
import { DEBT_BACK } from '../wallet/matters.ts'

/**
 * Books a charge that the operator took back: the loss is the platform's, and cash covers money that was paid out (docs/money.md,
 * Accounts).
 */
export const reverseCharge = async (ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> => {
  const { id, currency } = tx
  const amountMinor = tx.receivedMinor ?? tx.amountMinor
  return [
    ...post(ctx, {
      kind: 'charge:reversed',
      ref: id,
      from: CHARGES,
      to: clearingOf(tx.gateway),
      amountMinor,
      currency,
    }),
    coverFromCash(ctx, CHARGES, currency, id),
    debtBack(ctx, tx),
  ]
}

/** Opens an incident if the charge had paid a debt: the wallet stays settled, and a person says who pays it now. */
const debtBack = (ctx: Ctx, { id, reference, amountMinor, currency }: GatewayTransaction): Write =>
  openIncidentWhen(ctx, sql`EXISTS (SELECT 1 FROM transfers t WHERE t.kind = 'charge:collected' AND t.ref = ${id})`, {
    ref: refOf(DEBT_BACK, id),
    severity: 'HIGH',
    title: "Encaissement d'une dette repris par l'opérateur",
    description: `L'encaissement ${reference} (${formatMoney({ amountMinor, currency })}) avait réglé la dette d'un portefeuille, et l'opérateur l'a repris : notre caisse le porte. Encaissez-le à nouveau, ou annulez le règlement.`,
  })

/** Books a charge that staff made without an order: its money is the platform's. */
export async function settleCharge(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict): Promise<Write[]> {
  if (verdict !== 'succeeded') return []
  const { amountMinor, currency } = tx
  return post(ctx, {
    kind: 'charge:paid',
    ref: tx.id,
    from: clearingOf(tx.gateway),
    to: CHARGES,
    amountMinor,
    currency,
  })
}

/** Books the money that a charge of staff brought beside its amount: it is the platform's as well. */
export const keepSurplusOfCharge = async (
  ctx: Ctx,
  { id, gateway, currency }: GatewayTransaction,
  amountMinor: number,
): Promise<Write[]> =>
  post(ctx, { kind: 'payin:surplus', ref: id, from: clearingOf(gateway), to: CHARGES, amountMinor, currency })
