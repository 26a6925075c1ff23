import type { Shop } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago, phone } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts } from '../ui/card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Shops that nobody of the team has reviewed yet. */
export const ShopQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { shops, pagination } = await ask(() =>
        client.shopReviews.index.$get({ query: { reviewStatus: 'PENDING', ...page } }),
      )
      return { items: shops, pagination }
    }}
    item={(shop, reload) => <ShopCard key={shop.id} shop={shop} reload={reload} />}
  />
)

function ShopCard({ shop, reload }: { shop: Shop; reload: () => void }) {
  const { id, name, description, address, version, createdAt } = shop
  const of = client.shopReviews[':id']
  return (
    <Card
      of={id}
      title={name}
      buttons={
        <>
          <Act
            label="Approuver"
            title={`Approuver la boutique ${name} ?`}
            tone="yes"
            run={(_) => ask(() => of.approve.$post({ param: { id }, json: { version } }))}
            done={`La boutique ${name} est approuvée.`}
            onDone={reload}
          >
            <p>Le vendeur est prévenu que sa boutique est en règle.</p>
          </Act>
          <Act
            label="Demander des corrections"
            title={`Faire corriger la boutique ${name} ?`}
            fields={[{ ...reason, label: 'Ce qui est à corriger' }]}
            run={({ reason = '' }) =>
              ask(() => of['request-changes'].$post({ param: { id }, json: { reason, version } }))
            }
            done="Le vendeur est prévenu."
            onDone={reload}
          />
          <Act
            label="Refuser"
            title={`Refuser la boutique ${name} ?`}
            tone="no"
            fields={[reason]}
            run={({ reason = '' }) => ask(() => of.reject.$post({ param: { id }, json: { reason, version } }))}
            done={`La boutique ${name} est refusée.`}
            onDone={reload}
          />
        </>
      }
    >
      <p class="text">{description}</p>
      <Facts
        of={[
          ['Adresse', [address.avenue, address.commune, address.city].filter(Boolean).join(', ')],
          ['Téléphone', phone(shop.phone)],
          ['Créée', ago(createdAt)],
        ]}
      />
    </Card>
  )
}
