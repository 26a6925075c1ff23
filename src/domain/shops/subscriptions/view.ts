import * as z from 'zod'
import { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import {
  SUBSCRIPTION_PAYMENT_STATUSES,
  SUBSCRIPTION_STATUSES,
  type subscriptionPayments,
  type subscriptions,
} from '#db/schema/shops/subscriptions.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { isoOrNull } from '#kernel/time.ts'
import { PlanView } from '../plans/view.ts'

export type Subscription = typeof subscriptions.$inferSelect
export type SubscriptionPayment = typeof subscriptionPayments.$inferSelect

/** A subscription (docs/states.md, Subscription); its period is null until it is paid. */
export const SubscriptionView = z
  .object({
    id: f.id,
    sellerProfileId: f.id,
    planId: f.id,
    billingCycle: z.enum(BILLING_CYCLES).meta({ id: 'BillingCycle' }),
    currency: f.priceCurrency,
    status: z.enum(SUBSCRIPTION_STATUSES).meta({ id: 'SubscriptionStatus' }),
    currentPeriodStart: f.isoTime.nullable(),
    currentPeriodEnd: f.isoTime.nullable(),
    graceEndsAt: f.isoTime.nullable(),
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'Subscription' })
export type SubscriptionView = z.output<typeof SubscriptionView>

export const viewSubscription = (subscription: Subscription): z.output<typeof SubscriptionView> => ({
  id: subscription.id,
  sellerProfileId: subscription.sellerProfileId,
  planId: subscription.planId,
  billingCycle: subscription.billingCycle,
  currency: subscription.currency,
  status: subscription.status,
  currentPeriodStart: isoOrNull(subscription.currentPeriodStart),
  currentPeriodEnd: isoOrNull(subscription.currentPeriodEnd),
  graceEndsAt: isoOrNull(subscription.graceEndsAt),
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
})

/** A payment of a subscription (docs/states.md, Subscription), in the currency of the price. */
export const SubscriptionPaymentView = z
  .object({
    id: f.id,
    subscriptionId: f.id,
    depositId: z.string(),
    amount: f.decimal.meta({ description: 'Le prix ; un numéro étranger est débité dans sa devise.' }),
    currency: f.priceCurrency,
    status: z.enum(SUBSCRIPTION_PAYMENT_STATUSES).meta({
      id: 'SubscriptionPaymentStatus',
      description:
        "FAILED : refusé ou pas envoyé, sans motif ; on peut payer à nouveau. EXPIRED : sans réponse en 30 minutes, peut encore réussir. REFUNDED : rendu, ou repris par l'opérateur.",
    }),
    paidAt: f.isoTime.nullable(),
  })
  .meta({ id: 'SubscriptionPayment' })

export const viewSubscriptionPayment = (payment: SubscriptionPayment): z.output<typeof SubscriptionPaymentView> => ({
  id: payment.id,
  subscriptionId: payment.subscriptionId,
  depositId: payment.depositId ?? '',
  amount: formatAmount(payment.amountMinor, payment.currency),
  currency: payment.currency,
  status: payment.status,
  paidAt: isoOrNull(payment.paidAt),
})

/** The answer to a subscription, upgrade or renewal, and to a question about its payment. */
export const PaidView = z.object({
  subscription: SubscriptionView,
  payment: SubscriptionPaymentView,
  depositId: z.string(),
})
export type PaidView = z.output<typeof PaidView>
export type PaidSubscription = { subscription: Subscription; payment: SubscriptionPayment }

export const viewPaid = ({ subscription, payment }: PaidSubscription): z.output<typeof PaidView> => ({
  subscription: viewSubscription(subscription),
  payment: viewSubscriptionPayment(payment),
  depositId: payment.depositId ?? '',
})

const Limits = z.object({ maxProducts: z.int(), maxPhotosPerProduct: z.int(), maxShops: z.int() })

/** The present subscription of a seller: null before the first one, with zero limits while none is live. */
export const StandingView = z.object({
  subscription: SubscriptionView.nullable(),
  plan: PlanView.nullable(),
  usage: z.object({ products: z.int(), shops: z.int() }),
  limits: Limits,
})
