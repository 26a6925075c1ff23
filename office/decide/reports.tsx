import type { Product, StaffReport } from '@soko/client'
import { ApiError } from '@soko/client'
import { useRef } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import type { Values } from '../ui/fields.tsx'
import { PictureButton, urlHere } from '../ui/files.tsx'
import { useLoad } from '../ui/load.tsx'
import { complaint } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { priceOf } from './products.tsx'
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

/** A reported product or shop as it is now. */
type ReportTarget = { name: string; version: number; product?: Product }

function ReportCard({ report, reload }: { report: StaffReport; reload: () => void }) {
  const { id, type, targetId, reasonCode, comment, createdAt } = report
  const { data: reported } = useLoad(() => readReported(type, targetId), [targetId, report])
  const isProduct = type === 'PRODUCT'
  /** Whether this card took the thing down, and only the report is left to close. */
  const isDown = useRef(false)
  const takeDown = async ({ reason = '' }: Values) => {
    if (isDown.current) return
    const target = { param: { id: targetId }, json: { reason, ...(reported && { version: reported.version }) } }
    const done: Promise<unknown> = isProduct
      ? ask(() => client.moderation.products[':id'].takedown.$post(target))
      : ask(() => client.suspensions[':id'].suspend.$post(target))
    await done.catch(unlessDown)
    isDown.current = true
  }
  const close = (decision: 'ACTIONED' | 'DISMISSED', note?: string) =>
    ask(() => client.reports[':id'].resolve.$post({ param: { id }, json: { decision, ...(note && { note }) } }))
  return (
    <Card
      of={id}
      title={`${isProduct ? 'Produit' : 'Boutique'} ${reported?.name ?? ''}`}
      tag={<Tag tone="wait">{complaint(reasonCode)}</Tag>}
      buttons={
        <>
          <Act
            label={isProduct ? 'Retirer le produit' : 'Suspendre la boutique'}
            title={`Retirer ${isProduct ? 'ce produit' : 'cette boutique'} de la vente ?`}
            tone="no"
            fields={[reason]}
            run={async (values) => {
              await takeDown(values)
              await close('ACTIONED', values.reason)
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
      {reported?.product && <ReportedProduct product={reported.product} />}
      <Facts of={[['Reçu', ago(createdAt)]]} />
    </Card>
  )
}

/** The reported product as people see it: its pictures, its words, its price. */
const ReportedProduct = ({ product }: { product: Product }) => (
  <>
    <div class="pictures">
      {product.images.map(({ id, url }) => (
        <PictureButton key={id} url={urlHere(url)} name={product.name} />
      ))}
    </div>
    <p class="text">{product.description}</p>
    <Facts
      of={[
        ['Boutique', product.shop.name],
        ['Prix', priceOf(product)],
        [
          'Page publique',
          <a href={`/api/v1/products/${product.id}`} target="_blank" rel="noreferrer">
            ce que le marché en montre
          </a>,
        ],
      ]}
    />
  </>
)

const readReported = async (type: StaffReport['type'], id: string): Promise<ReportTarget> => {
  if (type === 'SHOP') return ask(() => client.shopReviews[':id'].$get({ param: { id } }))
  const product = await ask(() => client.moderation.products[':id'].$get({ param: { id } }))
  return { name: product.name, version: product.version, product }
}

/** Ignores that somebody else took the thing down meanwhile: only the report is left to close. */
function unlessDown(error: unknown): void {
  if (!(error instanceof ApiError) || error.reason !== 'INVALID_TRANSITION') throw error
}
