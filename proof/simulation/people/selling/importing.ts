// Loaded before any history, so that the import of the service finds it at once.
import 'csv-parse/sync'
import { importProducts } from '#domain/catalogue/imports/start.ts'
import { act, type Commands, owner, pickFrom } from '../plan.ts'

type Shop = { id: string; seller: string }

export const fileOf = (text: string) =>
  Object.assign(new File([text], 'produits.csv'), { arrayBuffer: async () => new TextEncoder().encode(text).buffer })

/** Sellers who keep their goods in a spreadsheet: some references are new, some are there, some lines are wrong. */
export const importing: Commands = {
  importProducts: {
    weight: 1.2,
    plan(simulation) {
      const { random } = simulation
      const shop = pickFrom(
        simulation,
        simulation.store.rows<Shop>('SELECT id, seller_profile_id AS seller FROM shops ORDER BY id'),
      )
      if (!shop) return undefined
      const [place] = simulation.store.rows<{ slug: string }>('SELECT slug FROM subcategories ORDER BY id LIMIT 1')
      const lines = Array.from({ length: 1 + random.below(4) }, (_, n) => {
        const price = random.chance(0.9) ? `${1 + random.below(20)}.50` : 'gratuit'
        return `I-${n},Sucre du Kivu,Sucre roux en sachets d'un kilo.,${place?.slug},${price},USD,${random.below(6)},2099-01-01`
      })
      const csv = ['sku,name,description,subcategory,price,currency,stock,expiresAt', ...lines].join('\n')
      const seller = owner(
        simulation,
        simulation.people.sellers,
        ({ sellerProfileId }) => sellerProfileId === shop.seller,
      )
      const partial = random.chance(0.5) ? ({ partial: 'true' } as const) : {}
      return act('importProducts', seller, [shop.id, csv], (ctx) =>
        importProducts(ctx, { shopId: shop.id, file: fileOf(csv), ...partial }),
      )
    },
  },
}
