import type { Rider } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago, phone } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { PaperButton } from '../ui/files.tsx'
import { paper, vehicle } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** People who applied as riders. */
export const RiderQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { riders, pagination } = await ask(() =>
        client.staffRiders.index.$get({ query: { status: 'PENDING', ...page } }),
      )
      return { items: riders, pagination }
    }}
    item={(rider, reload) => <RiderCard key={rider.id} rider={rider} reload={reload} />}
  />
)

function RiderCard({ rider, reload }: { rider: Rider; reload: () => void }) {
  const { id, name, vehicleType, vehiclePlate, documents, version, createdAt } = rider
  const of = client.staffRiders[':id']
  return (
    <Card
      of={id}
      title={name}
      buttons={
        <>
          <Act
            label="Approuver"
            title={`Approuver ${name} ?`}
            tone="yes"
            run={(_) => ask(() => of.approve.$post({ param: { id }, json: { version } }))}
            done={`${name} peut livrer.`}
            onDone={reload}
          >
            <p>Cette personne pourra prendre des courses dès maintenant.</p>
          </Act>
          <Act
            label="Refuser"
            title={`Refuser ${name} ?`}
            tone="no"
            fields={[reason]}
            run={({ reason = '' }) => ask(() => of.reject.$post({ param: { id }, json: { reason, version } }))}
            done={`La demande de ${name} est refusée.`}
            onDone={reload}
          />
        </>
      }
    >
      <Facts
        of={[
          ['Téléphone', phone(rider.phone)],
          ['Véhicule', [vehicle(vehicleType), vehiclePlate].filter(Boolean).join(', ')],
          ['Demandé', ago(createdAt)],
        ]}
      />
      <div class="buttons">
        {documents.map((each) => (
          <PaperButton
            key={each.id}
            label={paper(each.kind)}
            isPicture={each.contentType.startsWith('image/')}
            read={() => of.documents[':documentId'].$get({ param: { id, documentId: each.id } })}
          />
        ))}
        {documents.length === 0 && <p class="soft">Aucun document.</p>}
      </div>
    </Card>
  )
}
