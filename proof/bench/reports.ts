import type { Operation } from './operation.ts'
import { daysAgo, sellerRead, staffRead } from './reads.ts'

const YEAR = `from=${daysAgo(365)}&to=${daysAgo(0)}`

export const REPORTS: Operation[] = [
  staffRead('salesOfYear', `/reports/sales?${YEAR}&groupBy=month`, { compared: 'bounded' }),
  staffRead('sellersOfYear', `/reports/sellers?${YEAR}`, { compared: 'bounded' }),
  staffRead('adminDashboard', `/dashboard/admin?${YEAR}`, { compared: 'bounded' }),
  staffRead('ordersByDay', `/dashboard/admin/timeseries?metric=orders&${YEAR}`, { compared: 'bounded' }),
  // The days of a month bound it; a thousand parcels fill one of them.
  sellerRead('sellerDashboard', '/dashboard/seller', { compared: 'bounded', mostRows: 100 }),
]
