import type { PayoutList } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { Approval } from '../ui/approval.tsx'
import { Cards } from '../ui/card.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { COUNTRIES, CURRENCIES, choices, moneyState } from '../words.ts'
import { confirmPayout, PayoutCard, resendCode } from './payout-card.tsx'

type Status = PayoutList['payouts'][number]['status']
const STATES: Status[] = [
  'AWAITING_CODE',
  'ACCEPTED',
  'PROCESSING',
  'IN_RECONCILIATION',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
]
const ACCOUNTS: Record<string, string> = {
  'platform:cash': 'Caisse de la plateforme',
  'platform:commission': 'Commissions',
  'platform:subscriptions': 'Abonnements',
  'platform:delivery': 'Livraisons',
  'platform:charges': 'Encaissements',
}
const PROVIDERS: Record<string, string> = {
  VODACOM_MPESA_COD: 'Vodacom M-Pesa (RD Congo)',
  ORANGE_COD: 'Orange Money (RD Congo)',
  AIRTEL_COD: 'Airtel Money (RD Congo)',
  MTN_MOMO_RWA: 'MTN MoMo (Rwanda)',
  AIRTEL_RWA: 'Airtel Money (Rwanda)',
}
const FIELDS: FieldSpec[] = [
  { name: 'amount', label: 'Montant', kind: 'amount' },
  { name: 'currency', label: 'Monnaie', kind: 'select', options: CURRENCIES },
  { name: 'country', label: 'Pays', kind: 'select', options: COUNTRIES },
  { name: 'phoneNumber', label: 'Numéro du destinataire', kind: 'phone', hint: 'Par exemple 243 810 001 789.' },
  {
    name: 'provider',
    label: 'Opérateur',
    kind: 'select',
    options: choices((word) => PROVIDERS[word] ?? word, ...Object.keys(PROVIDERS)),
  },
  {
    name: 'account',
    label: 'Payé de',
    kind: 'select',
    options: choices((word) => ACCOUNTS[word] ?? word, ...Object.keys(ACCOUNTS)),
  },
  { name: 'reason', label: 'Motif', kind: 'area' },
]

/** What the platform pays out: finance sees it, an administrator asks for it and confirms it with a mailed code. */
export function PayoutsPage() {
  const may = useMay()
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<Status | ''>('')
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
          options={choices(moneyState, ...STATES)}
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
            request={(values, once) => client.payouts['request-approval'].$post({ json: payoutOf(values) }, once)}
            resend={resendCode}
            confirm={confirmPayout}
            submit="Envoyer l'argent"
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
const payoutOf = (values: Values) => ({ ...values, phoneNumber: values.phoneNumber?.replace(/[\s+]/g, '') }) as Body
