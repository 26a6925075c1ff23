import * as z from 'zod'
import * as f from '#kernel/fields.ts'

export const categoryFields = {
  name: f.line(2, 60),
  sortOrder: z.int().min(0).max(1_000_000),
  /** Products of this category must have an expiry date, as food and beverages (docs/states.md, Catalogue). */
  requiresExpiry: z.boolean(),
}
