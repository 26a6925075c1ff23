import { showAdminDashboard } from '#domain/office/dashboards/show-admin.ts'
import { showRiderDashboard } from '#domain/office/dashboards/show-rider.ts'
import { showSellerDashboard } from '#domain/office/dashboards/show-seller.ts'
import { ShowSeries, showSeries } from '#domain/office/dashboards/show-series.ts'
import { exportReport } from '#domain/office/reports/export.ts'
import { REPORTS } from '#domain/office/reports/reports.ts'
import { ShowReport, showReport } from '#domain/office/reports/show.ts'
import { act, type Commands } from '../plan.ts'

/** Readers of reports. */
export const reporting: Commands = {
  showReport: {
    weight: 0.6,
    plan(simulation) {
      const { random, people } = simulation
      const report = random.pick(Object.values(REPORTS))
      const input = ShowReport.parse(random.pick([{}, { groupBy: 'week' }, { currency: 'CDF' }]))
      const read = random.chance(0.3) ? exportReport : showReport
      return act('showReport', random.pick(people.admins), report.name, (ctx) => read(ctx, report, input))
    },
  },
  showDashboard: {
    weight: 0.6,
    plan(simulation) {
      const { random, people } = simulation
      const staff = random.pick([people.support, ...people.admins])
      const metric = random.pick(['orders', 'sales', 'users', 'deliveries', 'refunds'])
      return random.pick([
        () => act('showDashboard', staff, {}, (ctx) => showAdminDashboard(ctx, {})),
        () => act('showDashboard', staff, metric, (ctx) => showSeries(ctx, ShowSeries.parse({ metric }))),
        () => act('showDashboard', random.pick(people.sellers), {}, (ctx) => showSellerDashboard(ctx, {})),
        () => act('showDashboard', random.pick(people.riders), {}, (ctx) => showRiderDashboard(ctx, {})),
      ])()
    },
  },
}
