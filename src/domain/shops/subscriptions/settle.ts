import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident, openIncidentWhen } from '#domain/core/incidents/open.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { clearingOf, ROUNDING, SUBSCRIPTIONS } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { formatMoney } from '#kernel/format.ts'
import { issueInvoice, voidInvoiceOfReturn } from '../invoices/issue.ts'
import { subscriptionMachine, subscriptionPaymentMachine } from './machine.ts'
import { BOUGHT_NOTHING, PAID_OF_DELETED } from './matters.ts'
import { subscriptionPaidTooLate, subscriptionPaymentFailed } from './notices.ts'
import { findPaymentFile, type PaymentFile } from './payment-file.ts'
import { addedPeriod, nextPeriod, type UnpaidFrom } from './period.ts'
import { startPeriod } from './start.ts'
import type { Subscription, SubscriptionPayment } from './view.ts'

const EVENTS = { failed: 'fail', expired: 'expire' } as const satisfies Record<Exclude<Verdict, 'succeeded'>, string>

/**
 * The writes that apply a deposit's verdict to its subscription, for the commit that records it (docs/money.md, Subscriptions). A payment
 * that succeeds, however late, buys one period, unless the seller paid another since it was asked for: a person then gives it back.
 */
export async function settleSubscription(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict): Promise<Write[]> {
  const file = await findPaymentFile(ctx, tx.subjectId)
  if (!file) return []
  if (verdict === 'succeeded') return succeed(ctx, tx, file)

  const { payment, subscription, seller } = file
  const event = EVENTS[verdict]
  if (!allows(subscriptionPaymentMachine, payment.status, event)) return []
  const isFirst = allows(subscriptionMachine, subscription.status, 'giveUp')
  return [
    ...transition(ctx, subscriptionPaymentMachine, payment, event),
    ...(isFirst ? transition(ctx, subscriptionMachine, subscription, 'giveUp') : []),
    ...notify(ctx, seller.userId, subscriptionPaymentFailed, { opens: { subscriptionId: subscription.id } }),
  ]
}

/**
 * Makes a payment REFUNDED and its invoice VOID, in the commit that books its return, by a refund or by an operator. Today's revenue is
 * less by it; the period that it bought runs on.
 * @throws 409 INVALID_TRANSITION if it is not SUCCEEDED
 */
export const bookPaymentReturn = (
  ctx: Ctx,
  { payment, invoice }: Pick<PaymentFile, 'payment' | 'invoice'>,
): Write[] => [
  ...transition(ctx, subscriptionPaymentMachine, payment, 'refund'),
  ...voidInvoiceOfReturn(ctx, invoice),
  ...closeIncidents(
    ctx,
    sql`(SELECT m.value || ':' || g.id FROM gateway_transactions g CROSS JOIN json_each(${JSON.stringify([BOUGHT_NOTHING.name, PAID_OF_DELETED.name])}) m
      WHERE g.subject_id = ${payment.id} AND g.purpose = 'SUBSCRIPTION')`,
    'Le paiement est rendu.',
  ),
]

/**
 * The purchase of a payment: one more period of the running plan and cycle, else a new subscription that replaces the running one; a free
 * plan gives way too. Undefined if the seller paid another since it was asked for.
 */
function findTarget({ subscription, live, isPaidSince }: PaymentFile) {
  if (live && live.planId === subscription.planId && live.billingCycle === subscription.billingCycle) {
    return { target: live, replaced: undefined }
  }
  if (isPaidSince) return undefined
  return { target: subscription, replaced: live ?? undefined }
}

function succeed(ctx: Ctx, tx: GatewayTransaction, file: PaymentFile): Write[] {
  const { payment, subscription, plan, seller } = file
  const { userId } = seller
  if (!allows(subscriptionPaymentMachine, payment.status, 'succeed')) return []
  const { amountMinor, currency } = tx
  const buys = findTarget(file)
  const isLeft = buys?.target.id !== subscription.id && allows(subscriptionMachine, subscription.status, 'giveUp')
  return [
    ...transition(ctx, subscriptionPaymentMachine, payment, 'succeed', {
      set: buys ? boughtWith(ctx, buys.target, file.unpaidFrom) : { paidAt: ctx.now },
    }),
    ...receive(ctx, tx, payment),
    ...invoiceOf(ctx, file, buys?.target),
    ...(isLeft ? transition(ctx, subscriptionMachine, subscription, 'giveUp') : []),
    ...(buys
      ? [
          ...startPeriod(ctx, {
            ...{ subscription: buys.target, replaced: buys.replaced, unpaidFrom: file.unpaidFrom },
            ...{ plan, userId, paid: payment },
          }),
          giveBackToNoSeller(ctx, tx, userId),
        ]
      : [
          ...giveBack(ctx, tx),
          ...notify(ctx, userId, subscriptionPaidTooLate, {
            plan,
            amount: { amountMinor, currency },
            opens: { subscriptionId: subscription.id },
          }),
        ]),
  ]
}

/** Issues the invoice with the bought period, and the seller as they are now. */
function invoiceOf(
  ctx: Ctx,
  { payment, subscription, plan, seller, taxBps, issuer, unpaidFrom }: PaymentFile,
  target?: Subscription,
) {
  const { businessName: name, rccm, idNat, taxNumber, address } = seller
  return issueInvoice(ctx, {
    ...{ payment, plan, taxBps, issuer, billingCycle: subscription.billingCycle },
    buyer: { name, rccm, idNat, taxNumber, address },
    period: target && addedPeriod(target, unpaidFrom, ctx.now),
  })
}

/** Books all the money that came in; if the operator takes no decimals, the part above the price is rounding. */
function receive(ctx: Ctx, tx: GatewayTransaction, payment: SubscriptionPayment): Write[] {
  const { gateway, amountMinor, currency } = tx
  const [ref, to] = [payment.id, SUBSCRIPTIONS]
  return [
    ...post(ctx, { kind: 'subscription:paid', ref, from: clearingOf(gateway), to, amountMinor, currency }),
    ...post(ctx, { ...roundedOf(tx, payment), ref, from: to, to: ROUNDING }),
  ]
}

/** The amount above the price that an operator without decimals took. */
export function roundedOf({ amountMinor, currency }: GatewayTransaction, payment: SubscriptionPayment) {
  const more = currency === payment.currency ? amountMinor - payment.amountMinor : 0
  return { kind: 'subscription:rounded', amountMinor: more, currency } as const
}

/**
 * The columns of a payment that bought a period: it belongs to the subscription that it extends. `paidAt` is not before that subscription's
 * last change, which may have been committed first at a later time.
 */
const boughtWith = (ctx: Ctx, target: Subscription, unpaidFrom: UnpaidFrom) => ({
  subscriptionId: target.id,
  paidAt: Math.max(ctx.now, target.updatedAt),
  periodEnd: nextPeriod(target, unpaidFrom, ctx.now).currentPeriodEnd,
})

const giveBack = (ctx: Ctx, tx: GatewayTransaction): Write[] => [
  openIncident(ctx, {
    ref: refOf(BOUGHT_NOTHING, tx.id),
    severity: 'HIGH',
    title: "Paiement d'abonnement à rendre",
    description: `Le dépôt ${tx.reference} (${formatMoney(tx)}) est arrivé alors que le vendeur avait payé autre chose depuis. Il n'a rien acheté : rendez-le au ${tx.phone}.`,
  }),
]

/** Opens an incident if the payer is deleted, or no seller any more, and cannot use the period; the books treat it as any other. */
const giveBackToNoSeller = (ctx: Ctx, tx: GatewayTransaction, userId: string): Write =>
  openIncidentWhen(
    ctx,
    sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND (u.deleted_at IS NOT NULL OR u.role <> 'SELLER'))`,
    {
      ref: refOf(PAID_OF_DELETED, tx.id),
      severity: 'HIGH',
      title: "Abonnement payé de quelqu'un qui n'est plus vendeur",
      description: `Le dépôt ${tx.reference} (${formatMoney(tx)}) est arrivé alors que le compte du vendeur est supprimé, ou n'est plus celui d'un vendeur. Il a payé une période que personne n'utilise : remboursez-le au ${tx.phone}.`,
    },
  )
