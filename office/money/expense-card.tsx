import type { Expense } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay, useMe } from '../role.ts'
import { day, money } from '../show.ts'
import { expenseState, toneOf } from '../states.ts'
import { Act, reason } from '../ui/act.tsx'
import { Approval } from '../ui/approval.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { PersonName } from '../ui/people.tsx'
import { expenseCategory, paymentMethod } from '../words.ts'

/** An expense, with an administrator's decision: approval with a mailed code, or refusal. */
export function ExpenseCard({ expense, reload }: { expense: Expense; reload: () => void }) {
  const { label, amount, currency, status, category, incurredAt, vendor, notes, rejectionReason } = expense
  const may = useMay()
  const me = useMe()
  const isOpen = status === 'PENDING' || status === 'AWAITING_CODE'
  const isOwn = expense.createdBy === me.id
  return (
    <Card
      of={expense.id}
      title={label}
      tag={<Tag tone={toneOf(status)}>{expenseState(status)}</Tag>}
      buttons={isOpen && may(ADMIN) && <Decision expense={expense} isOwn={isOwn} reload={reload} />}
    >
      <p class="amount">{money(amount, currency)}</p>
      <Facts
        of={[
          ['Catégorie', expenseCategory(category)],
          ['Date', day(incurredAt)],
          ['Fournisseur', vendor],
          ['Payée par', expense.paymentMethod && paymentMethod(expense.paymentMethod)],
          ['Notes', notes],
          ['Refusée', rejectionReason],
          ['Annulée', expense.reversedAt && day(expense.reversedAt)],
          ['Saisie par', isOwn ? 'vous' : <PersonName id={expense.createdBy} />],
        ]}
      />
    </Card>
  )
}

function Decision({ expense, isOwn, reload }: { expense: Expense; isOwn: boolean; reload: () => void }) {
  const { id, label, amount, currency, status, category, incurredAt, version, awaitsMyCode } = expense
  const param = { id }
  const of = client.expenses[':id']
  return (
    <>
      {isOwn ? (
        <p class="soft">Vous l'avez saisie : un autre administrateur l'approuve.</p>
      ) : status === 'AWAITING_CODE' && !awaitsMyCode ? (
        <p class="soft">Un autre administrateur a reçu le code de cette dépense.</p>
      ) : (
        <Approval
          label="Approuver"
          title={`Approuver ${money(amount, currency)} ?`}
          waiting={awaitsMyCode ? id : undefined}
          request={() => of.approve.request.$post({ param, json: { version } })}
          resend={() => of.approve.resend.$post({ param })}
          confirm={(_, json) => of.approve.confirm.$post({ param, json })}
          approves={`${money(amount, currency)}, ${label}`}
          submit={`Approuver ${money(amount, currency)}`}
          done="Dépense approuvée."
          onDone={reload}
        >
          <p>
            {label}, {expenseCategory(category)}, {day(incurredAt)}.
          </p>
        </Approval>
      )}
      <Act
        label="Refuser"
        title={`Refuser la dépense « ${label} » ?`}
        tone="no"
        fields={[reason]}
        run={({ reason = '' }) => ask(() => of.reject.$post({ param, json: { reason, version } }))}
        done="Dépense refusée."
        onDone={reload}
      />
    </>
  )
}
