// Steps of the tests of the back office: notifications, tickets, incidents, posts, reports, dashboards, audit.
import { expect } from 'vitest'
import { type Answer, type Caller, call, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter } from '#testing/clock.ts'
import { actOnOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { settleMovement, until } from '#testing/sandbox.ts'
import { cells, ok, raw } from '#testing/stories/books.ts'
import { SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

export {
  cells,
  dayOf,
  expectOnly,
  expectUnknownIs404,
  FINANCE,
  faults,
  GONE,
  INVALID,
  ok,
  raw,
  refusal,
  UNKNOWN,
} from '#testing/stories/books.ts'
export type { Data } from '#testing/stories/orders.ts'

export const STAFF = ['ADMIN', 'SUPPORT'] as const
export const FINANCE_AND_STAFF = ['ADMIN', 'SUPPORT', 'ACCOUNTANT'] as const
export const TAKEN = [409, 'ALREADY_EXISTS']
export const OLD = [409, 'VERSION_MISMATCH']

/** Every minute's and every hour's job has run, after this time. */
export async function jobsAfter(ms: number): Promise<void> {
  await hourCronAfter(ms)
  await minuteCronAfter(SECOND)
  await minuteCronAfter(SECOND)
}

// Notifications.
export const feed = async (as: Caller, query = 'limit=100'): Promise<Data> =>
  ok(await call(as, 'GET', `/notifications?${query}`))
export const noticesOf = async (as: Caller, type?: string): Promise<Data[]> =>
  (await feed(as)).notifications.filter((one: Data) => type === undefined || one.type === type)
export const preferences = async (as: Caller): Promise<Data> => ok(await call(as, 'GET', '/notifications/preferences'))
export const prefer = (as: Caller, wish: unknown) => call(as, 'PUT', '/notifications/preferences', wish)
export const broadcast = (as: Caller, audience: unknown, more: object = {}, headers?: Record<string, string>) =>
  call(as, 'POST', '/notifications', { audience, title: 'Maintenance', body: 'Ce soir à 22 h.', ...more }, headers)

// Tickets.
export const ticketBody = (more: object = {}) => ({
  subject: 'Colis en retard',
  category: 'DELIVERY',
  body: 'Mon colis devait arriver hier.',
  ...more,
})
export const newTicket = async (as: Caller, more: object = {}): Promise<Data> =>
  ok(await call(as, 'POST', '/support/tickets', ticketBody(more)))
export const ticket = async (as: Caller, id: string): Promise<Data> =>
  ok(await call(as, 'GET', `/support/tickets/${id}`))
export const onTicket = (as: Caller, id: string, action: string, body: object = {}): Promise<Answer> =>
  call(as, 'POST', `/support/tickets/${id}/${action}`, body)
export const say = (as: Caller, id: string, body: string, more: object = {}) =>
  onTicket(as, id, 'messages', { body, ...more })

// Incidents.
const incidentBody = (more: object = {}) => ({
  type: 'ORDER',
  title: 'Article abîmé',
  description: 'Le sac est déchiré et la moitié manque.',
  ...more,
})
export const openIncident = (as: Caller, more: object = {}) => call(as, 'POST', '/incidents', incidentBody(more))
export const newIncident = async (as: Caller, more: object = {}): Promise<Data> => ok(await openIncident(as, more))
export const incident = async (as: Caller, id: string): Promise<Data> => ok(await call(as, 'GET', `/incidents/${id}`))
export const onIncident = (as: Caller, id: string, action: string, body: object = {}): Promise<Answer> =>
  call(as, 'POST', `/incidents/${id}/${action}`, body)
export const decide = (as: Caller, id: string, outcome: string, more: object = {}) =>
  onIncident(as, id, 'resolve', { outcome, note: 'Vu les photos', ...more })

// Posts.
export const postBody = (more: object = {}) => ({
  title: 'Vendre plus à Goma',
  excerpt: 'Trois conseils.',
  body: '# Conseils\n\nPrenez **de belles** photos.',
  tags: ['vente'],
  locale: 'fr',
  ...more,
})
export const writePost = (as: Caller, more: object = {}) => call(as, 'POST', '/blog', postBody(more))
export const newPost = async (as: Caller, more: object = {}): Promise<Data> => ok(await writePost(as, more))
export const onPost = (as: Caller, id: string, action: 'publish' | 'unpublish') =>
  call(as, 'POST', `/blog/${id}/${action}`)
export const publishedPost = async (as: Caller, more: object = {}): Promise<Data> =>
  ok(await onPost(as, (await newPost(as, more)).id, 'publish'))

// Reports.
export const REPORTS = [
  'sales',
  'orders',
  'sellers',
  'products',
  'deliveries',
  'subscriptions',
  'refunds',
  'payouts',
  'expenses',
] as const
export type ReportName = (typeof REPORTS)[number]
export const report = async (as: Caller, name: ReportName, query = ''): Promise<Data> =>
  ok(await call(as, 'GET', `/reports/${name}?${query}`))
export const reportCsv = async (as: Caller, name: ReportName, query = '') => {
  const answer = await raw(as, `/reports/${name}/export/csv?${query}`)
  const [head = [], ...rows] = cells(answer.text)
  return { ...answer, head, rows }
}

/** Minor units of an amount as it is written, or a plain number as it is. */
export const units = (value: unknown): number =>
  typeof value === 'string' ? Math.round(Number(value) * 100) : typeof value === 'number' ? value : 0
const AMOUNTS = ['amount', 'gross', 'total', 'sales', 'revenue', 'value', 'net', 'earned']
const COUNTS = ['count', 'orders', 'deliveries', 'refunds', 'payouts', 'quantity', 'total']
const found = (row: Data, names: string[], type: string) => names.find((name) => typeof row[name] === type)
/** The amount of a row in minor units, whatever its key is called. */
export const amountOf = (row: Data): number => units(row[found(row, AMOUNTS, 'string') ?? ''])
/** Number of things that a row counts, whatever its key is called. */
export const countOf = (row: Data): number => units(row[found(row, COUNTS, 'number') ?? ''])
/** Sum of the rows of a currency under this key. */
export const sumOf = (rows: Data[], currency: string, pick: string | ((row: Data) => number)): number =>
  rows
    .filter((row) => row.currency === currency)
    .reduce((sum, row) => sum + (typeof pick === 'string' ? units(row[pick]) : pick(row)), 0)
/** The day, Monday or month of a row, whatever its key is called. */
export const periodOf = (row: Data): string => String(row.period ?? row.date ?? row.day ?? row.month ?? row.week)

/** Each total is the sum of its rows; each currency stands once in the totals, and no row is without one. */
export function expectAddsUp({ rows, totals, generatedAt }: Data, name = 'report'): void {
  expect(generatedAt, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const currencies = totals.map(({ currency }: Data) => currency)
  expect(new Set(currencies).size, `${name}: ${JSON.stringify(totals)}`).toBe(currencies.length)
  for (const row of rows) expect(currencies, `${name}: ${JSON.stringify(row)}`).toContain(row.currency)
  for (const total of totals) {
    const own = rows.filter(({ currency }: Data) => currency === total.currency)
    for (const key of Object.keys(total)) {
      if (!own.some((row: Data) => key in row) || typeof total[key] === 'object' || /average|rate|currency/i.test(key))
        continue
      expect(sumOf(own, total.currency, key), `${name}: ${key} of ${total.currency}`).toBe(units(total[key]))
    }
  }
}

/** An ADMIN gives all of an order back, and the money arrives. */
export async function refundWhole(admin: Person, orderId: string): Promise<void> {
  ok(await call(admin, 'POST', `/orders/admin/${orderId}/refund`))
  await arrives(orderId)
}
/** The refund of an order that is on its way arrives. */
export async function arrives(orderId: string): Promise<void> {
  await settleMovement((await sentRefund(orderId)).id, 'approve')
  await until(async () => (await refundOf(orderId))?.status === 'SUCCEEDED', 'the refund')
}
/** A seller says no, and the buyer's money is on its way back. */
export const rejectOrder = async (seller: Person, orderId: string) =>
  ok(await actOnOrder(seller, orderId, 'reject', { reason: 'Plus en stock' }))

// Audit.
export const audit = async (admin: Caller, query: string): Promise<Data[]> =>
  ok(await call(admin, 'GET', `/audit?limit=100&${query}`)).entries
/** Acts of this member of the staff on this thing while this ran, newest first. */
export async function actsRecordedBy(
  admin: Person,
  actor: Person,
  targetId: string,
  act: () => Promise<unknown>,
): Promise<Data[]> {
  const query = `actorId=${actor.id}&targetId=${targetId}`
  const before = (await audit(admin, query)).length
  await act()
  const after = await audit(admin, query)
  return after.slice(0, after.length - before)
}
