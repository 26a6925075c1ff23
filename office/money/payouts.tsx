import type { PayoutList } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { money, phone } from '../show.ts'
import { payoutState } from '../states.ts'
import { Approval } from '../ui/approval.tsx'
import { Cards } from '../ui/card.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { COUNTRIES, CURRENCIES, choices, PROVIDERS, provider } from '../words.ts'
import { accountWords } from './ledger-words.ts'
import { confirmPayout, PayoutCard, resendCode } from './payout-card.tsx'

type Status = PayoutList['payouts'][number]['status']
const ACCOUNTS = [
  'platform:cash',
  'platform:commission',
  'platform:subscriptions',
  'platform:delivery',
  'platform:charges',
]
const FIELDS: FieldSpec[] = [
  { name: 'amount', label: 'Montant', kind: 'amount' },
  { name: 'currency', label: 'Monnaie', kind: 'select', options: CURRENCIES },
  { name: 'country', label: 'Pays', kind: 'select', options: COUNTRIES },
  {
    name: 'phoneNumber',
    label: 'Numéro du destinataire',
    kind: 'phone',
    hint: 'Avec son indicatif : 243 810 001 789, ou 250 pour le Rwanda.',
  },
  ...COUNTRIES.map(
    ({ value }): FieldSpec => ({
      name: 'provider',
      label: 'Opérateur',
      kind: 'select',
      options: choices(
        provider,
        ...Object.keys(PROVIDERS).filter((each) => each.endsWith('_COD') === (value === 'CD')),
      ),
      onlyWhen: { name: 'country', is: value },
    }),
  ),
  {
    name: 'account',
    label: 'Payé de',
    kind: 'select',
    options: choices(accountWords, ...ACCOUNTS),
  },
  { name: 'reason', label: 'Motif', kind: 'area' },
]

/** Payouts of the platform: finance sees them, an administrator asks for one and confirms it with a mailed code. */
export function PayoutsPage() {
  const may = useMay()
  const [page, setPage] = useKept('versements : page', 1)
  const [status, setStatus] = useKept<Status | ''>('versements : état', '')
  const loaded = useLoad(
    () => ask(() => client.gatewayAPayouts.history.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Versements</h1>
      <div class="tools">
        <StateFilter
          all="Tous"
          options={choices(payoutState, ...payoutState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Status | '')
          }}
        />
        {may(ADMIN) && (
          <Approval
            label="Nouveau versement"
            title="Nouveau versement"
            fields={FIELDS}
            request={(values) => client.payouts['request-approval'].$post({ json: payoutOf(values) })}
            resend={resendCode}
            confirm={confirmPayout}
            approves={sentBy}
            submit={(values) => `Envoyer ${sentBy(values)}`}
            done="Le versement est parti."
            onDone={loaded.reload}
          />
        )}
      </div>
      <Load of={loaded}>
        {({ payouts, pagination }) => (
          <>
            <Cards empty="Aucun versement.">
              {payouts.map((payout) => (
                <PayoutCard key={payout.payoutId} payout={payout} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

type Body = Parameters<(typeof client.payouts)['request-approval']['$post']>[0]['json']
const sentBy = (values: Values) =>
  `${money(values.amount ?? '', values.currency ?? '')} vers le ${phone(payoutOf(values).phoneNumber)}`
const payoutOf = (values: Values) => ({ ...values, phoneNumber: values.phoneNumber?.replace(/[\s+]/g, '') }) as Body
