// Every read operation that may show something of an order, as each party asks it, and what of two readings must be the same.
import { readFileSync } from 'node:fs'
import { all, first } from '#testing/fixtures/database.ts'
import type { Ended } from './ended-orders.ts'

/** Ids and words by which an order is asked for. */
export type Names = {
  orderIds: string[]
  numbers: string[]
  buyer: { id: string; email: string; phone: string | null; name: string }
  payer: string
  checkoutIds: string[]
  deliveryIds: string[]
  refundIds: string[]
  movementIds: string[]
  transferIds: string[]
  accounts: string[]
  incidentIds: string[]
  ticketIds: string[]
  variantIds: string[]
  shopIds: string[]
  profileIds: string[]
  riderId: string
  from: string
  to: string
  months: string[]
}

const LIST = (ids: string[]) => JSON.stringify(ids)
const ids = async (sql: string, ...values: unknown[]) =>
  (await all<{ id: string | null }>(`${sql} ORDER BY 1`, ...values)).flatMap(({ id }) => id ?? [])

/** Reads from the database, while it has all rows, by what an order and its things are asked for. */
export async function namesOf({ orderIds, buyer, sellers, rider, payer, ...known }: Ended): Promise<Names> {
  const mine = LIST(orderIds)
  const IN = 'IN (SELECT value FROM json_each(?1))'
  const checkoutIds = await ids(`SELECT DISTINCT checkout_id AS id FROM orders WHERE id ${IN}`, mine)
  const refundIds = await ids(`SELECT id FROM refunds WHERE order_id ${IN}`, mine)
  const subjects = LIST([...orderIds, ...checkoutIds, ...refundIds])
  const movementIds = await ids(`SELECT id FROM gateway_transactions WHERE subject_id ${IN}`, subjects)
  const held = LIST(orderIds.map((id) => `order:${id}:held`))
  const refs = LIST([...orderIds, ...refundIds, ...movementIds])
  const person = await first<{ name: string; phone: string | null }>(
    'SELECT name, phone FROM users WHERE id = ?',
    buyer.id,
  )
  const times = await first<{ from: number; to: number }>(
    `SELECT min(created_at) AS "from", max(updated_at) AS "to" FROM orders WHERE id ${IN}`,
    mine,
  )
  const day = (ms = 0) => new Date(ms + 7_200_000).toISOString().slice(0, 10)
  const [from, to] = [day(times?.from), day(times?.to)]
  return {
    orderIds,
    numbers: await ids(`SELECT number AS id FROM orders WHERE id ${IN}`, mine),
    buyer: { id: buyer.id, email: buyer.email, phone: person?.phone ?? null, name: person?.name ?? '' },
    payer,
    checkoutIds,
    deliveryIds: await ids(`SELECT id FROM deliveries WHERE order_id ${IN}`, mine),
    refundIds,
    movementIds,
    transferIds: await ids(
      `SELECT id FROM transfers WHERE ref IN (SELECT value FROM json_each(?2))
         OR from_account ${IN} OR to_account ${IN}`,
      ...[held, refs],
    ),
    accounts: [
      ...orderIds.map((id) => `order:${id}:held`),
      ...sellers.flatMap(({ profileId }) => [`seller:${profileId}:pending`, `seller:${profileId}:available`]),
    ],
    incidentIds: [...(known.incidentId ? [known.incidentId] : [])],
    ticketIds: [...(known.ticketId ? [known.ticketId] : [])],
    variantIds: await ids(`SELECT DISTINCT variant_id AS id FROM order_items WHERE order_id ${IN}`, mine),
    shopIds: sellers.map(({ shopId }) => shopId),
    profileIds: sellers.map(({ profileId }) => profileId),
    riderId: (await first<{ id: string }>('SELECT id FROM riders WHERE user_id = ?', rider.id))?.id ?? '',
    from,
    to,
    months: [...new Set([from, to].map((one) => one.slice(0, 7)))],
  }
}

/** Two readings are the same; or a list ends at what is warm; or a thing may not be found by its id any more. */
export type Rule = 'same' | 'ends' | 'gone'
type Read = { rule: Rule; paths: (names: Names) => string[] }
const same = (paths: Read['paths']): Read => ({ rule: 'same', paths })
const ends = (paths: Read['paths']): Read => ({ rule: 'ends', paths })

const each = (list: string[], path: (one: string) => string) => list.map((one) => path(encodeURIComponent(one)))
const during = ({ from, to }: Names) => `from=${from}&to=${to}`
const STATES = ['COMPLETED', 'CANCELLED', 'REJECTED', 'REFUNDED']
const report = (name: string, more = '') => same((n) => [`/reports/${name}${more}?${during(n)}&groupBy=month`])
const reports = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`/reports/${name}`, report(name)],
      [`/reports/${name}/export/csv`, report(name, '/export/csv')],
    ]),
  )

/** Searches by which staff find an order: each of its words. */
const searches = (n: Names) =>
  [
    ...n.numbers.flatMap((number) => [number, number.replace(/\D/g, '').slice(4)]),
    ...[n.payer, n.buyer.email, n.buyer.name, ...(n.buyer.phone ? [n.buyer.phone] : [])],
  ].map((word) => `search=${encodeURIComponent(word)}&buyerId=${n.buyer.id}`)

/**
 * The read operations of operations.tsv that may show something of an order. `ends`: rows of orders that were sealed have left, so the
 * list may hold fewer of them (contract 8.6.2 keeps what lists of orders, searches and permissions need, and nothing of these).
 */
export const READS: Record<string, Read> = {
  '/orders/:id': same((n) => each(n.orderIds, (id) => `/orders/${id}`)),
  '/orders/:id/messages': same((n) =>
    n.orderIds.flatMap((id) =>
      ['', '?channel=BUYER_SELLER', '?channel=BUYER_RIDER'].map((more) => `/orders/${id}/messages${more}`),
    ),
  ),
  '/orders/:id/timeline': same((n) => each(n.orderIds, (id) => `/orders/${id}/timeline`)),
  '/orders/:id/tracking': same((n) => each(n.orderIds, (id) => `/orders/${id}/tracking`)),
  '/orders/:id/refunds': same((n) => each(n.orderIds, (id) => `/orders/${id}/refunds`)),
  '/orders/admin/:id': same((n) => each(n.orderIds, (id) => `/orders/admin/${id}`)),
  '/orders/checkout/:checkoutId': same((n) => each(n.checkoutIds, (id) => `/orders/checkout/${id}`)),
  '/orders/me': same(() => ['', ...STATES.map((status) => `&status=${status}`)].map((q) => `/orders/me?limit=100${q}`)),
  '/orders/seller': same(() =>
    ['', ...STATES.map((status) => `&status=${status}`)].map((q) => `/orders/seller?limit=100${q}`),
  ),
  '/orders/admin': same((n) =>
    [
      ...searches(n),
      ...[`buyerId=${n.buyer.id}`, ...n.profileIds.map((id) => `sellerProfileId=${id}`)],
      `buyerId=${n.buyer.id}&${during(n)}`,
      ...STATES.map((status) => `buyerId=${n.buyer.id}&status=${status}`),
    ].map((query) => `/orders/admin?limit=100&${query}`),
  ),
  '/orders/admin/export/csv': same((n) => [`/orders/admin/export/csv?buyerId=${n.buyer.id}`]),
  '/orders/messages': ends(() => ['/orders/messages?limit=100']),
  // docs/growth.md: a sealed delivery is shown by its order alone.
  '/deliveries/:id': { rule: 'gone', paths: (n) => each(n.deliveryIds, (id) => `/deliveries/${id}`) },
  '/reviews/me': same(() => ['/reviews/me?limit=100']),
  '/deliveries': ends((n) => [`/deliveries?limit=100&riderId=${n.riderId}`]),
  '/deliveries/me': ends(() => ['/deliveries/me?limit=100']),
  '/riders/me': same(() => ['/riders/me']),
  '/riders/:id': same((n) => each([n.riderId], (id) => `/riders/${id}`)),
  '/riders/me/earnings': same((n) => ['/riders/me/earnings', `/riders/me/earnings?${during(n)}`]),
  '/refunds/:id': same((n) => each(n.refundIds, (id) => `/refunds/${id}`)),
  '/refunds': same((n) => [`/refunds?limit=100&${during(n)}`, `/refunds?limit=100&status=SUCCEEDED&${during(n)}`]),
  '/gatewayB/payin/:orderId': same((n) => each(n.orderIds, (id) => `/gatewayB/payin/${id}`)),
  '/gatewayB/transactions/:id': {
    rule: 'gone',
    paths: (n) => each(n.movementIds, (id) => `/gatewayB/transactions/${id}`),
  },
  '/gatewayB/transactions': ends((n) => [`/gatewayB/transactions?limit=100&${during(n)}`]),
  '/transactions/:id': { rule: 'gone', paths: (n) => each(n.transferIds, (id) => `/transactions/${id}`) },
  '/transactions': ends((n) => [`/transactions?limit=100&${during(n)}`]),
  '/ledger/accounts': ends(() => ['/ledger/accounts?limit=100']),
  '/ledger/accounts/:code/transfers': ends((n) =>
    each(n.accounts, (code) => `/ledger/accounts/${code}/transfers?limit=100`),
  ),
  '/ledger/export/csv': ends((n) => [`/ledger/export/csv?${during(n)}`]),
  '/ledger/trial-balance': same(() => ['/ledger/trial-balance']),
  '/wallet': same(() => ['/wallet']),
  '/wallet/statement': same((n) => n.months.map((month) => `/wallet/statement?month=${month}`)),
  '/wallet/transactions': ends((n) => [
    '/wallet/transactions?limit=100',
    `/wallet/transactions?limit=100&${during(n)}`,
  ]),
  '/wallet/admin': same(() => ['/wallet/admin?limit=100']),
  '/wallet/admin/:sellerProfileId': same((n) => each(n.profileIds, (id) => `/wallet/admin/${id}`)),
  '/products/variants/:variantId/stock': same((n) => each(n.variantIds, (id) => `/products/variants/${id}/stock`)),
  '/products/variants/:variantId/stock/movements': ends((n) =>
    each(n.variantIds, (id) => `/products/variants/${id}/stock/movements?limit=100`),
  ),
  '/products/stock/shop/:shopId': same((n) => each(n.shopIds, (id) => `/products/stock/shop/${id}`)),
  '/incidents/:id': same((n) => each(n.incidentIds, (id) => `/incidents/${id}`)),
  '/incidents/me': same((n) => each(n.orderIds, (id) => `/incidents/me?orderId=${id}`)),
  '/incidents': same((n) => each(n.orderIds, (id) => `/incidents?orderId=${id}`)),
  '/support/tickets/:id': same((n) => each(n.ticketIds, (id) => `/support/tickets/${id}`)),
  '/support/tickets/me': same(() => ['/support/tickets/me']),
  '/support/tickets': same(() => ['/support/tickets?limit=100&status=CLOSED']),
  '/audit': same((n) =>
    each([...n.orderIds, ...n.refundIds, ...n.incidentIds, ...n.ticketIds], (id) => `/audit?targetId=${id}&limit=100`),
  ),
  '/users/:id': same((n) => [`/users/${n.buyer.id}`]),
  '/seller/profiles/:id': same((n) => each(n.profileIds, (id) => `/seller/profiles/${id}`)),
  '/dashboard/admin': same((n) => [`/dashboard/admin?${during(n)}`]),
  '/dashboard/admin/timeseries': same((n) =>
    ['orders', 'sales', 'deliveries', 'refunds'].map((one) => `/dashboard/admin/timeseries?metric=${one}&${during(n)}`),
  ),
  '/dashboard/seller': same((n) => [`/dashboard/seller?${during(n)}`]),
  '/dashboard/rider': same((n) => [`/dashboard/rider?${during(n)}`]),
  ...reports('sales', 'orders', 'sellers', 'products', 'deliveries', 'refunds', 'payouts'),
}

/** Read operations that show nothing of an order that is over, by how their paths begin, each with the reason. */
const SAYS_NOTHING: Record<string, string> = {
  '/auth': 'ways in of an account',
  '/users': 'a person and their settings; `/users/:id` is read',
  '/blog': 'posts',
  '/cart': 'what is not ordered yet',
  '/config': 'settings of the service',
  '/expenses': 'what the platform spends',
  '/favorites': 'what somebody likes',
  '/gatewayA': 'subscriptions and payouts',
  '/gatewayB/networks': 'networks that a gateway serves',
  '/gatewayB/balances': 'what the gateway has now',
  '/health': 'the process',
  '/invoices': 'subscriptions',
  '/ledger/bookings': 'what moved at the bank',
  '/ledger/checks': 'verdicts of laws, which have tests of their own',
  '/media': 'files, which stay where they are; the addresses in answers are signed anew each time',
  '/moderation': 'products and reports of them',
  '/notifications': 'notices pass 60 days after their matter is over',
  '/openapi.json': 'the document',
  '/plans': 'plans',
  '/platform/health': 'the state of the service now',
  '/products': 'the catalogue; stock is read',
  '/ready': 'the state of the service now',
  '/reports/expenses': 'what the platform spent',
  '/reports/subscriptions': 'subscriptions',
  '/riders': 'riders and their papers; `/riders/:id` and `/riders/me` are read',
  '/deliveries/available': 'jobs that wait',
  '/deliveries/quote': 'a fee that is asked for now',
  '/deliveries/zones': 'zones',
  '/seller/kyc': 'papers of a seller',
  '/seller/onboarding': 'steps of a seller who begins',
  '/seller/profile': 'a seller',
  '/seller/profiles': 'sellers; `/seller/profiles/:id` is read',
  '/seller/shop': 'shops',
  '/seller/shops': 'shops',
  '/subscriptions': 'subscriptions',
  '/wallet/payouts': 'withdrawals, which are no rows of an order',
  '/wallet/settings': 'a payout number, and settings of the platform',
}

/** Paths of the read operations of operations.tsv. */
const readPaths = () =>
  readFileSync('test/contract/operations.tsv', 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([method]) => method === 'GET')
    .map(([, path = '']) => path.replace('/api/v1', ''))

/** Read operations that neither table names, and names of the first that are none: both must be empty. */
export function unnamedReads(): { forgotten: string[]; unknown: string[] } {
  const paths = readPaths()
  const saysNothing = (path: string) =>
    Object.keys(SAYS_NOTHING).some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return {
    forgotten: [...new Set(paths.filter((path) => !(path in READS) && !saysNothing(path)))],
    unknown: Object.keys(READS).filter((path) => !paths.includes(path)),
  }
}
