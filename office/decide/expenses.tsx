import type { Expense } from '@soko/client'
import { ask, client } from '../api.ts'
import { ExpenseCard } from '../money/expense-card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Expenses that wait for an administrator; accounting sees them here too. */
export const ExpenseQueue = (props: QueueProps) => (
  <>
    <Expenses {...props} status="PENDING" />
    <Expenses {...props} id="depenses-codes" title="Dépenses qui attendent leur code" status="AWAITING_CODE" />
  </>
)

const Expenses = ({ status, ...props }: QueueProps & { status: Expense['status'] }) => (
  <Queue
    {...props}
    read={async (page) => {
      const { expenses, pagination } = await ask(() => client.expenses.index.$get({ query: { status, ...page } }))
      return { items: expenses, pagination }
    }}
    item={(expense, reload) => <ExpenseCard key={expense.id} expense={expense} reload={reload} />}
  />
)
