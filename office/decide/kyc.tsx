import type { StaffKyc } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago, day } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { PaperButton } from '../ui/files.tsx'
import { paper } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Identity files that sellers have sent in. */
export const KycQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={(page) => ask(() => client.staffKyc.index.$get({ query: { status: 'SUBMITTED', ...page } }))}
    item={(file, reload) => <KycCard key={file.sellerProfileId} file={file} reload={reload} />}
  />
)

function KycCard({ file, reload }: { file: StaffKyc; reload: () => void }) {
  const { businessName, legalName, birthDate, idType, idNumber, idExpiresAt, documents, submittedAt } = file
  const id = file.id ?? ''
  const of = client.staffKyc[':id']
  const seen = submittedAt ? { submittedAt } : {}
  return (
    <Card
      of={file.sellerProfileId}
      title={businessName}
      buttons={
        <>
          <Act
            label="Approuver"
            title={`Approuver l'identité de ${businessName} ?`}
            tone="yes"
            run={(_) => ask(() => of.approve.$post({ param: { id }, json: seen }))}
            done={`L'identité de ${businessName} est approuvée.`}
            onDone={reload}
          />
          <Act
            label="Demander des corrections"
            title={`Faire corriger le dossier de ${businessName} ?`}
            fields={[{ ...reason, label: 'Ce qui est à corriger' }]}
            run={({ reason = '' }) =>
              ask(() => of['request-changes'].$post({ param: { id }, json: { reason, ...seen } }))
            }
            done="Le vendeur est prévenu."
            onDone={reload}
          />
          <Act
            label="Refuser"
            title={`Refuser le dossier de ${businessName} ?`}
            tone="no"
            fields={[reason]}
            run={({ reason = '' }) => ask(() => of.reject.$post({ param: { id }, json: { reason, ...seen } }))}
            done="Le dossier est refusé."
            onDone={reload}
          />
        </>
      }
    >
      <Facts
        of={[
          ['Nom légal', legalName],
          ['Né le', birthDate && day(birthDate)],
          ['Pièce', idType && `${paper(idType)} ${idNumber ?? ''}`],
          ["Valable jusqu'au", idExpiresAt && day(idExpiresAt)],
          ['Envoyé', submittedAt && ago(submittedAt)],
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
      </div>
    </Card>
  )
}
