import type { GatewayTransaction } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, DESK, useMay } from '../role.ts'
import { money, when } from '../show.ts'
import { movementState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { network as networkWord } from '../words.ts'
import { Resolution } from './resolution.tsx'

/** A payin or payout of gateway B, with buttons to ask the operator again, or to decide by hand. */
export function MovementCard({ movement, reload }: { movement: GatewayTransaction; reload: () => void }) {
  const { id, type, status, amount, currency, network, transactionId, orderId, createdAt } = movement
  const may = useMay()
  const of = client.gatewayB.transactions[':id']
  const isOrder = /^[0-9a-f]{8}-/.test(orderId) && type === 'payin'
  return (
    <Card
      of={id}
      title={type === 'payin' ? "Paiement d'un client" : 'Envoi vers un téléphone'}
      tag={<Tag tone={toneOf(status)}>{movementState(status)}</Tag>}
      buttons={
        <>
          <Act
            label="Demander à l'opérateur"
            title="Demander l'état à l'opérateur ?"
            tone="yes"
            submit="Demander"
            run={(_) => ask(() => of['check-status'].$post({ param: { id } }))}
            done="L'opérateur a été interrogé."
            onDone={reload}
          >
            <p>Rien n'est envoyé : l'opérateur dit où en est ce mouvement.</p>
          </Act>
          {may(ADMIN) && (
            <Resolution
              words={money(amount, currency)}
              takesAmount={type === 'payin' && status === 'review'}
              resolve={(json) => of.resolve.$post({ param: { id }, json })}
              done="Le mouvement est décidé."
              onDone={reload}
            />
          )}
          {isOrder && may(DESK) && (
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
          ['Réseau', networkWord(network)],
          ['Référence', transactionId],
          ['Depuis', when(createdAt)],
        ]}
      />
    </Card>
  )
}
