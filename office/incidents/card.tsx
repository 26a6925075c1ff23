import type { IncidentCard as Incident } from '@soko/client'
import { OrderAbout } from '../orders/about.tsx'
import { ago, when } from '../show.ts'
import { incidentState, toneOf } from '../states.ts'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { PersonName } from '../ui/people.tsx'
import { incidentOutcome, incidentType, severity } from '../words.ts'
import { Decision } from './decision.tsx'
import { Story } from './story.tsx'

type Props = { incident: Incident; reload: () => void; isOnOrder?: boolean }

/** An incident: the event, the buttons to decide it while it is open, and the decision. */
export function IncidentCard({ incident, reload, isOnOrder = false }: Props) {
  const { id, number, title, description, type, orderId, status, resolution, createdAt, answerBy } = incident
  const isOpen = status === 'OPEN' || status === 'INVESTIGATING'
  return (
    <Card
      of={id}
      title={title}
      tag={
        <>
          <Tag tone={isOpen ? 'wait' : 'good'}>{incidentState(status)}</Tag>
          <Tag tone={toneOf(incident.severity)}>{severity(incident.severity)}</Tag>
        </>
      }
      buttons={
        <>
          {isOpen && <Decision incident={incident} reload={reload} />}
          <Story id={id} number={number} />
        </>
      }
    >
      <p class="text">{description}</p>
      {!isOnOrder && <OrderAbout id={orderId} />}
      <Facts
        of={[
          ['Numéro', number],
          ['Sujet', incidentType(type)],
          ['Ouvert', ago(createdAt)],
          ["Réponse de l'autre partie", answerBy && `attendue jusqu'au ${when(answerBy)}`],
          ['Par', incident.openedBy ? <PersonName id={incident.openedBy} /> : 'le service'],
          ["Ce qui l'achève", isOpen && incident.ending?.ends],
          ['Décision', resolution?.outcome && incidentOutcome(resolution.outcome)],
          ['Montant rendu', resolution?.refundAmount],
          ['Note', resolution?.note],
        ]}
      />
    </Card>
  )
}
