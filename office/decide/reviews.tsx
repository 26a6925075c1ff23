import type { Review } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts, Tag } from '../ui/card.tsx'
import { PictureButton, urlHere } from '../ui/files.tsx'
import { reviewComplaint, reviewTarget } from '../words.ts'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Reviews whose words have a number or a link, and reviews that somebody reported. */
export const ReviewQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { reviews, pagination } = await ask(() => client.reviewModeration.index.$get({ query: page }))
      return { items: reviews, pagination }
    }}
    item={(review, reload) => <ReviewCard key={review.id} review={review} reload={reload} />}
  />
)

function ReviewCard({ review, reload }: { review: Review; reload: () => void }) {
  const { id, target, rating, comment, images, author, report, createdAt } = review
  const of = client.reviewModeration[':id']
  return (
    <Card
      of={id}
      title={`${reviewTarget(target.type)} : ${rating} sur 5`}
      tag={<Tag tone="wait">{report ? reviewComplaint(report.reasonCode) : 'numéro ou lien'}</Tag>}
      buttons={
        <>
          <Act
            label="Approuver"
            title="Montrer cet avis à tous ?"
            tone="yes"
            run={(_) => ask(() => of.approve.$post({ param: { id }, json: {} }))}
            done="L'avis est visible."
            onDone={reload}
          >
            <p>Il compte dans la moyenne, et ne se signale plus tant que son auteur ne le change pas.</p>
          </Act>
          <Act
            label="Cacher"
            title="Cacher cet avis ?"
            tone="no"
            fields={[{ ...reason, label: "Le motif, que lira l'auteur" }]}
            run={({ reason = '' }) => ask(() => of.reject.$post({ param: { id }, json: { reason } }))}
            done="L'avis est caché."
            onDone={reload}
          />
        </>
      }
    >
      {comment && <p class="text">{comment}</p>}
      {images.length > 0 && (
        <div class="pictures">
          {images.map(({ id: imageId, url }) => (
            <PictureButton key={imageId} url={urlHere(url)} name="Image de l'avis" />
          ))}
        </div>
      )}
      <Facts
        of={[
          ['Auteur', [author.firstName, author.initial].filter(Boolean).join(' ')],
          ...(report?.comment ? [['Signalement', report.comment] as [string, string]] : []),
          ['Écrit', ago(createdAt)],
        ]}
      />
    </Card>
  )
}
