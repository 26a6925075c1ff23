import { ListReports, listReports } from '#domain/catalogue/reports/list.ts'
import { reportProduct, reportShop, SendReport } from '#domain/catalogue/reports/report.ts'
import { ResolveReport, resolveReport } from '#domain/catalogue/reports/resolve.ts'
import { ReportView, StaffReportView } from '#domain/catalogue/reports/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const report = {
  roles: 'signedIn',
  param: IdParam,
  json: SendReport,
  status: 201,
  ok: ReportView,
  reasons: ['OWN_SHOP', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'],
} as const

export const productReports = newRouter().post(
  '/:id/report',
  op({
    ...report,
    id: 'reportProduct',
    summary: 'Signaler un produit',
    doc: `Signale à l'équipe un produit en vente. Un seul signalement ouvert par personne et par produit
      (ALREADY_EXISTS), 30 signalements par jour.`,
  }),
  async (c) => c.json(ok(await reportProduct(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
)

export const shopReports = newRouter().post(
  '/:id/report',
  op({
    ...report,
    id: 'reportShop',
    summary: 'Signaler une boutique',
    doc: "Signale à l'équipe une boutique publiée, comme un produit par POST /products/:id/report.",
  }),
  async (c) => c.json(ok(await reportShop(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
)

export const reports = newRouter()
  .get(
    '/',
    op({
      id: 'listReports',
      summary: 'Signalements',
      doc: `Les signalements de produits et de boutiques, les plus récents d'abord, pour l'équipe ; « status=OPEN » donne
        ceux qui attendent une décision.`,
      reasons: [],
      roles: STAFF,
      query: ListReports,
      ok: listOf('reports', StaffReportView),
    }),
    async (c) => c.json(ok(await listReports(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/:id/resolve',
    op({
      id: 'resolveReport',
      summary: 'Traiter un signalement',
      doc: `Dit ce que devient un signalement, une fois : ACTIONED ou DISMISSED. Rien d'autre ne change : retirer le
        produit ou suspendre la boutique est une autre action.`,
      reasons: ['INVALID_TRANSITION'],
      roles: STAFF,
      param: IdParam,
      json: ResolveReport,
      ok: StaffReportView,
    }),
    async (c) => c.json(ok(await resolveReport(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
