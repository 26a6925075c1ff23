import type { IncidentCard as Incident } from '@soko/client'
import { ask, client } from '../api.ts'
import { Resolution } from '../money/resolution.tsx'
import { OrderAbout } from '../orders/about.tsx'
import { ADMIN, useMay } from '../role.ts'
import { Act } from '../ui/act.tsx'
import type { Values } from '../ui/fields.tsx'
import { choices, incidentOutcome } from '../words.ts'

type Props = { incident: Incident; reload: () => void }

/** The acts of the team on an open incident. */
export function Decision({ incident, reload }: Props) {
  const { id, number, orderId, ending, updatedAt } = incident
  const may = useMay()
  const mayResolve = may(ending?.resolvedBy ?? [])
  const mayDismiss = may(ending?.dismissedBy ?? [])
  const isPeoples = ending?.ends == null
  const of = client.incidents[':id']
  const resolve = ({ outcome, refundAmount, note = '' }: Values) => {
    const json = { outcome: outcome as 'BUYER', note, updatedAt, ...(refundAmount && { refundAmount }) }
    return ask(() => of.resolve.$post({ param: { id }, json }))
  }
  return (
    <>
      <Movement incident={incident} reload={reload} />
      {orderId && isPeoples && mayResolve && (
        <Act
          label="Trancher"
          title={`Trancher l'incident ${number} ?`}
          tone="yes"
          fields={[OUTCOME, AMOUNT, NOTE]}
          run={resolve}
          done="Incident résolu."
          onDone={reload}
        >
          <OrderAbout id={orderId} />
        </Act>
      )}
      {mayDismiss && (
        <Act
          label={orderId ? 'Classer sans suite' : 'Classer'}
          title={`Classer l'incident ${number} ?`}
          tone="no"
          fields={[{ ...NOTE, isOptional: true }]}
          run={({ note }) => ask(() => of.dismiss.$post({ param: { id }, json: { updatedAt, ...(note && { note }) } }))}
          done="Incident classé."
          onDone={reload}
        />
      )}
      {mayResolve && !mayDismiss && (
        <Act
          label="Clore"
          title={`Clore l'incident ${number} ?`}
          tone="no"
          fields={[NOTE]}
          run={({ note = '' }) => resolve({ outcome: 'SELLER', note })}
          done="Incident clos."
          onDone={reload}
        >
          <p>{ending?.ends}</p>
        </Act>
      )}
      <Act
        label="Écrire"
        title={`Écrire au sujet de l'incident ${number}`}
        fields={[{ name: 'body', label: 'Message, que les parties liront', kind: 'area', maxLength: 2000 }]}
        submit="Envoyer"
        run={({ body = '' }) => ask(() => of.updates.$post({ param: { id }, json: { body } }))}
        done="Message écrit."
        onDone={reload}
      />
    </>
  )
}

const OUTCOME = {
  name: 'outcome',
  label: 'Décision',
  kind: 'select' as const,
  isDecision: true,
  options: choices(incidentOutcome, ...incidentOutcome.all),
}
const AMOUNT = {
  name: 'refundAmount',
  label: 'Montant à rembourser',
  kind: 'amount' as const,
  hint: 'Dans la monnaie de la commande ; le reste est pour le vendeur.',
  onlyWhen: { name: 'outcome', is: 'SPLIT' },
}
const NOTE = { name: 'note', label: 'Ce qui a été décidé', kind: 'area' as const }

const REFERENCE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,27}/

/** The decision of an administrator on money that an operator never answered for, a deposit too. The incident's text names the movement. */
function Movement({ incident, reload }: Props) {
  const may = useMay()
  const [reference] = REFERENCE.exec(incident.description) ?? []
  if (!may(ADMIN) || incident.type !== 'PAYMENT' || !reference) return null
  const of = client.gatewayB.transactions[':id']
  return (
    <Resolution
      label="Décider du mouvement"
      words="ce mouvement"
      takesAmount
      resolve={(json) => of.resolve.$post({ param: { id: reference }, json })}
      done="Le mouvement est décidé."
      onDone={reload}
    >
      <p>{incident.description}</p>
    </Resolution>
  )
}
