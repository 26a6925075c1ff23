import { AdminDashboardView, ShowAdminDashboard, showAdminDashboard } from '#domain/office/dashboards/show-admin.ts'
import { RiderDashboardView, ShowRiderDashboard, showRiderDashboard } from '#domain/office/dashboards/show-rider.ts'
import { SellerDashboardView, ShowSellerDashboard, showSellerDashboard } from '#domain/office/dashboards/show-seller.ts'
import { SeriesView, ShowSeries, showSeries } from '#domain/office/dashboards/show-series.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { STAFF } from '#kernel/roles.ts'

export const dashboards = newRouter()
  .get(
    '/admin',
    op({
      id: 'showAdminDashboard',
      summary: "Tableau de bord de l'équipe",
      doc: `Commandes de la période selon leur état d'aujourd'hui, ventes par devise (livraison comprise, parts rendues non
        déduites, cachées à SUPPORT), et ce qui attend une décision maintenant (toutes devises). Jours entiers (UTC+2) ; sans dates 30 jours, 366 au plus.`,
      reasons: [],
      roles: [...STAFF, 'ACCOUNTANT'],
      query: ShowAdminDashboard,
      ok: AdminDashboardView,
    }),
    async (c) => c.json(ok(await showAdminDashboard(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/admin/timeseries',
    op({
      id: 'showSeries',
      summary: 'Courbe par jour',
      doc: `Un point par jour, zéros compris : commandes passées, ventes, comptes créés, livraisons arrivées ou
        remboursements. Les montants sont dans une devise (USD sans choix) et refusés à SUPPORT (403). Jours entiers (UTC+2) ; sans dates 30 jours, 366 au plus.`,
      reasons: [],
      roles: [...STAFF, 'ACCOUNTANT'],
      query: ShowSeries,
      ok: SeriesView,
    }),
    async (c) => c.json(ok(await showSeries(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/seller',
    op({
      id: 'showSellerDashboard',
      summary: 'Tableau de bord du vendeur',
      doc: `Toutes ses commandes selon leur état d'aujourd'hui, quelle que soit la période ; ses ventes de la période (jours
        entiers, UTC+2 ; sans dates 30 jours, 366 au plus) sans la livraison ; et les variantes au seuil de stock bas ou
        dessous, les plus proches de la rupture d'abord (100 au plus).`,
      reasons: [],
      roles: ['SELLER'],
      query: ShowSellerDashboard,
      ok: SellerDashboardView,
    }),
    async (c) => c.json(ok(await showSellerDashboard(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/rider',
    op({
      id: 'showRiderDashboard',
      summary: 'Tableau de bord du livreur',
      doc: `Ses colis livrés parmi les courses ouvertes dans la période, ses courses en cours, et ses gains de la période par
        devise. Jours entiers (UTC+2) ; sans dates 30 jours, 366 au plus.`,
      reasons: [],
      roles: ['RIDER'],
      query: ShowRiderDashboard,
      ok: RiderDashboardView,
    }),
    async (c) => c.json(ok(await showRiderDashboard(ctx(c), c.req.valid('query')))),
  )
