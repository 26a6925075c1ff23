import { EXPENSES } from './expenses.ts'
import { MESSAGES } from './messages.ts'
import type { Person } from './people.ts'
import { daysAgo, read, staffRead } from './reads.ts'
import {
  ADMIN,
  ADMINS,
  BUYERS,
  categoryId,
  emailOf,
  LOGINS,
  PASSWORD,
  PEOPLE,
  productId,
  profileId,
  RIDER,
  RIDERS,
  SELLERS,
  sellerOfProduct,
  shopId,
  userId,
  variantId,
} from './seed.ts'

type Kind = 'public read' | 'signed-in read' | 'write'
/** Trips to D1 that a request may make before it is answered, and the least part of the floor's throughput. */
export const GOALS: Record<Kind, { roundTrips: number; ratio: number }> = {
  'public read': { roundTrips: 1, ratio: 0.7 },
  'signed-in read': { roundTrips: 2, ratio: 0.7 },
  write: { roundTrips: 3, ratio: 0.6 },
}

/** What is asked, and the names in it that differ from request to request, for the floor to put into its own. */
export type Asked = {
  method?: string
  path: string
  body?: unknown
  as?: Person
  given?: Record<string, string>
  /** Without an address, so that nothing is limited by one. */
  isUnlimited?: boolean
}
export type Market = { products: number; people: Person[]; fresh(): string }

export type Operation = {
  name: string
  kind: Kind
  ask(i: number, market: Market): Asked
  /** Rows that the two sizes compared must read alike: the smaller must be large enough for the page that is asked. */
  compared?: '1k' | '10k' | 'bounded'
  /** Kept going at the service meanwhile, by eight callers: what is measured is how much of it is left to others. */
  beside?: string
  /** Measured for what it says of another one, and held to no goal. */
  hasNoGoal?: boolean
  /** A password is hashed after this many steps. */
  hashAfter?: number
  connections?: number
}

/** One of the newest products, each with three variants and two pictures. */
const someProduct = (i: number, { products }: Market) => products - 1 - 3 * (i % 300)
const seller = (product: number, { people }: Market) => people[sellerOfProduct(product)]!
const buyer = (i: number, { people }: Market) => people[SELLERS + (i % BUYERS)]!
const phone = (fresh: string) => `24381${fresh.slice(-4)}123`

/** The cheapest operation of a tight tier, with its limits and without. */
function passkeyOptions(name: string, isUnlimited: boolean): Operation {
  const ask = () => ({ method: 'POST', path: '/auth/passkey/login/options', body: {}, isUnlimited })
  return { name, kind: 'write', ask, hasNoGoal: true }
}

/** Every operation measured. A new one is a line here: its floor is recorded from what it does. */
export const OPERATIONS: Operation[] = [
  read('list', '/products?limit=20'),
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
  {
    name: 'me',
    kind: 'signed-in read',
    ask: (i, market) => ({ path: '/auth/me', as: buyer(i, market) }),
  },
  {
    // Beside `me`: what its limits cost.
    name: 'meUnlimited',
    kind: 'signed-in read',
    hasNoGoal: true,
    ask: (i, market) => ({ path: '/auth/me', as: buyer(i, market), isUnlimited: true }),
  },
  {
    name: 'meDuringSignIns',
    kind: 'signed-in read',
    hasNoGoal: true,
    beside: 'login',
    ask: (i, market) => ({ path: '/auth/me', as: buyer(i, market) }),
  },
  passkeyOptions('passkeyOptions', false),
  passkeyOptions('passkeyOptionsUnlimited', true),
  {
    name: 'shopProducts',
    kind: 'signed-in read',
    ask(i, market) {
      const shop = shopId(i % SELLERS)
      return { path: `/products/shop/${shop}?limit=20`, as: market.people[i % SELLERS]!, given: { shopId: shop } }
    },
  },
  {
    name: 'shopStock',
    kind: 'signed-in read',
    ask(i, { people }) {
      const shop = shopId(i % SELLERS)
      return { path: `/products/stock/shop/${shop}?limit=20`, as: people[i % SELLERS]!, given: { shopId: shop } }
    },
  },
  {
    name: 'favorites',
    kind: 'signed-in read',
    ask: (i, market) => ({ path: '/favorites?limit=20', as: buyer(i, market) }),
  },
  staffRead('moderationQueue', '/moderation/products?status=APPROVED&limit=20'),
  staffRead('staffProducts', '/products/admin?limit=20'),
  staffRead('staffProductsOfState', '/products/admin?limit=20&status=PUBLISHED&moderationStatus=APPROVED'),
  staffRead('staffSearch', '/products/admin?limit=20&search=kitenge'),
  staffRead('sellerProfiles', '/seller/profiles?limit=20'),
  ...EXPENSES,
  staffRead('deliveries', '/deliveries?limit=20'),
  staffRead('deliveriesOfZone', '/deliveries?limit=20&zoneId=zone&status=DELIVERED', { compared: '10k' }),
  staffRead('deliveriesOfRider', `/deliveries?limit=20&riderId=rider3&from=${daysAgo(2)}`, { compared: '10k' }),
  {
    name: 'availableJobs',
    kind: 'signed-in read',
    // As many as are shown, of each kind, are measured for their distance.
    compared: 'bounded',
    ask: (i, { people }) => ({ path: '/deliveries/available?limit=20', as: people[RIDER + (i % RIDERS)]! }),
  },
  {
    name: 'deliveryQuote',
    kind: 'signed-in read',
    ask(i, market) {
      const shop = shopId(i % SELLERS)
      const path = `/deliveries/quote?shopId=${shop}&lat=-2.48&lng=28.87`
      return { path, as: buyer(i, market), given: { shopId: shop } }
    },
  },
  read('zones', '/deliveries/zones?limit=20'),
  staffRead('openReports', '/moderation/reports?status=OPEN&limit=20'),
  {
    name: 'login',
    kind: 'write',
    hashAfter: 2,
    connections: 2,
    ask(i) {
      const user = PEOPLE + (i % LOGINS)
      const body = { email: emailOf(user), password: PASSWORD }
      return {
        method: 'POST',
        path: '/auth/login/password',
        body,
        given: { email: emailOf(user), userId: userId(user) },
      }
    },
  },
  {
    name: 'createOrder',
    kind: 'write',
    ask(i, market) {
      const product = someProduct(i, market)
      const given = {
        shopId: shopId(sellerOfProduct(product)),
        one: variantId(product),
        two: variantId(product - SELLERS),
      }
      const body = {
        shopId: given.shopId,
        items: [
          { variantId: given.one, quantity: 2 },
          { variantId: given.two, quantity: 1 },
        ],
        fulfillmentMethod: 'DELIVERY',
        paymentMethod: 'MOBILE_MONEY',
        currency: 'USD',
        deliveryAddress: '12, avenue de la Paix, Bukavu',
        payerPhoneNumber: phone(market.fresh()),
        network: 'vodacom',
        countryCode: 'CD',
      }
      return { method: 'POST', path: '/orders', body, as: buyer(i, market), given }
    },
  },
  ...MESSAGES,
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
  {
    name: 'payin',
    kind: 'write',
    ask(i, market) {
      const fresh = market.fresh()
      const body = {
        amount: `${Number(fresh) % 4000}.50`,
        currency: 'USD',
        network: 'vodacom',
        phoneNumber: phone(fresh),
        countryCode: 'CD',
      }
      return { method: 'POST', path: '/gatewayB/payin', body, as: market.people[ADMIN + (i % ADMINS)]! }
    },
  },
]
