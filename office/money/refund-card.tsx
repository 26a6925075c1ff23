import type { Refund } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, DESK, useMay } from '../role.ts'
import { money, phone, when } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { moneyState, toneOf } from '../words.ts'
import { OUTCOME_FIELDS, outcomeOf } from './movement-card.tsx'
import { RefundApproval, RefundCode } from './refund-approval.tsx'

type Props = { refund: Refund; reload: () => void; isOnOrder?: boolean }

/** A refund and what is left to decide about it: everybody of the team sees it, an administrator decides. */
export function RefundCard({ refund, reload, isOnOrder = false }: Props) {
  const { amount, currency, status, orderId, failureReason, completedAt } = refund
  const may = useMay()
  return (
    <Card
      title={refund.subscriptionPaymentId ? "Remboursement d'un abonnement" : 'Remboursement'}
      tag={<Tag tone={toneOf(status)}>{moneyState(status)}</Tag>}
      buttons={
        <>
          {may(ADMIN) && <Decision refund={refund} reload={reload} />}
          {orderId && !isOnOrder && may(DESK) && (
            <a class="button" href={`#/commandes/${orderId}`}>
              Voir la commande
            </a>
          )}
        </>
      }
    >
      <p class="amount">{money(amount, currency)}</p>
      <Facts
        of={[
          ['Vers', phone(refund.phoneNumber)],
          ['Part', refund.kind === 'PARTIAL' && 'une partie'],
          ['Raison', refund.reason],
          ['Échec', failureReason],
          ['Demandé', when(refund.createdAt)],
          ['Terminé', completedAt && when(completedAt)],
        ]}
      />
    </Card>
  )
}

function Decision({ refund, reload }: Props) {
  const { id, amount, currency, status } = refund
  const param = { id }
  const of = client.refunds[':id']
  const isWaiting = status === 'REQUESTED' || status === 'AWAITING_CODE' || status === 'FAILED'
  const words = money(amount, currency)
  return (
    <>
      {status === 'AWAITING_CODE' && <RefundCode refund={refund} reload={reload} />}
      {(status === 'REQUESTED' || status === 'AWAITING_CODE') && <RefundApproval refund={refund} reload={reload} />}
      {status === 'FAILED' && (
        <Act
          label="Renvoyer"
          title={`Renvoyer ${words} ?`}
          tone="yes"
          run={(_, once) => ask(() => of.retry.$post({ param, json: {} }, once))}
          done="Le remboursement est reparti."
          onDone={reload}
        >
          <p>Vers le {phone(refund.phoneNumber)}, une nouvelle fois.</p>
        </Act>
      )}
      {isWaiting && (
        <Act
          label="Refuser"
          title={`Refuser le remboursement de ${words} ?`}
          tone="no"
          fields={[reason]}
          run={({ reason = '' }, once) => ask(() => of.reject.$post({ param, json: { reason } }, once))}
          done="Remboursement refusé."
          onDone={reload}
        />
      )}
      {status === 'PROCESSING' && (
        <>
          <Act
            label="Demander à l'opérateur"
            title="Demander l'état à l'opérateur ?"
            submit="Demander"
            run={(_, once) => ask(() => of['check-status'].$post({ param }, once))}
            done="L'opérateur a été interrogé."
            onDone={reload}
          />
          <Act
            label="Décider à la main"
            title={`Décider de ${words} ?`}
            tone="no"
            submit="Inscrire au grand livre"
            fields={OUTCOME_FIELDS}
            run={({ outcome, note = '' }, once) =>
              ask(() => of.resolve.$post({ param, json: { outcome: outcomeOf(outcome), note } }, once))
            }
            done="Le remboursement est décidé."
            onDone={reload}
          />
        </>
      )}
    </>
  )
}
