import type { Operation } from './operation.ts'
import { daysAgo, staffRead } from './reads.ts'

export const LEDGER: Operation[] = [
  staffRead('transfers', '/transactions?limit=20', { compared: '10k' }),
  staffRead('transfersOfKind', '/transactions?limit=20&kind=charge:paid&currency=CDF', { compared: '10k' }),
  staffRead('transfersOfAccount', '/ledger/accounts/platform%3Acharges/transfers?limit=20', { compared: '10k' }),
  staffRead('transfersOfPeriod', `/transactions?limit=20&from=${daysAgo(365)}&to=${daysAgo(30)}`, { compared: '10k' }),
  staffRead('gatewayTransactions', '/gatewayB/transactions?limit=20', { compared: '10k' }),
  staffRead('gatewayTransactionsFailed', '/gatewayB/transactions?limit=20&type=payin&status=failed', {
    compared: '10k',
  }),
  staffRead('wallets', '/wallet/admin?limit=20'),
]
