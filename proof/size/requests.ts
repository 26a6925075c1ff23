import { readFileSync } from 'node:fs'
import type { Subjects } from './subjects.ts'

export type Who = 'guest' | 'buyer' | 'seller' | 'rider' | 'admin' | 'finance' | 'support'
export type Request = { name: string; as: Who; path: string }

/** Reads that are not asked, and why. */
const LEFT: [RegExp, string][] = [
  [/gatewayA\/(active-configuration|availability|wallets)|gatewayB\/(balances|networks)/, 'asks a gateway'],
  [/media|openapi|auth\/challenge$|v1\/(health|ready)$/, 'reads no table that grows'],
  [/notifications\/live/, 'opens a connection'],
  [
    /documents|\/kyc\/admin\/:|import|blog\/(admin|slug)\/|incidents\/:|tickets\/:|expenses\/:|exchange-rates\/:|gatewayA\/payouts\/:/,
    'of a thing that the filled market has none of',
  ],
]

const CALLERS: [string, Who][] = [
  ['public', 'guest'],
  ['any', 'buyer'],
  ['SELLER', 'seller'],
  ['RIDER', 'rider'],
  ['ADMIN', 'admin'],
  ['ACCOUNTANT', 'finance'],
  ['SUPPORT', 'support'],
]

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [YEAR, MONTH] = [300, 30].map((days) => `from=${dayBefore(days)}&to=${dayBefore(0)}`) as [string, string]
/** Queries without which an operation answers nothing, or nothing that grows. */
const queryOf = (path: string, { shop }: Subjects) =>
  (
    [
      [/^\/(?!products).*\/export\/csv$/, MONTH],
      [/^\/(reports|dashboard)\/|revenue$/, YEAR],
      [/^\/deliveries\/quote$/, `shopId=${shop}&lat=-2.5&lng=28.86`],
    ] as const
  ).find(([pattern]) => pattern.test(path))?.[1]

/** The subject that stands in a path in place of a parameter, by the beginning of the path and who asks. */
function thingOf(path: string, who: Who): string {
  if (/^\/orders\/checkout/.test(path)) return 'checkout'
  if (/^\/orders|gatewayB\/payin/.test(path)) return who === 'seller' ? 'orderOfShop' : 'order'
  const things: [RegExp, string][] = [
    [/^\/deliveries/, 'delivery'],
    [/^\/riders/, 'rider'],
    [/^\/products\/categories/, 'category'],
    [/^\/products\/slug/, 'slug'],
    [/^\/products\/(stock\/)?shop/, 'shop'],
    [/^\/products\/variants/, 'variant'],
    [/^\/(moderation\/)?products/, 'product'],
    [/^\/seller\/shop\/slug/, 'shopSlug'],
    [/^\/seller\/shop/, 'shop'],
    [/^\/(seller\/profiles|wallet)/, 'sellerProfile'],
    [/^\/ledger\/accounts/, 'account'],
    [/^\/transactions/, 'transfer'],
    [/^\/gatewayB\/transactions/, 'movement'],
    [/^\/refunds/, 'refund'],
    [/^\/invoices/, 'invoice'],
    [/^\/plans/, 'plan'],
    [/^\/subscriptions/, 'subscription'],
    [/^\/users/, 'user'],
  ]
  return things.find(([pattern]) => pattern.test(path))?.[1] ?? ''
}

/** Every read that a phone or the office asks, as those who may, and searches, filters and far pages beside them. */
export function readsOf(subjects: Subjects): Request[] {
  const rows = readFileSync('test/contract/operations.tsv', 'utf8').trim().split('\n').slice(1)
  const reads = rows.flatMap((row) => {
    const [method, full = '', roles = ''] = row.split('\t')
    if (method !== 'GET' || LEFT.some(([pattern]) => pattern.test(full))) return []
    const path = full.replace('/api/v1', '')
    return callersOf(roles.split(',')).map((as) => {
      const query = queryOf(path, subjects)
      const filled = path.replace(/:\w+/, subjects[thingOf(path, as)] ?? 'none')
      return { name: path, as, path: query ? `${filled}?${query}` : filled }
    })
  })
  return [...new Map([...reads, ...moreReads(subjects)].map((read) => [`${read.as} ${read.path}`, read])).values()]
}

/** One of the team asks what several of it may. */
function callersOf(roles: string[]): Who[] {
  const staff = CALLERS.filter(([, as]) => STAFF.includes(as) && roles.includes(roleOf(as))).slice(0, 1)
  return [...CALLERS.filter(([role, as]) => !STAFF.includes(as) && roles.includes(role)), ...staff].map(([, as]) => as)
}
const STAFF: Who[] = ['admin', 'finance', 'support']
const roleOf = (who: Who) => CALLERS.find(([, as]) => as === who)?.[0] ?? ''

/** Searches, filters and far pages. */
function moreReads({ shop, category, number, phone, name, user, order }: Subjects): Request[] {
  const of = (as: Who, paths: string[]) =>
    paths.map((path) => ({ name: path.replace(/[\da-f-]{36}/g, ':id'), as, path }))
  return [
    ...of('guest', [
      '/products?search=kitenge',
      '/products?search=cafe',
      '/products?search=kitange',
      '/products?search=savon&sort=priceAsc',
      `/products?categoryId=${category}`,
      `/products?shopId=${shop}`,
      '/products?minPrice=5&maxPrice=15&inStock=true',
      '/products?page=20',
      '/seller/shops?search=mapendo',
    ]),
    ...of('buyer', [
      '/orders/me?status=COMPLETED',
      '/orders/me?page=2',
      '/notifications?page=2',
      '/notifications?unread=true',
    ]),
    ...of('seller', [
      '/orders/seller?status=COMPLETED',
      '/orders/seller?page=2',
      '/wallet/transactions?page=2',
      `/products/stock/shop/${shop}?search=savon`,
      '/notifications',
      '/orders/messages',
    ]),
    ...of('rider', [
      '/deliveries/available?lat=-2.5&lng=28.86',
      '/deliveries/me?status=DELIVERED',
      '/wallet/transactions',
      '/notifications',
    ]),
    ...of('admin', [
      `/orders/admin?search=${number}`,
      `/orders/admin?search=${phone}`,
      `/orders/admin?search=${encodeURIComponent(name ?? '')}`,
      '/orders/admin?search=buyer0@fill.example',
      '/orders/admin?status=COMPLETED',
      '/orders/admin?status=CANCELLED&page=2',
      '/users?search=buyer0',
      '/users?search=mapendo',
      '/users?role=RIDER',
      '/seller/profiles?search=frais',
      '/products/admin?search=cafe',
      '/deliveries?status=DELIVERED',
      '/refunds?status=SUCCEEDED',
      '/transactions?kind=order:paid',
      '/gatewayB/transactions?status=succeeded',
      `/audit?actorId=${user}`,
      `/orders/admin/${order}`,
      '/ledger/accounts?currency=USD&page=2',
      `/ledger/accounts/gatewayB%3Aclearing/transfers`,
    ]),
  ]
}
