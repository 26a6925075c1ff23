import type { Payout } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { money, phone, when } from '../show.ts'
import { payoutState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Approval, type ApprovalProps } from '../ui/approval.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { useLoad } from '../ui/load.tsx'
import { PersonName } from '../ui/people.tsx'
import { failure, provider } from '../words.ts'
import { accountWords } from './ledger-words.ts'
import { Resolution } from './resolution.tsx'

const OPEN: Payout['status'][] = ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION']
const NOT_SENT: Payout['status'][] = ['AWAITING_CODE', 'ACCEPTED']

export const resendCode: ApprovalProps['resend'] = (pendingId) =>
  client.payouts['resend-code'].$post({ json: { pendingId } })
export const confirmPayout: ApprovalProps['confirm'] = (pendingId, proof) =>
  client.gatewayAPayouts.confirm.$post({ json: { pendingId, ...proof } })

/** A payout of the platform: its result, and the acts that an administrator still has. */
export function PayoutCard({ payout, reload }: { payout: Payout; reload: () => void }) {
  const { payoutId, status, amount, currency, recipient, createdAt } = payout
  const may = useMay()
  const of = client.gatewayAPayouts[':payoutId']
  const param = { payoutId }
  const isOpen = OPEN.includes(status)
  const sent = `${money(amount, currency)} vers le ${phone(recipient.accountDetails.phoneNumber)}`
  const buttons = (
    <>
      {isOpen && (
        <Act
          label="Demander à l'opérateur"
          title="Demander l'état à l'opérateur ?"
          tone="yes"
          submit="Demander"
          run={(_) => ask(() => of['check-status'].$post({ param }))}
          done="L'opérateur a été interrogé."
          onDone={reload}
        />
      )}
      {may(ADMIN) && payout.awaitsMyCode && (
        <Approval
          label="Saisir le code"
          title={`Envoyer ${money(amount, currency)} ?`}
          waiting={payoutId}
          resend={resendCode}
          confirm={confirmPayout}
          approves={sent}
          submit={`Envoyer ${money(amount, currency)}`}
          done="Le versement est parti."
          onDone={reload}
        />
      )}
      {may(ADMIN) && NOT_SENT.includes(status) && (
        <Act
          label="Annuler le versement"
          title={`Annuler le versement de ${money(amount, currency)} ?`}
          tone="no"
          fields={[{ name: 'reason', label: 'Raison', kind: 'area', isOptional: true }]}
          run={({ reason }) => ask(() => of.cancel.$post({ param, json: reason ? { reason } : {} }))}
          done="Versement annulé."
          onDone={reload}
        />
      )}
      {may(ADMIN) && status === 'IN_RECONCILIATION' && (
        <Resolution
          words={money(amount, currency)}
          resolve={(json) => client.gatewayA.payouts[':payoutId'].resolve.$post({ param, json })}
          done="Le versement est décidé."
          onDone={reload}
        />
      )}
    </>
  )
  return (
    <Card
      of={payoutId}
      title={phone(recipient.accountDetails.phoneNumber)}
      tag={<Tag tone={toneOf(status)}>{payoutState(status)}</Tag>}
      buttons={(isOpen || (may(ADMIN) && status === 'AWAITING_CODE')) && buttons}
    >
      <p class="amount">{money(amount, currency)}</p>
      <Facts
        of={[
          ['Opérateur', provider(recipient.accountDetails.provider)],
          ['Demandé', when(createdAt)],
        ]}
      />
      <About payoutId={payoutId} />
    </Card>
  )
}

/** Details of a payout that the list does not have: its reason, its account, and the person who asked for it. */
function About({ payoutId }: { payoutId: string }) {
  const { data: file } = useLoad(
    () => ask(() => client.gatewayAPayouts[':payoutId'].$get({ param: { payoutId } })),
    [payoutId],
  )
  if (!file) return null
  return (
    <Facts
      of={[
        ['Motif', file.reason],
        ['Payé de', accountWords(file.account)],
        ['Demandé par', <PersonName id={file.requestedBy} />],
        ['Échec', file.failureMessage ?? failure(file.failureCode)],
      ]}
    />
  )
}
