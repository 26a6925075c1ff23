import { ExportReport, exportReport } from '#domain/office/reports/export.ts'
import { REPORTS } from '#domain/office/reports/reports.ts'
import { ShowReport, showReport } from '#domain/office/reports/show.ts'
import { op } from '#http/op.ts'
import type { Schema } from '#http/operation.ts'
import { csv, ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

type Report<Name extends string, View extends Schema> = Parameters<typeof showReport>[1] &
  Pick<(typeof REPORTS)[keyof typeof REPORTS], 'id' | 'title' | 'doc' | 'roles' | 'of'> & { name: Name; view: View }

/** All reports take the same query. */
const periodOf = (isByTime: boolean) =>
  ` Jours entiers (UTC+2), to compris ; sans dates 30 jours, 366 au plus. ${
    isByTime
      ? 'groupBy : day par défaut'
      : 'Sans groupBy, une ligne chacun ; 5000 lignes au plus (le CSV les a toutes), les plus fortes de chaque période et devise'
  } ; week est son lundi, month « 2026-11 ».`

/** A report is read in two ways, all in the same. */
const routesOf = <const Name extends string, View extends Schema>(report: Report<Name, View>) =>
  newRouter()
    .get(
      `/${report.name}` as `/${Name}`,
      op({
        id: `show${report.id}`,
        summary: report.title,
        doc: report.doc + periodOf(!report.of),
        reasons: [],
        roles: report.roles,
        query: ShowReport,
        ok: report.view,
      }),
      async (c) => c.json(ok(await showReport(ctx(c), report, c.req.valid('query')))),
    )
    .get(
      `/${report.name}/export/csv` as `/${Name}/export/csv`,
      op({
        id: `export${report.id}`,
        summary: `${report.title} en CSV`,
        doc: `Les lignes de show${report.id} en CSV, une colonne par champ.`,
        reasons: [],
        roles: report.roles,
        query: ExportReport,
        ok: { raw: 'text/csv' },
      }),
      async (c) => csv(c, await exportReport(ctx(c), report, c.req.valid('query'))),
    )

export const officeReports = newRouter()
  .route('/', routesOf(REPORTS.sales))
  .route('/', routesOf(REPORTS.orders))
  .route('/', routesOf(REPORTS.sellers))
  .route('/', routesOf(REPORTS.products))
  .route('/', routesOf(REPORTS.deliveries))
  .route('/', routesOf(REPORTS.subscriptions))
  .route('/', routesOf(REPORTS.refunds))
  .route('/', routesOf(REPORTS.payouts))
  .route('/', routesOf(REPORTS.expenses))
