import * as z from 'zod'
import type { stockMovements } from '#db/schema/catalogue/stock.ts'
import type { PricedVariant } from '#db/schema/catalogue/variants.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { VariantView, viewVariant } from '../products/view.ts'

const levels = {
  held: z.int(),
  available: z.int(),
  lowStockThreshold: z.int().nullable(),
}

/** The stock of a variant, and the units of it that are reserved for orders that wait for their payment. */
export const StockView = z.object({ stock: z.int(), ...levels }).meta({ id: 'Stock' })

/** A line of a shop's stock. */
export const StockedVariantView = z
  .object({ ...VariantView.shape, productId: f.id, productName: z.string(), ...levels })
  .meta({ id: 'StockedVariant' })

export const StockMovementView = z
  .object({
    id: f.id,
    variantId: f.id,
    type: z.string(),
    amount: z.int(),
    reason: z.string().nullable(),
    orderId: f.id.nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'StockMovement' })

const levelsOf = ({ variant }: PricedVariant) => ({
  held: variant.held,
  available: variant.stock - variant.held,
  lowStockThreshold: variant.lowStockThreshold,
})

export const viewStock = (found: PricedVariant) => ({ stock: found.variant.stock, ...levelsOf(found) })

export const viewStockedVariant = (found: PricedVariant & { productName: string }) => ({
  ...viewVariant(found.variant, found.currency),
  productId: found.variant.productId,
  productName: found.productName,
  ...levelsOf(found),
})

export const viewMovement = (row: typeof stockMovements.$inferSelect) => ({
  id: row.id,
  variantId: row.variantId,
  type: row.type,
  amount: row.amount,
  reason: row.reason,
  orderId: row.orderId,
  createdAt: iso(row.createdAt),
})
