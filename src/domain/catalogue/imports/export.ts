import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { type Cell, type CsvFile, csvQuery, csvStream, inBatches } from '#kernel/csv/csv.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { dayOf } from '#kernel/period.ts'
import { isoOrNull } from '#kernel/time.ts'
import { COLUMNS, type Column } from './columns.ts'

export const ExportProducts = z.strictObject({ shopId: f.idIn.optional(), ...csvQuery })

const ROWS = 500

type Row = {
  id: string
  sku: string
  createdAt: number
  name: string
  description: string
  subcategory: string
  priceMinor: number
  currency: 'USD' | 'CDF'
  stock: number
  unit: string
  brand: string | null
  weightGrams: number | null
  expiresAt: number | null
}

/**
 * Exports the products of the seller's shops, or of one, as a CSV file to edit and import: a line for each variant, the newest first of
 * each shop (docs/states.md, Import of products). A variant without a reference goes by its id.
 * @throws 404
 */
export async function exportProducts(ctx: Ctx, input: z.output<typeof ExportProducts>): Promise<CsvFile> {
  const { shopId } = input
  const { sellerProfileId } = sellerOf(ctx)
  const shops = await ctx.db.all<{ id: string }>(
    sql`SELECT s.id FROM shops s WHERE s.seller_profile_id = ${sellerProfileId} ${shopId ? sql`AND s.id = ${shopId}` : sql``} ORDER BY s.created_at`,
  )
  if (shopId && shops.length === 0) fail('NOT_FOUND')
  return {
    name: `products-${dayOf(ctx.now)}.csv`,
    body: csvStream(
      input,
      COLUMNS,
      batchesOf(
        ctx,
        shops.map(({ id }) => id),
      ),
      cellsOf,
      // A date stays as the import compares it.
      { amounts: ['price'] },
    ),
  }
}

async function* batchesOf(ctx: Ctx, shopIds: string[]) {
  for (const id of shopIds) yield* inBatches<Row>(ROWS, (last) => selectRows(ctx, id, last))
}

/** Selects the lines of a shop. A reference that two variants share names neither: both go by their id. */
const selectRows = (ctx: Ctx, shopId: string, last: Row | undefined) =>
  ctx.db.all<Row>(sql`
    SELECT v.id, v.created_at AS createdAt, iif(v.sku IS NULL OR EXISTS (
        SELECT 1 FROM variants o WHERE o.stock_shop_id = ${shopId} AND o.sku = v.sku AND o.sku IS NOT NULL AND o.id <> v.id), v.id, v.sku) AS sku,
      p.name, p.description,
      s.slug AS subcategory,
      v.price_minor AS priceMinor, p.currency, v.stock, p.unit, p.brand, p.weight_grams AS weightGrams, p.expires_at AS expiresAt
    FROM variants v JOIN products p ON p.id = v.product_id
    JOIN subcategories s ON s.id = p.subcategory_id
    WHERE v.stock_shop_id = ${shopId} AND (v.created_at, v.id) < (${last?.createdAt ?? Number.MAX_SAFE_INTEGER}, ${last?.id ?? ''})
    ORDER BY v.created_at DESC, v.id DESC LIMIT ${ROWS}`)

const cellsOf = (row: Row): Record<Column, Cell> => ({
  sku: row.sku,
  name: row.name,
  description: row.description,
  subcategory: row.subcategory,
  price: formatAmount(row.priceMinor, row.currency),
  currency: row.currency,
  stock: row.stock,
  stockSeen: row.stock,
  unit: row.unit,
  brand: row.brand,
  weightGrams: row.weightGrams,
  expiresAt: isoOrNull(row.expiresAt),
  images: '',
})
