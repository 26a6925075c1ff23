import type { Product } from '@soko/client'
import { ask, client } from '../api.ts'
import { ago, money } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { PictureButton, urlHere } from '../ui/files.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

/** Products that wait for moderation. */
export const ProductQueue = (props: QueueProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { products, pagination } = await ask(() =>
        client.moderation.products.$get({ query: { status: 'PENDING', ...page } }),
      )
      return { items: products, pagination }
    }}
    item={(product, reload) => <ProductCard key={product.id} product={product} reload={reload} />}
  />
)

/** The price of the variant that is shown first. */
export function priceOf({ variants, currency }: Product): string | undefined {
  const price = variants.find(({ isDefault }) => isDefault)?.price ?? variants[0]?.price
  return price && money(price, currency)
}

function ProductCard({ product, reload }: { product: Product; reload: () => void }) {
  const { id, version, name, description, images, shop, category, updatedAt } = product
  const of = client.moderation.products[':id']
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
            done="Le produit est approuvé."
            onDone={reload}
          >
            <p>Il reste en vente, ou y entre s'il attendait.</p>
          </Act>
          <Act
            label="Demander des corrections"
            title={`Faire corriger ${name} ?`}
            fields={[{ ...reason, label: 'Ce qui est à corriger' }]}
            run={({ reason = '' }) =>
              ask(() => of['request-changes'].$post({ param: { id }, json: { reason, version } }))
            }
            done="Le vendeur est prévenu."
            onDone={reload}
          />
          <Act
            label="Refuser"
            title={`Refuser ${name} ?`}
            tone="no"
            fields={[reason]}
            run={({ reason = '' }) => ask(() => of.reject.$post({ param: { id }, json: { reason, version } }))}
            done="Le produit est refusé."
            onDone={reload}
          />
        </>
      }
    >
      <div class="pictures">
        {images.map(({ id: imageId, url }) => (
          <PictureButton key={imageId} url={urlHere(url)} name={name} />
        ))}
      </div>
      <p class="text">{description}</p>
      <Facts
        of={[
          ['Boutique', shop.name],
          ['Catégorie', category.name],
          ['Prix', priceOf(product)],
          ['Modifié', ago(updatedAt)],
        ]}
      />
    </Card>
  )
}
