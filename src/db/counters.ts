import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { once } from './once.ts'
import { products } from './schema/catalogue/products.ts'
import { reports } from './schema/catalogue/reports.ts'
import { variants } from './schema/catalogue/variants.ts'
import { audit } from './schema/core/history.ts'
import { incidentParties } from './schema/core/incident-parties.ts'
import { INCIDENT_STATES, incidents } from './schema/core/incidents.ts'
import { users } from './schema/core/users.ts'
import { bookings } from './schema/money/bookings.ts'
import { EXPENSE_STATES, expenses } from './schema/money/expenses.ts'
import { accounts, walletEntries } from './schema/money/ledger.ts'
import { payouts } from './schema/money/payouts.ts'
import { posts } from './schema/office/posts.ts'
import { TICKET_STATES, tickets } from './schema/office/tickets.ts'
import { deliveries } from './schema/orders/deliveries.ts'
import { conversations } from './schema/orders/messages.ts'
import { orders } from './schema/orders/orders.ts'
import { REFUND_STATES, refunds } from './schema/orders/refunds.ts'
import { reviews } from './schema/orders/reviews.ts'
import { riders } from './schema/orders/riders.ts'
import { invoices } from './schema/shops/invoices.ts'
import { kyc } from './schema/shops/kyc.ts'
import { sellerProfiles } from './schema/shops/profiles.ts'
import { shops } from './schema/shops/shops.ts'
import { subscriptionPayments, subscriptions } from './schema/shops/subscriptions.ts'

type Row<T extends SQLiteTable> = T['$inferSelect']
/** Columns of text: a counter's name is made of their values. */
type TextOf<T extends SQLiteTable> = {
  [C in keyof Row<T>]: Row<T>[C] extends string | null ? C : never
}[keyof Row<T>] &
  string

/** Things that wait for a decision, as the team's dashboard names them; the counters below say how many. */
export const WAITING = [
  'riders',
  'refunds',
  'expenses',
  'kyc',
  'products',
  'shops',
  'tickets',
  'incidents',
  'reviews',
] as const
export type Waiting = (typeof WAITING)[number]

/**
 * Counters of one table: the number of its rows that match `where`, for each value of the columns `by`, and within them for each value of
 * any of `alsoBy`. A row with a null in one of these columns does not count.
 */
export type Family = {
  prefix: string
  table: SQLiteTable
  by: readonly string[]
  alsoBy: readonly string[]
  where: Record<string, unknown>
  /** The part that waits for the team, under its name on the dashboard. */
  waits?: { as: Waiting; when: readonly Record<string, string>[] } | undefined
}

const counterOf = <T extends SQLiteTable, const By extends TextOf<T> = never, const AlsoBy extends TextOf<T> = never>(
  prefix: string,
  table: T,
  {
    by = [],
    alsoBy = [],
    where = {},
    waits,
  }: {
    by?: readonly By[]
    alsoBy?: readonly AlsoBy[]
    where?: Partial<Row<T>>
    waits?: { as: Waiting; when: readonly { [C in AlsoBy]?: Row<T>[C] & string }[] }
  } = {},
) => ({ prefix, table, by, alsoBy, where, waits })

/**
 * The totals that lists show. Triggers keep them, and the ledger's laws compare each with its rows (counter-sql.ts): run `npm run schema`
 * after a change.
 */
export const COUNTERS = {
  users: counterOf('users', users, { alsoBy: ['role'] }),
  /** Accounts that a broadcast to a role reaches. */
  openAccounts: counterOf('users:open', users, { by: ['role'], where: { blockedAt: null, deletedAt: null } }),
  sellerProfiles: counterOf('seller_profiles', sellerProfiles, { alsoBy: ['kycStatus'] }),
  shops: counterOf('shops', shops, {
    alsoBy: ['status', 'reviewStatus'],
    waits: { as: 'shops', when: [{ reviewStatus: 'PENDING' }] },
  }),
  publishedShops: counterOf('shops:published', shops, {
    where: { status: 'PUBLISHED', ownerBlocked: false, overPlan: false },
  }),
  visibleProducts: counterOf('products:visible', products, { where: { visible: true } }),
  visibleProductsOfCategory: counterOf('products:visible:category', products, {
    by: ['categoryId'],
    where: { visible: true },
  }),
  visibleProductsOfSubcategory: counterOf('products:visible:subcategory', products, {
    by: ['subcategoryId'],
    where: { visible: true },
  }),
  visibleProductsOfShop: counterOf('products:visible:shop', products, { by: ['shopId'], where: { visible: true } }),
  productsOfShop: counterOf('products:shop', products, {
    by: ['shopId'],
    alsoBy: ['status', 'moderationStatus'],
    where: { deletedAt: null },
  }),
  products: counterOf('products:all', products, {
    alsoBy: ['status', 'moderationStatus'],
    where: { deletedAt: null },
    waits: { as: 'products', when: [{ moderationStatus: 'PENDING' }] },
  }),
  variantsInShop: counterOf('variants:shop', variants, { by: ['stockShopId'] }),
  incidents: counterOf('incidents', incidents, {
    alsoBy: ['status', 'severity'],
    waits: { as: 'incidents', when: INCIDENT_STATES.open.states.map((status) => ({ status })) },
  }),
  incidentsOfPerson: counterOf('incidents:person', incidentParties, { by: ['userId'] }),
  tickets: counterOf('tickets', tickets, {
    alsoBy: ['status', 'assigneeId'],
    waits: { as: 'tickets', when: TICKET_STATES.oursToAnswer.states.map((status) => ({ status })) },
  }),
  ticketsOfPerson: counterOf('tickets:person', tickets, { by: ['ownerId'] }),
  reports: counterOf('reports', reports, { alsoBy: ['type', 'status'] }),
  subscriptions: counterOf('subscriptions', subscriptions, { alsoBy: ['status'] }),
  subscriptionsOfPlan: counterOf('subscriptions:plan', subscriptions, { by: ['planId'], alsoBy: ['status'] }),
  subscriptionPayments: counterOf('subscription_payments', subscriptionPayments, { by: ['sellerProfileId'] }),
  invoices: counterOf('invoices', invoices, { alsoBy: ['status'] }),
  invoicesOfSeller: counterOf('invoices:seller', invoices, { by: ['sellerProfileId'], alsoBy: ['status'] }),
  ordersOfBuyer: counterOf('orders:buyer', orders, { by: ['buyerId'], alsoBy: ['status'] }),
  ordersOfSeller: counterOf('orders:seller', orders, { by: ['sellerProfileId'], alsoBy: ['status'] }),
  conversations: counterOf('conversations', conversations, { by: ['shownTo'] }),
  kyc: counterOf('kyc', kyc, { alsoBy: ['status'], waits: { as: 'kyc', when: [{ status: 'SUBMITTED' }] } }),
  riders: counterOf('riders', riders, { alsoBy: ['status'], waits: { as: 'riders', when: [{ status: 'PENDING' }] } }),
  deliveriesOfRider: counterOf('deliveries:rider', deliveries, { by: ['riderId'], alsoBy: ['status'] }),
  refunds: counterOf('refunds', refunds, {
    alsoBy: ['status'],
    waits: { as: 'refunds', when: REFUND_STATES.unsent.states.map((status) => ({ status })) },
  }),
  reviews: counterOf('reviews', reviews, {
    alsoBy: ['status'],
    waits: { as: 'reviews', when: [{ status: 'PENDING' }] },
  }),
  reviewsOfAuthor: counterOf('reviews:author', reviews, { by: ['authorId'] }),
  expenses: counterOf('expenses', expenses, {
    alsoBy: ['status'],
    waits: { as: 'expenses', when: EXPENSE_STATES.open.states.map((status) => ({ status })) },
  }),
  bookings: counterOf('bookings', bookings, { alsoBy: ['status', 'kind'] }),
  payouts: counterOf('payouts', payouts, { alsoBy: ['status'], where: { ownerId: null } }),
  withdrawals: counterOf('payouts:owner', payouts, { by: ['ownerId'] }),
  accounts: counterOf('accounts', accounts, { alsoBy: ['currency'] }),
  audit: counterOf('audit', audit),
  posts: counterOf('posts', posts, { alsoBy: ['status', 'locale'] }),
  walletEntries: counterOf('wallet_entries', walletEntries, { by: ['ownerId'], alsoBy: ['currency', 'type'] }),
}

type Kind = keyof typeof COUNTERS
type Value<K extends Kind, C> = NonNullable<
  Row<(typeof COUNTERS)[K]['table']>[C & keyof Row<(typeof COUNTERS)[K]['table']>]
>
type ValuesOf<K extends Kind> = {
  [C in (typeof COUNTERS)[K]['by'][number]]: Value<K, C>
} & {
  [C in (typeof COUNTERS)[K]['alsoBy'][number]]?: Value<K, C> | undefined
}

declare const ofCounter: unique symbol
/** The name of a row of `counters`: only `counterName` makes one. */
export type CounterName = string & { [ofCounter]: true }

export const counterName = <K extends Kind>(
  kind: K,
  ...[values]: Record<never, never> extends ValuesOf<K> ? [ValuesOf<K>?] : [ValuesOf<K>]
): CounterName => nameOf(COUNTERS[kind], { ...values })

const nameOf = ({ prefix, by, alsoBy }: Family, given: Record<string, string | undefined>) =>
  [prefix, ...[...by, ...alsoBy].flatMap((column) => given[column] ?? [])].join(':') as CounterName

/** The counters of things that wait for the team, with their names on the dashboard. */
export const waitingCounters = (): { as: Waiting; name: CounterName }[] =>
  Object.values(COUNTERS).flatMap((family: Family) =>
    (family.waits?.when ?? []).map((values) => ({ as: family.waits?.as as Waiting, name: nameOf(family, values) })),
  )

/** The value of a counter, for a sub-select. A missing row is zero. */
export const counterValue = (name: CounterName) =>
  sql<number>`coalesce((SELECT counters.value FROM counters WHERE counters.name = ${name}), 0)`

/** The total of a common filter, for the same trip as the page itself: a list never counts its table. */
export const totalOf = once((db, name: CounterName) =>
  db.all<{ total: number }>(sql`SELECT ${counterValue(name)} AS total`),
)
