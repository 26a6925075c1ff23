import type { CreateExpenseBody, Expense, ExpenseList, ExpenseMeta } from '@soko/client'
import { ask, client } from '../api.ts'
import { daysAgo, money } from '../show.ts'
import { expenseState } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Cards } from '../ui/card.tsx'
import { type FieldSpec, withoutEmpty } from '../ui/fields.tsx'
import { SaveButton } from '../ui/files.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { CURRENCIES, choices, expenseCategory, paymentMethod } from '../words.ts'
import { ExpenseCard } from './expense-card.tsx'

type Status = Expense['status']

/** Expenses of the team: finance writes them down, another administrator approves them. */
export function ExpensesPage() {
  const [page, setPage] = useKept('depenses : page', 1)
  const [status, setStatus] = useKept<Status | ''>('depenses : état', '')
  const filter = { ...(status && { status }) }
  const meta = useLoad(() => ask(() => client.expenses.meta.$get()), [])
  const loaded = useLoad(
    () => ask(() => client.expenses.index.$get({ query: { page: String(page), ...filter } })),
    [page, status],
  )
  const approved = useLoad(readApproved, [])
  const reload = () => {
    loaded.reload()
    approved.reload()
  }
  return (
    <>
      <h1>Dépenses</h1>
      <div class="tools">
        <StateFilter
          all="Toutes"
          options={choices(expenseState, ...expenseState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Status | '')
          }}
        />
        {meta.data && (
          <Act
            label="Saisir une dépense"
            title="Saisir une dépense"
            tone="yes"
            fields={fieldsOf(meta.data)}
            run={(values) =>
              ask(() => client.expenses.index.$post({ json: withoutEmpty(values) as CreateExpenseBody }))
            }
            submit="Saisir"
            done="Dépense saisie : un administrateur l'approuvera."
            onDone={reload}
          />
        )}
        <SaveButton
          label="Télécharger en CSV"
          name={`depenses-${daysAgo(0)}.csv`}
          read={() => client.expenses.export.csv.$get({ query: filter })}
        />
      </div>
      <Load of={loaded}>
        {({ expenses, totals, pagination }) => (
          <>
            <p class="soft">
              {status ? `${expenseState(status)} : ${sum(totals)}` : `Approuvées : ${sum(approved.data ?? [])}`}
            </p>
            <Cards empty="Aucune dépense.">
              {expenses.map((expense) => (
                <ExpenseCard key={expense.id} expense={expense} reload={reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

type Totals = ExpenseList['totals']

const sum = (totals: Totals) => totals.map((each) => money(each.amount, each.currency)).join(' · ') || 'rien'

/** The money really spent: expenses that are refused or not decided yet do not count. */
const readApproved = async (): Promise<Totals> =>
  (await ask(() => client.expenses.index.$get({ query: { status: 'APPROVED', limit: '1' } }))).totals

const fieldsOf = ({ categories, paymentMethods }: ExpenseMeta): FieldSpec[] => [
  { name: 'label', label: 'Objet', maxLength: 120 },
  { name: 'amount', label: 'Montant', kind: 'amount' },
  { name: 'currency', label: 'Monnaie', kind: 'select', options: CURRENCIES },
  { name: 'category', label: 'Catégorie', kind: 'select', options: choices(expenseCategory, ...categories) },
  { name: 'incurredAt', label: 'Date', kind: 'date', value: daysAgo(0) },
  { name: 'vendor', label: 'Fournisseur', isOptional: true },
  {
    name: 'paymentMethod',
    label: 'Payée par',
    kind: 'select',
    isOptional: true,
    options: choices(paymentMethod, ...paymentMethods),
  },
  { name: 'notes', label: 'Notes', kind: 'area', isOptional: true },
]
