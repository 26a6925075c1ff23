import { ask, client } from '../api.ts'
import { ExpenseCard } from '../money/expense-card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Expenses that wait for an administrator; accounting sees them here too. */
export const ExpenseQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { expenses, pagination } = await ask(() =>
        client.expenses.index.$get({ query: { status: 'PENDING', page } }),
      )
      return { items: expenses, pagination }
    }}
    item={(expense, reload) => <ExpenseCard key={expense.id} expense={expense} reload={reload} />}
  />
)
