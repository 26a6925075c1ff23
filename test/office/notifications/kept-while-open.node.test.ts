import { expect, it } from 'vitest'
import { forgetOld } from '#domain/office/platform/forget-old.ts'
import { platformIds } from '#kernel/ids.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain()

it('keeps what was told of a thing that goes on, or ended or changed within 60 days', async () => {
  addMarket(domain)
  const cutoff = NOW - 60 * DAY_MS
  const ids = platformIds(cutoff - 1, 0)
  const told = { user_id: 'buyer', type: 'x', title: 't', body: 'b', created_at: cutoff - 1 }
  const tell = (key: string, id: string) =>
    domain.add('notifications', { ...told, id: ids.v7(), data: JSON.stringify({ [key]: id }) })
  const times = { created_at: 1, updated_at: cutoff }
  const things: [key: string, of: string, open: string, ended: string][] = [
    ['orderId', 'orders', 'DELIVERED', 'COMPLETED'],
    ['deliveryId', 'deliveries', 'RETURNING', 'DELIVERED'],
    ['refundId', 'refunds', 'FAILED', 'SUCCEEDED'],
    ['payoutId', 'payouts', 'PROCESSING', 'COMPLETED'],
    ['incidentId', 'incidents', 'INVESTIGATING', 'DISMISSED'],
    ['ticketId', 'tickets', 'RESOLVED', 'CLOSED'],
    ['bookingId', 'bookings', 'REQUESTED', 'REVERSED'],
  ]
  // The things stand alone.
  domain.run('PRAGMA defer_foreign_keys = ON')
  for (const [key, table, open, ended] of things) {
    for (const [id, status, more] of [
      [`${table}:open`, open, {}],
      [`${table}:over`, ended, {}],
      [`${table}:lately`, ended, { updated_at: cutoff + 1 }],
    ] as const) {
      addAnything(table, { id, status, ...times, ...more })
      tell(key, id)
    }
    tell(key, `${table}:unknown`)
  }
  await forgetOld(domain.ctx)
  const left = domain
    .rows<{ data: string }>('SELECT data FROM notifications')
    .flatMap(({ data }) => Object.values(JSON.parse(data) as Record<string, string>))
  expect(left).toEqual(things.flatMap(([, table]) => [`${table}:open`, `${table}:lately`]))
})

/** Adds a row whose other columns have any value of their type. */
function addAnything(table: string, values: Record<string, unknown>): void {
  const columns = domain.rows<{ name: string; type: string; notnull: number; dflt_value: string | null }>(
    `SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`,
  )
  const others = columns
    .filter(({ notnull, dflt_value }) => notnull && dflt_value === null)
    .map(({ name, type }) => [name, type === 'TEXT' ? `${values.id}` : 1])
  domain.add(table, { ...Object.fromEntries(others), ...values })
}
