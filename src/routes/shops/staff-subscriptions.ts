import { ListSubscriptions, listSubscriptions } from '#domain/shops/subscriptions/list-subscriptions.ts'
import { SubscriptionFileView, showSubscription } from '#domain/shops/subscriptions/show-file.ts'
import { SubscriptionView } from '#domain/shops/subscriptions/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'

export const staffSubscriptions = newRouter()
  .get(
    '/',
    op({
      id: 'listSubscriptions',
      summary: 'Abonnements',
      doc: `Les abonnements de tous les vendeurs, les plus récents d'abord, par état ou par plan. Pour la comptabilité
      et les administrateurs.`,
      reasons: [],
      roles: FINANCE,
      query: ListSubscriptions,
      ok: listOf('subscriptions', SubscriptionView),
    }),
    async (c) => c.json(ok(await listSubscriptions(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showSubscription',
      summary: 'Un abonnement',
      doc: 'Un abonnement avec son plan, son vendeur, ses paiements, ses factures et son histoire.',
      reasons: [],
      roles: FINANCE,
      param: IdParam,
      ok: SubscriptionFileView,
    }),
    async (c) => c.json(ok(await showSubscription(ctx(c), c.req.valid('param').id))),
  )
