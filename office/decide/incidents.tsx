import type { IncidentCard as Incident } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { Act, type Once } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Values } from '../ui/fields.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { choices, incidentState, incidentType, roleWord, severity, toneOf } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Incidents that nobody has decided: of orders, and of the service itself. */
export function IncidentQueue(props: QueueProps) {
  return (
    <>
      {(['OPEN', 'INVESTIGATING'] as const).map((status) => (
        <Queue
          key={status}
          {...props}
          id={status === 'OPEN' ? props.id : 'incidents-examen'}
          title={status === 'OPEN' ? props.title : 'Incidents en examen'}
          read={async (page) => {
            const { incidents, pagination } = await ask(() =>
              client.incidents.index.$get({ query: { status, ...page } }),
            )
            return { items: incidents, pagination }
          }}
          item={(incident, reload) => <IncidentCard key={incident.id} incident={incident} reload={reload} />}
        />
      ))}
    </>
  )
}

function IncidentCard({ incident, reload }: { incident: Incident; reload: () => void }) {
  const { id, number, title, description, type, orderId, status, createdAt } = incident
  const of = client.incidents[':id']
  const resolve = ({ outcome, refundAmount, note = '' }: Values, once: Once) => {
    const json = { outcome: outcome as 'BUYER', note, ...(refundAmount && { refundAmount }) }
    return ask(() => of.resolve.$post({ param: { id }, json }, once))
  }
  return (
    <Card
      title={title}
      tag={<Tag tone={toneOf(incident.severity)}>{severity(incident.severity)}</Tag>}
      buttons={
        <>
          <Act
            label="Trancher"
            title={`Trancher l'incident ${number} ?`}
            tone="yes"
            fields={orderId ? [OUTCOME, AMOUNT, NOTE] : [NOTE]}
            run={(values, once) => resolve(orderId ? values : { ...values, outcome: 'SELLER' }, once)}
            done="Incident tranché."
            onDone={reload}
          />
          <Act
            label="Classer sans suite"
            title={`Classer l'incident ${number} sans suite ?`}
            tone="no"
            fields={[{ ...NOTE, isOptional: true }]}
            run={({ note }, once) => ask(() => of.dismiss.$post({ param: { id }, json: note ? { note } : {} }, once))}
            done="Incident classé."
            onDone={reload}
          />
          <Act
            label="Écrire"
            title={`Écrire au sujet de l'incident ${number}`}
            fields={[{ name: 'body', label: 'Message, que les parties liront', kind: 'area', maxLength: 2000 }]}
            submit="Envoyer"
            run={({ body = '' }, once) => ask(() => of.updates.$post({ param: { id }, json: { body } }, once))}
            done="Message écrit."
            onDone={reload}
          />
          <Story id={id} number={number} />
          {orderId && (
            <a class="button" href={`#/commandes/${orderId}`}>
              Voir la commande
            </a>
          )}
        </>
      }
    >
      <p class="text">{description}</p>
      <Facts
        of={[
          ['Numéro', number],
          ['Sujet', incidentType(type)],
          ['État', incidentState(status)],
          ['Ouvert', ago(createdAt)],
        ]}
      />
    </Card>
  )
}

const OUTCOMES: Record<string, string> = {
  BUYER: "Pour l'acheteur : rembourser",
  SELLER: 'Pour le vendeur : ne pas rembourser',
  SPLIT: 'Partager : rembourser une partie',
}
const OUTCOME = {
  name: 'outcome',
  label: 'Décision',
  kind: 'select' as const,
  options: choices((word) => OUTCOMES[word] ?? word, 'BUYER', 'SELLER', 'SPLIT'),
}
const AMOUNT = {
  name: 'refundAmount',
  label: 'Montant à rembourser',
  kind: 'amount' as const,
  isOptional: true,
  hint: 'Seulement pour un partage, ou pour rembourser moins que tout.',
}
const NOTE = { name: 'note', label: 'Ce qui a été décidé', kind: 'area' as const }

/** What was written on an incident so far. */
function Story({ id, number }: { id: string; number: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Échanges
      </button>
      {isOpen && (
        <Dialog title={`Incident ${number}`} onClose={() => setOpen(false)}>
          <Updates id={id} />
          <div class="buttons">
            <button type="button" onClick={() => setOpen(false)}>
              Fermer
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Updates({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.incidents[':id'].$get({ param: { id } })), [id])
  return (
    <Load of={loaded}>
      {({ updates }) =>
        updates.length === 0 ? (
          <p class="soft">Rien n'a été écrit.</p>
        ) : (
          <ol class="story">
            {updates.map((each) => (
              <li key={each.id}>
                <p class="text">{each.body}</p>
                <p class="soft">
                  {roleWord(each.authorRole)}, {ago(each.createdAt)}
                </p>
              </li>
            ))}
          </ol>
        )
      }
    </Load>
  )
}
