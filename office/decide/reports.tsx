import type { StaffReport } from '@soko/client'
import { ApiError } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { useLoad } from '../ui/load.tsx'
import { complaint } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Reports by people of products and shops. */
export const ReportQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { reports, pagination } = await ask(() => client.reports.index.$get({ query: { status: 'OPEN', ...page } }))
      return { items: reports, pagination }
    }}
    item={(report, reload) => <ReportCard key={report.id} report={report} reload={reload} />}
  />
)

function ReportCard({ report, reload }: { report: StaffReport; reload: () => void }) {
  const { id, type, targetId, reasonCode, comment, createdAt } = report
  const takeDown = ({ reason = '' }: { reason?: string }) =>
    type === 'PRODUCT'
      ? ask(() => client.moderation.products[':id'].takedown.$post({ param: { id: targetId }, json: { reason } }))
      : ask(() => client.suspensions[':id'].suspend.$post({ param: { id: targetId }, json: { reason } }))
  const close = (decision: 'ACTIONED' | 'DISMISSED', note?: string) =>
    ask(() => client.reports[':id'].resolve.$post({ param: { id }, json: { decision, ...(note && { note }) } }))
  const name = useLoad(() => nameOf(type, targetId), [targetId])
  const what = type === 'PRODUCT' ? 'ce produit' : 'cette boutique'
  return (
    <Card
      of={id}
      title={`${type === 'PRODUCT' ? 'Produit' : 'Boutique'} ${name.data ?? ''}`}
      tag={<Tag tone="wait">{complaint(reasonCode)}</Tag>}
      buttons={
        <>
          <Act
            label={type === 'PRODUCT' ? 'Retirer le produit' : 'Suspendre la boutique'}
            title={`Retirer ${what} de la vente ?`}
            tone="no"
            fields={[reason]}
            run={async ({ reason = '' }) => {
              await takeDown({ reason }).catch(unlessDown)
              await close('ACTIONED', reason)
            }}
            done="C'est retiré de la vente."
            onDone={reload}
          />
          <Act
            label="Classer sans suite"
            title="Classer ce signalement sans suite ?"
            fields={[{ name: 'note', label: "Note pour l'équipe", kind: 'area', isOptional: true }]}
            run={({ note }) => close('DISMISSED', note)}
            done="Signalement classé."
            onDone={reload}
          />
        </>
      }
    >
      {comment && <p class="text">{comment}</p>}
      <Facts of={[['Reçu', ago(createdAt)]]} />
    </Card>
  )
}

const nameOf = async (type: StaffReport['type'], id: string): Promise<string> =>
  type === 'PRODUCT'
    ? (await ask(() => client.moderation.products[':id'].$get({ param: { id } }))).name
    : (await ask(() => client.shopReviews[':id'].$get({ param: { id } }))).name

/** Ignores that somebody else took the thing down meanwhile: only the report is left to close. */
function unlessDown(error: unknown): void {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_TRANSITION') throw error
}
