import type { Operation } from './operation.ts'
import { daysAgo, staffRead } from './reads.ts'

export const EXPENSES: Operation[] = [
  staffRead('expenses', '/expenses?limit=20', { compared: '10k' }),
  staffRead('expensesOfKind', '/expenses?limit=20&status=PENDING&category=FUEL&currency=CDF', { compared: '10k' }),
  staffRead('expensesOfYear', `/expenses?limit=20&from=${daysAgo(365)}&to=${daysAgo(0)}&status=APPROVED`, {
    compared: 'bounded',
  }),
  staffRead('bookings', '/ledger/bookings?limit=20', { compared: 'bounded' }),
]
