import { Hono } from 'hono'
import { checkSubscriptionPayment, DepositParam } from '../../domain/shops/subscriptions/check-status.ts'
import { ListPayments, listPayments } from '../../domain/shops/subscriptions/list-payments.ts'
import { PaidView, SubscriptionPaymentView, viewPaid } from '../../domain/shops/subscriptions/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { listOf } from '../../kernel/fields.ts'

export const subscriptionPayments = new Hono<AppEnv>()
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
