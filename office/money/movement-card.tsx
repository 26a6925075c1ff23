import type { GatewayTransaction } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, DESK, useMay } from '../role.ts'
import { money, when } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import type { FieldSpec } from '../ui/fields.tsx'
import { choices, moneyState, network as networkWord, toneOf } from '../words.ts'

type Outcome = 'succeeded' | 'failed' | 'lateSuccess' | 'reversed'
const OUTCOMES: Record<string, string> = {
  succeeded: "L'argent est arrivé",
  failed: "L'argent n'est pas arrivé",
  lateSuccess: "Noté échoué ici, mais l'argent est arrivé plus tard",
  reversed: "Noté réussi ici, mais l'opérateur a repris l'argent",
}
/** What somebody found out at the operator about money on its way. */
export const OUTCOME_FIELDS: FieldSpec[] = [
  {
    name: 'outcome',
    label: "Ce que dit l'opérateur",
    kind: 'select',
    options: choices((word) => OUTCOMES[word] ?? word, ...Object.keys(OUTCOMES)),
  },
  { name: 'note', label: 'Comment vous le savez', kind: 'area' },
]
export const outcomeOf = (value: string | undefined) => value as Outcome

/** A payin or payout of gateway B: ask the operator again, or decide it by hand. */
export function MovementCard({ movement, reload }: { movement: GatewayTransaction; reload: () => void }) {
  const { id, type, status, amount, currency, network, transactionId, orderId, createdAt } = movement
  const may = useMay()
  const of = client.gatewayB.transactions[':id']
  const isOrder = /^[0-9a-f]{8}-/.test(orderId) && type === 'payin'
  return (
    <Card
      of={id}
      title={type === 'payin' ? "Paiement d'un client" : 'Envoi vers un téléphone'}
      tag={<Tag tone={toneOf(status)}>{moneyState(status)}</Tag>}
      buttons={
        <>
          <Act
            label="Demander à l'opérateur"
            title="Demander l'état à l'opérateur ?"
            tone="yes"
            submit="Demander"
            run={(_, once) => ask(() => of['check-status'].$post({ param: { id } }, once))}
            done="L'opérateur a été interrogé."
            onDone={reload}
          >
            <p>Rien n'est envoyé : l'opérateur dit où en est ce mouvement.</p>
          </Act>
          {may(ADMIN) && (
            <Act
              label="Décider à la main"
              title={`Décider de ${money(amount, currency)} ?`}
              tone="no"
              submit="Enregistrer la décision"
              fields={OUTCOME_FIELDS}
              run={({ outcome, note = '' }, once) =>
                ask(() => of.resolve.$post({ param: { id }, json: { outcome: outcomeOf(outcome), note } }, once))
              }
              done="Le mouvement est décidé."
              onDone={reload}
            >
              <p>
                Seulement après avoir vérifié chez l'opérateur : les comptes sont écrits aussitôt, et cela ne se défait
                pas.
              </p>
            </Act>
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
