import { getTableColumns, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { orders } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type Card, type OrderCard, type OrderRow, toOrderCard } from '../orders/queries.ts'
import { riderCardOf } from '../riders/card.ts'
import { readGroups } from './file.ts'
import type { Row, Rows } from './rows.ts'

/** Reads rows of `selectOrderCards`; of sealed orders the rest comes from their files, and they stay sealed. @throws 503 */
export async function toOrderCards(ctx: Ctx, rows: Card[]): Promise<OrderCard[]> {
  const sealed = rows.flatMap(({ order: { id, sealedIn: n, sealedPlace } }) =>
    n === null ? [] : [{ id, n, place: sealedPlace ?? '' }],
  )
  if (sealed.length === 0) return rows.map(toOrderCard)
  const groups = await readGroups(ctx, sealed)
  const found = new Map(sealed.map(({ id, n, place }) => [id, ownRows(groups.get(`${n} ${place}`) ?? {}, id)]))
  const all = [...found.values()]
  const [images, riders] = await readTogether(
    ctx.db,
    ctx.db.all<{ id: string; key: string | null }>(sql`
      SELECT j.value AS id, (SELECT g.key FROM product_images g WHERE g.product_id = j.value ORDER BY g.position LIMIT 1) AS key
      FROM json_each(${JSON.stringify([...new Set(all.flatMap(({ items }) => items.map((item) => item.product_id)))])}) j`),
    ctx.db.all<{ id: string; card: string | null }>(sql`
      SELECT d.id, ${riderCardOf('d')} AS card FROM (
        SELECT v.value ->> 'id' AS id, v.value ->> 'rider_id' AS rider_id, v.value ->> 'status' AS status
        FROM json_each(${JSON.stringify(all.flatMap(({ delivery }) => delivery ?? []))}) v) d`),
  )
  return rows.map((row) => {
    const own = found.get(row.order.id)
    if (!own) return toOrderCard(row)
    const delivery = own.delivery && {
      ...{
        id: own.delivery.id,
        status: own.delivery.status,
        riderId: own.delivery.rider_id,
        version: own.delivery.version,
      },
      rider: JSON.parse(riders.find(({ id }) => id === own.delivery?.id)?.card ?? 'null'),
    }
    const items = own.items.map((item) => ({
      ...{
        id: item.id,
        productId: item.product_id,
        variantId: item.variant_id,
        name: item.name,
        quantity: item.quantity,
      },
      ...{ unitPriceMinor: item.unit_price_minor, lineTotalMinor: item.line_total_minor },
      imageKey: images.find(({ id }) => id === item.product_id)?.key ?? null,
    }))
    return { ...toOrderCard(row), ...orderOf(own.order), items, delivery } as OrderCard
  })
}

/** The rows of one order in those of its group; its lines as the database orders them. */
const ownRows = ({ orders = [], order_items: items = [], deliveries = [] }: Rows, orderId: string) => ({
  order: orders.find(({ id }) => id === orderId) ?? {},
  items: items
    .filter(({ order_id }) => order_id === orderId)
    .toSorted((a, b) => (String(a.variant_id) < String(b.variant_id) ? -1 : 1)),
  delivery: deliveries.find(({ order_id }) => order_id === orderId) ?? null,
})

/** An order as drizzle reads it, from its row. */
const orderOf = (row: Row) =>
  Object.fromEntries(
    Object.entries(getTableColumns(orders)).map(([key, column]) => {
      const value = row[column.name] ?? null
      return [key, value === null ? null : column.mapFromDriverValue(value)]
    }),
  ) as OrderRow
