import type { UNITS } from '#db/schema/catalogue/products.ts'
import type { PRICE_CURRENCIES } from '#kernel/money.ts'
import type { Column } from './columns.ts'
import type { StockCells } from './stock-set.ts'

/** The checked cells of a line; a column that the file does not have is absent. */
export type Line = StockCells & {
  line: number
  sku: string
  name?: string
  description?: string
  place?: { categoryId: string; subcategoryId: string }
  priceMinor?: number
  currency?: (typeof PRICE_CURRENCIES)[number]
  unit?: (typeof UNITS)[number]
  brand?: string | null
  weightGrams?: number | null
  expiresAt?: number | null
}

/** Records the fault of a cell. */
export type Say = (field: Column, message: string) => void
