import * as z from 'zod'
import * as f from '#kernel/fields.ts'

export const ListProducts = z.strictObject({
  ...f.pageQuery,
  search: f.search.optional(),
  categoryId: f.idIn.optional(),
  subcategoryId: f.idIn.optional(),
  shopId: f.idIn.optional(),
  currency: f.priceCurrency.optional(),
  minPrice: f.amount.optional(),
  maxPrice: f.amount.optional(),
  brand: f.line(1, 80).optional(),
  inStock: z.enum(['true', 'false']).optional(),
  openNow: z.enum(['true', 'false']).optional(),
  sort: z.enum(['relevance', 'newest', 'priceAsc', 'priceDesc', 'rating']).optional(),
})

export type ListProducts = z.output<typeof ListProducts>
