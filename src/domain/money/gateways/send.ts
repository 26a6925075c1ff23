import { and, eq, isNull } from 'drizzle-orm'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import type { Outcome } from '../../../kernel/outcome.ts'
import type { Ctx } from '../../core/context.ts'
import { applyReading } from './apply.ts'
import { getTransaction } from './queries.ts'

/** What the person reads on their phone: 4 to 22 letters and digits. */
const STATEMENT = 'Soko marche'

/**
 * Makes the call of an intent, once, and applies what the gateway answers. An intent that was not claimed when it was
 * written is claimed first by one conditional write, so that the request and the sweep never both call: gateway B has
 * no idempotency key.
 */
export async function send(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  const mine = tx.sentAt === null ? await claim(ctx, tx) : tx
  if (!mine) return getTransaction(ctx, tx.id)
  const outcome = await call(ctx, mine)
  if (outcome.kind === 'pending' && comesIn(mine)) {
    // Nothing is decided and the payer is waiting for the answer. Should this be lost, the sweep finds the attempt by our
    // reference.
    ctx.later(() => applyReading(ctx, mine, { outcome }))
    return { ...mine, externalId: outcome.externalId ?? null, state: outcome.state ?? null }
  }
  if (outcome.kind !== 'notSent') return applyReading(ctx, mine, { outcome })
  // It certainly never arrived, so the sweep may send it again.
  await ctx.db.update(gatewayTransactions).set({ sentAt: null }).where(eq(gatewayTransactions.id, tx.id))
  return { ...mine, sentAt: null }
}

const comesIn = ({ kind }: GatewayTransaction) => kind === 'payin' || kind === 'deposit'

async function claim(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction | undefined> {
  const unclaimed = and(isNull(gatewayTransactions.sentAt), eq(gatewayTransactions.status, 'pending'))
  const [row] = await ctx.db
    .update(gatewayTransactions)
    .set({ sentAt: ctx.now })
    .where(and(eq(gatewayTransactions.id, tx.id), unclaimed))
    .returning()
  return row
}

function call(ctx: Ctx, tx: GatewayTransaction): Promise<Outcome> {
  const { pawapay, mbiyopay } = ctx.providers
  const { reference, phone, network, country } = tx
  const money = { amountMinor: tx.amountMinor, currency: tx.currency }
  if (tx.gateway === 'B') {
    const request = { id: reference, money, network, phone, country }
    return tx.kind === 'payin' ? mbiyopay.payin(request) : mbiyopay.payout({ ...request, beneficiary: phone })
  }
  if (tx.kind === 'refund') return pawapay.refund({ id: reference, depositId: tx.originalReference ?? '', money })
  const request = { id: reference, money, phone, provider: network, message: STATEMENT }
  return tx.kind === 'deposit' ? pawapay.deposit(request) : pawapay.payout(request)
}
