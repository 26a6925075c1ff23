import { Hono } from 'hono'
import { cancelSubscription, reactivateSubscription } from '../../domain/shops/subscriptions/cancel.ts'
import { findMySubscription } from '../../domain/shops/subscriptions/find-mine.ts'
import { Renew, renew } from '../../domain/shops/subscriptions/renew.ts'
import { Subscribe, subscribe } from '../../domain/shops/subscriptions/subscribe.ts'
import { Upgrade, upgrade } from '../../domain/shops/subscriptions/upgrade.ts'
import {
  PaidView,
  StandingView,
  SubscriptionView,
  viewPaid,
  viewSubscription,
} from '../../domain/shops/subscriptions/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

const pay = { roles: ['SELLER'], status: 201, ok: PaidView } as const

export const subscriptions = new Hono<AppEnv>()
  .post(
    '/',
    op({
      ...pay,
      summary: "S'abonner",
      tier: 'authenticated',
      json: Subscribe,
    }),
    async (c) => c.json(ok(viewPaid(await subscribe(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/me',
    op({
      summary: 'Mon abonnement',
      roles: ['SELLER'],
      tier: 'authenticated',
      ok: StandingView,
    }),
    async (c) => c.json(ok(await findMySubscription(ctx(c)))),
  )
  .post(
    '/me/cancel',
    op({
      summary: 'Résilier mon abonnement',
      roles: ['SELLER'],
      tier: 'authenticated',
      ok: SubscriptionView,
    }),
    async (c) => c.json(ok(viewSubscription(await cancelSubscription(ctx(c))))),
  )
  .post(
    '/me/reactivate',
    op({
      summary: 'Reprendre mon abonnement',
      roles: ['SELLER'],
      tier: 'authenticated',
      ok: SubscriptionView,
    }),
    async (c) => c.json(ok(viewSubscription(await reactivateSubscription(ctx(c))))),
  )
  .post(
    '/me/renew',
    op({
      ...pay,
      summary: 'Renouveler mon abonnement',
      tier: 'authenticated',
      json: Renew,
    }),
    async (c) => c.json(ok(viewPaid(await renew(ctx(c), c.req.valid('json')))), 201),
  )
  .post(
    '/upgrade',
    op({
      ...pay,
      summary: 'Changer de plan',
      tier: 'authenticated',
      json: Upgrade,
    }),
    async (c) => c.json(ok(viewPaid(await upgrade(ctx(c), c.req.valid('json')))), 201),
  )
