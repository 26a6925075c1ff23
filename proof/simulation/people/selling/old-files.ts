import { exportProducts } from '#domain/catalogue/imports/export.ts'
import { importProducts } from '#domain/catalogue/imports/start.ts'
import type { Random } from '#testing/random.ts'
import { keepFile, noteCounted, type OldFile, oldFiles } from '../../laws/imports.ts'
import { act, type Commands, owner, pickFrom } from '../plan.ts'
import { fileOf } from './importing.ts'

/** The cells of a line that no text with a comma stands before or among: those of the simulation's goods have none. */
const STOCK = 6
const SEEN = 7
const PRICE = 4

/** The file as somebody sends it who counted some shelves, and thought of other prices. */
function edited({ text, shop }: OldFile, random: Random) {
  const [header = '', ...lines] = text.split('\r\n').filter((line) => line !== '')
  const counted: { shop: string; sku: string; by: number }[] = []
  const made = lines.map((line) => {
    const cells = line.split(',')
    const [sku = '', seen] = [cells[0], Number(cells[SEEN])]
    if (random.chance(0.4)) cells[PRICE] = `${2 + random.below(9)}.25`
    const by = random.chance(0.5) ? random.pick([-2, -1, 1, 2, 3]) : 0
    if (by === 0 || seen + by < 0) return cells.join(',')
    cells[STOCK] = String(seen + by)
    counted.push({ shop, sku, by })
    return cells.join(',')
  })
  return { text: [header, ...made].join('\r\n'), counted }
}

/** Sellers who export their goods and send the file in again when much has been sold since, as it was or edited. */
export const oldFilesOfSellers: Commands = {
  exportProducts: {
    weight: 1.2,
    plan(simulation) {
      const shop = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; seller: string }>(
          'SELECT id, seller_profile_id AS seller FROM shops ORDER BY id',
        ),
      )
      if (!shop) return undefined
      const isIt = ({ sellerProfileId }: { sellerProfileId: string | null }) => sellerProfileId === shop.seller
      const seller = owner(simulation, simulation.people.sellers, isIt)
      return act('exportProducts', seller, shop.id, async (ctx) => {
        const { body } = await exportProducts(ctx, { shopId: shop.id })
        keepFile(simulation, { shop: shop.id, seller: shop.seller, text: await new Response(body).text() })
      })
    },
  },
  importOldFile: {
    weight: 1,
    plan(simulation) {
      const file = pickFrom(simulation, oldFiles(simulation))
      if (!file) return undefined
      const isIt = ({ sellerProfileId }: { sellerProfileId: string | null }) => sellerProfileId === file.seller
      const seller = owner(simulation, simulation.people.sellers, isIt)
      return act('importOldFile', seller, file.shop, (ctx) =>
        importProducts(ctx, { shopId: file.shop, file: fileOf(file.text), partial: 'true' }),
      )
    },
  },
  importEditedFile: {
    weight: 1,
    plan(simulation) {
      const file = pickFrom(simulation, oldFiles(simulation))
      if (!file) return undefined
      const isIt = ({ sellerProfileId }: { sellerProfileId: string | null }) => sellerProfileId === file.seller
      const seller = owner(simulation, simulation.people.sellers, isIt)
      const { text, counted } = edited(file, simulation.random)
      return act('importEditedFile', seller, [file.shop, counted], (ctx) => {
        noteCounted(simulation, counted)
        return importProducts(ctx, { shopId: file.shop, file: fileOf(text), partial: 'true' })
      })
    },
  },
}
