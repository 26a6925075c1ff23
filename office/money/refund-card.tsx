import type { Refund } from '@soko/client'
import { ask, client } from '../api.ts'
import { OrderAbout } from '../orders/about.tsx'
import { ADMIN, DESK, useMay } from '../role.ts'
import { money, phone, when } from '../show.ts'
import { refundState, toneOf } from '../states.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { failure } from '../words.ts'
import { OtherNumber, RefundApproval, RefundCode } from './refund-approval.tsx'
import { Resolution } from './resolution.tsx'

type RefundOfOrder = Refund & { orderNumber?: string | null }
type Props = { refund: RefundOfOrder; reload: () => void; isOnOrder?: boolean }

/** A refund and the decisions that are left: everybody of the team sees it, an administrator decides. */
export function RefundCard({ refund, reload, isOnOrder = false }: Props) {
  const { amount, currency, status, orderId, failureReason, completedAt } = refund
  const may = useMay()
  return (
    <Card
      of={refund.id}
      title={
        refund.subscriptionPaymentId ? "Remboursement d'un abonnement" : `Remboursement ${refund.orderNumber ?? ''}`
      }
      tag={<Tag tone={toneOf(status)}>{refundState(status)}</Tag>}
      buttons={may(ADMIN) && <Decision refund={refund} reload={reload} />}
    >
      <p class="amount">{money(amount, currency)}</p>
      {!isOnOrder && <OrderAbout id={orderId} />}
      <Facts
        of={[
          ['Commande', !isOnOrder && !may(DESK) && refund.orderNumber],
          ['Vers', phone(refund.phoneNumber)],
          ['Part', refund.kind === 'PARTIAL' && 'une partie'],
          ['Raison', refund.reason],
          ['Refusé parce que', refund.rejectionReason],
          ['Échec', failure(failureReason)],
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
      {refund.awaitsMyCode && <RefundCode refund={refund} reload={reload} />}
      {(status === 'REQUESTED' || status === 'AWAITING_CODE') && <RefundApproval refund={refund} reload={reload} />}
      {status === 'FAILED' && (
        <Act
          label="Renvoyer"
          title={`Renvoyer ${words} ?`}
          tone="yes"
          run={(_) => ask(() => of.retry.$post({ param, json: {} }))}
          done="Le remboursement est reparti."
          onDone={reload}
        >
          <p>Vers le {phone(refund.phoneNumber)}, une nouvelle fois.</p>
        </Act>
      )}
      {status === 'FAILED' && !refund.subscriptionPaymentId && <OtherNumber refund={refund} reload={reload} />}
      {isWaiting && (
        <Act
          label="Refuser"
          title={`Refuser le remboursement de ${words} ?`}
          tone="no"
          fields={[reason]}
          run={({ reason = '' }) => ask(() => of.reject.$post({ param, json: { reason } }))}
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
            run={(_) => ask(() => of['check-status'].$post({ param }))}
            done="L'opérateur a été interrogé."
            onDone={reload}
          />
          <Resolution
            words={words}
            resolve={(json) => of.resolve.$post({ param, json })}
            done="Le remboursement est décidé."
            onDone={reload}
          />
        </>
      )}
    </>
  )
}
