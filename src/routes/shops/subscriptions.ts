import { Hono } from 'hono'
import { cancelSubscription, reactivateSubscription } from '../../domain/shops/subscriptions/cancel.ts'
import { checkSubscriptionPayment, DepositParam } from '../../domain/shops/subscriptions/check-status.ts'
import { findMySubscription } from '../../domain/shops/subscriptions/find-mine.ts'
import { ListPayments, listPayments } from '../../domain/shops/subscriptions/list-payments.ts'
import { ListSubscriptions, listSubscriptions } from '../../domain/shops/subscriptions/list-subscriptions.ts'
import { Renew, renew } from '../../domain/shops/subscriptions/renew.ts'
import { Subscribe, subscribe } from '../../domain/shops/subscriptions/subscribe.ts'
import { Upgrade, upgrade } from '../../domain/shops/subscriptions/upgrade.ts'
import {
  PaidView,
  StandingView,
  SubscriptionPaymentView,
  SubscriptionView,
  viewPaid,
  viewSubscription,
} from '../../domain/shops/subscriptions/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { listOf } from '../../kernel/fields.ts'
import { FINANCE } from '../../kernel/roles.ts'

export const subscriptions = new Hono<AppEnv>()
  .post(
    '/',
    op({ summary: "S'abonner", roles: ['SELLER'], tier: 'authenticated', json: Subscribe, status: 201, ok: PaidView }),
    async (c) => c.json(ok(viewPaid(await subscribe(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/me',
    op({ summary: 'Mon abonnement', roles: ['SELLER'], tier: 'authenticated', ok: StandingView }),
    async (c) => c.json(ok(await findMySubscription(ctx(c)))),
  )
  .get(
    '/me/payments',
    op({
      summary: "Mes paiements d'abonnement",
      roles: ['SELLER'],
      tier: 'authenticated',
      query: ListPayments,
      ok: listOf('payments', SubscriptionPaymentView),
    }),
    async (c) => c.json(ok(await listPayments(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/me/cancel',
    op({ summary: 'Résilier mon abonnement', roles: ['SELLER'], tier: 'authenticated', ok: SubscriptionView }),
    async (c) => c.json(ok(viewSubscription(await cancelSubscription(ctx(c))))),
  )
  .post(
    '/me/reactivate',
    op({ summary: 'Reprendre mon abonnement', roles: ['SELLER'], tier: 'authenticated', ok: SubscriptionView }),
    async (c) => c.json(ok(viewSubscription(await reactivateSubscription(ctx(c))))),
  )
  .post(
    '/me/renew',
    op({
      summary: 'Renouveler mon abonnement',
      roles: ['SELLER'],
      tier: 'authenticated',
      json: Renew,
      status: 201,
      ok: PaidView,
    }),
    async (c) => c.json(ok(viewPaid(await renew(ctx(c), c.req.valid('json')))), 201),
  )
  .post(
    '/upgrade',
    op({
      summary: 'Changer de plan',
      roles: ['SELLER'],
      tier: 'authenticated',
      json: Upgrade,
      status: 201,
      ok: PaidView,
    }),
    async (c) => c.json(ok(viewPaid(await upgrade(ctx(c), c.req.valid('json')))), 201),
  )
  .post(
    '/payments/:depositId/check-status',
    op({
      summary: "État d'un paiement d'abonnement",
      roles: ['SELLER'],
      tier: 'authenticated',
      param: DepositParam,
      ok: PaidView,
    }),
    async (c) => c.json(ok(viewPaid(await checkSubscriptionPayment(ctx(c), c.req.valid('param').depositId)))),
  )
  .get(
    '/admin',
    op({
      summary: 'Abonnements',
      roles: FINANCE,
      tier: 'authenticated',
      query: ListSubscriptions,
      ok: listOf('subscriptions', SubscriptionView),
    }),
    async (c) => c.json(ok(await listSubscriptions(ctx(c), c.req.valid('query')))),
  )
