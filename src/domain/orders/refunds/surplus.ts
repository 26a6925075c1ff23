import { eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { type GatewayTransaction, gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { intend } from '../../money/gateways/intend.ts'
import { clearingOf, REFUNDS_IN_FLIGHT, SURPLUS } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { selectShares, toShare } from '../orders/payin-shares.ts'
import { requireApprovedNumber } from './approved-number.ts'
import { recordAttempt } from './attempts.ts'
import { unlessInDoubt } from './in-doubt.ts'
import { attempt, begin, type Debited, makeRefund, type RefundRow, type Started, type Try } from './row.ts'

const PREFIX = 'surplus:'
/** Names what a payin brought beside what it pays, where its own id names what pays. */
export const surplusOf = ({ id }: Pick<GatewayTransaction, 'id'>) => `${PREFIX}${id}`
const REASON = 'Somme reçue autre que celle qui était demandée'

/** Gives back what a payin brought beside what it pays: it touches neither its order nor the payment of its subscription. */
export const isSurplus = ({ payinId }: Pick<RefundRow, 'payinId'>) => payinId?.startsWith(PREFIX) === true

/** SQL: the payin `g` of a surplus was taken back. A payin that had brought too little is failed then, and has brought nothing. */
export const SURPLUS_TAKEN_BACK = sql.raw(`(g.status = 'reversed' OR g.status = 'failed' AND g.received_minor IS NULL)`)
export const isSurplusTakenBack = ({ status, receivedMinor }: GatewayTransaction) =>
  status === 'reversed' || (status === 'failed' && receivedMinor === null)

/** The movement that brought what a refund of a surplus gives back. */
export async function getSurplusPayin(ctx: Ctx, { payinId }: Pick<RefundRow, 'payinId'>): Promise<GatewayTransaction> {
  const id = payinId?.slice(PREFIX.length) ?? ''
  const [payin] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.id, id))
  return payin ?? fail('NOT_FOUND')
}

/** What a payin of orders brought beside its amount lies apart, and an ADMIN sends it back (docs/money.md, Corrections). */
export async function keepSurplusOfOrder(ctx: Ctx, tx: GatewayTransaction, amountMinor: number): Promise<Write[]> {
  const [first] = await selectShares(ctx, tx.id)
  return first ? keep(ctx, tx, amountMinor, { orderId: toShare(first).orderId }) : []
}

/** The same of a deposit for a subscription. */
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

/** A try of it, for whoever sends it: nobody decides about what they paid themselves. 404, 409 */
export async function startSurplusTry(ctx: Ctx, refund: RefundRow): Promise<Try> {
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

/** It goes on its way to the number that it has, through the gateway that brought it. 409 once its operator took the payin back */
function startSurplus(ctx: Ctx, refund: RefundRow, payin: GatewayTransaction): Started {
  if (isSurplusTakenBack(payin))
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "L'opérateur a déjà repris ce paiement : l'acheteur a son argent.",
    })
  const debited = debitSurplus(ctx, refund)
  const { row } = debited
  const sent = payin.kind === 'deposit' ? giveBackDeposit(ctx, debited, payin) : attempt(ctx, debited, row, row)
  return { intent: sent.row, writes: sent.writes }
}

/** A deposit goes back to the number that made it as a refund; to another one it is paid out. */
function giveBackDeposit(
  ctx: Ctx,
  debited: Debited<RefundRow>,
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

/** How much of it a try moves, keyed by the try. */
export const movedOf = ({ id, attempt: tries, amountMinor, currency }: RefundRow) => ({
  ref: `${id}:${tries}:surplus`,
  amountMinor,
  currency,
})

/** Its money is taken from where it lies apart, and nobody is called. */
export function debitSurplus(ctx: Ctx, refund: RefundRow): Debited<RefundRow> {
  const { row, writes } = begin(ctx, { row: refund, writes: [] })
  const taken = post(ctx, { kind: 'refund:taken', from: SURPLUS, to: REFUNDS_IN_FLIGHT, ...movedOf(row) })
  return { row, parts: { surplus: row.amountMinor }, writes: [...writes, ...taken] }
}
