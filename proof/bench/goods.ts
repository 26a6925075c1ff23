import type { Market, Operation } from './operation.ts'
import { buyerRead, cached, read, shopRead, staffRead } from './reads.ts'
import { categoryId, productId, profileId, sellerOfProduct, variantId } from './seed.ts'

/** One of the newest products, each with three variants and two pictures. */
export const someProduct = (i: number, { products }: Market) => products - 1 - 3 * (i % 300)
const seller = (product: number, { people }: Market) => people[sellerOfProduct(product)]!

export const GOODS: Operation[] = [
  read('list', '/products?limit=20'),
  cached('listFromCache', '/products?limit=20', 'list'),
  read('listPage40', '/products?limit=20&page=40'),
  read('listPage500', '/products?limit=20&page=500', { compared: '10k' }),
  read('pageBehindTheEnd', '/products?limit=20&page=1000000'),
  read('totalOfCategory', `/products?limit=1&categoryId=${categoryId(3)}`),
  read('totalOfFilter', '/products?limit=1&inStock=true&minPrice=5'),
  read('detail', '', {
    ask(i, market) {
      const id = productId(someProduct(i, market))
      return { path: `/products/${id}`, given: { productId: id } }
    },
  }),
  read('similar', '', {
    compared: '10k',
    ask(i, market) {
      const id = productId(someProduct(i, market))
      return { path: `/products/${id}/similar`, given: { productId: id } }
    },
  }),
  read('search', '/products?limit=20&search=kitenge'),
  read('searchCommonWord', '/products?limit=20&search=caf%C3%A9', { compared: 'bounded' }),
  read('searchMisspelled', '/products?limit=20&search=kitange'),
  read('searchInCategory', `/products?limit=20&search=produit&categoryId=${categoryId(3)}`, { compared: 'bounded' }),
  read('cheapestOfCategory', `/products?limit=20&sort=priceAsc&categoryId=${categoryId(3)}`),
  read('priceRange', '/products?limit=20&minPrice=5'),
  read('filterFindsNothing', '/products?limit=20&inStock=false', { compared: '10k' }),
  shopRead('shopProducts', '/products/shop/{shop}?limit=20'),
  shopRead('shopStock', '/products/stock/shop/{shop}?limit=20'),
  buyerRead('favorites', '/favorites?limit=20'),
  staffRead('moderationQueue', '/moderation/products?status=APPROVED&limit=20'),
  staffRead('staffProducts', '/products/admin?limit=20'),
  staffRead('staffProductsOfState', '/products/admin?limit=20&status=PUBLISHED&moderationStatus=APPROVED'),
  staffRead('staffSearch', '/products/admin?limit=20&search=kitenge'),
  staffRead('sellerProfiles', '/seller/profiles?limit=20'),
  staffRead('openReports', '/moderation/reports?status=OPEN&limit=20'),
  {
    name: 'adjustStock',
    kind: 'write',
    ask(i, market) {
      const product = someProduct(i, market)
      const given = { variantId: variantId(product), profileId: profileId(sellerOfProduct(product)) }
      const path = `/products/variants/${given.variantId}/stock`
      return { method: 'POST', path, body: { type: 'RESTOCK', amount: 1 }, as: seller(product, market), given }
    },
  },
]
