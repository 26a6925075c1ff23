import { call, mustCall } from '#testing/running/call.ts'
import { aSubcategory, newShopkeeper } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

/** A file of one product, for a shop of the seller's. */
async function fileFor(service: RunningService) {
  const [seller, id] = [await newShopkeeper(service), await aSubcategory(service)]
  const { categories } = await mustCall(service, null, 'GET', '/products/categories')
  type Category = { slug: string; subcategories: { id: string; slug: string }[] }
  const place = (categories as Category[]).flatMap(({ slug, subcategories }) =>
    subcategories.filter((one) => one.id === id).map((one) => `${slug}/${one.slug}`),
  )
  const header = 'sku,name,description,subcategory,price,currency,stock,expiresAt'
  const line = `P-1,Panier du Kivu,Panier en fibres de bananier.,${place[0]},12.50,USD,3,2099-01-01`
  return { seller, csv: `${header}\n${line}\n` }
}

function form(shopId: string, csv: string): FormData {
  const filled = new FormData()
  filled.append('shopId', shopId)
  filled.append('file', new File([csv], 'produits.csv'))
  return filled
}

export const importRaces = [
  race({
    name: 'import: one at a time of a shop',
    operations: ['POST /products/import'],
    prepare: fileFor,
    send: (service, { seller, csv }) => call(service, seller, 'POST', '/products/import', form(seller.shopId, csv)),
    // The job may take the first one in before the last is sent.
    succeed: { least: 1, most: 5 },
    refusals: ['409 ALREADY_EXISTS'],
    check: async (service, { seller }) => {
      const [row] = await service.sql<{ n: number }>(
        `SELECT count(*) AS n FROM product_imports WHERE shop_id = ? AND status = 'RUNNING'`,
        seller.shopId,
      )
      return (row?.n ?? 2) > 1 && `${row?.n} imports run at once`
    },
  }),
  race({
    name: 'import: two files of one reference make one product',
    operations: ['POST /products/import'],
    prepare: fileFor,
    send: (service, { seller, csv }) => call(service, seller, 'POST', '/products/import', form(seller.shopId, csv)),
    succeed: { least: 1, most: 5 },
    refusals: ['409 ALREADY_EXISTS'],
    check: (service, { seller }) =>
      countFault(
        service,
        0,
        'references that two products have',
        'SELECT count(*) AS n FROM (SELECT v.sku FROM variants v WHERE v.stock_shop_id = ? AND v.sku IS NOT NULL GROUP BY v.sku HAVING count(*) > 1)',
        seller.shopId,
      ),
  }),
]
