import { ACCOUNTS } from './accounts.ts'
import { CARTS } from './carts.ts'
import { DELIVERIES } from './deliveries.ts'
import { EXPENSES } from './expenses.ts'
import { GOODS } from './goods.ts'
import { LEDGER } from './ledger.ts'
import { MESSAGES } from './messages.ts'
import type { Operation } from './operation.ts'
import { ORDERS } from './orders.ts'
import { PAYINS } from './payins.ts'
import { REPORTS } from './reports.ts'

/** Every operation measured. A new one is an entry in the file of its area: its floor is recorded from what it does. */
export const OPERATIONS: Operation[] = [
  ...GOODS,
  ...ACCOUNTS,
  ...CARTS,
  ...ORDERS,
  ...MESSAGES,
  ...DELIVERIES,
  ...PAYINS,
  ...EXPENSES,
  ...LEDGER,
  ...REPORTS,
]
