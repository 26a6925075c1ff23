import {
  SubscriptionRevenue,
  SubscriptionRevenueView,
  showSubscriptionRevenue,
} from '#domain/shops/subscriptions/show-revenue.ts'
import {
  SubscriptionStats,
  SubscriptionStatsView,
  showSubscriptionStats,
} from '#domain/shops/subscriptions/show-stats.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'

const figures = { reasons: [], roles: FINANCE } as const

export const subscriptionFigures = newRouter()
  .get(
    '/stats',
    op({
      ...figures,
      id: 'showSubscriptionStats',
      summary: "Chiffres d'abonnement",
      doc: `Combien d'abonnements maintenant, par état, et ce que les actifs rapportent par mois (mrr : un prix annuel
        compte pour un douzième). Sur la période, 30 jours par défaut, en jours entiers : new, ceux qui ont commencé ;
        churnRate, la part de ceux-là et des précédents qui a pris fin.`,
      query: SubscriptionStats,
      ok: SubscriptionStatsView,
    }),
    async (c) => c.json(ok(await showSubscriptionStats(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/revenue',
    op({
      ...figures,
      id: 'showSubscriptionRevenue',
      summary: 'Recettes des abonnements',
      doc: `Ce que les abonnements ont rapporté par jour, semaine (son lundi) ou mois, 30 jours par défaut. Ce qui a
        été rendu est retranché le jour où il l'a été. Les périodes sans mouvement n'y sont pas.`,
      query: SubscriptionRevenue,
      ok: SubscriptionRevenueView,
    }),
    async (c) => c.json(ok(await showSubscriptionRevenue(ctx(c), c.req.valid('query')))),
  )
