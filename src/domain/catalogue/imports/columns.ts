import { unguarded } from '../../../kernel/csv.ts'

/** The columns of a file of products, of the import and of the export alike (docs/conventions.md, Raw answers). */
export const COLUMNS = [
  'sku',
  'name',
  'description',
  'subcategory',
  'price',
  'currency',
  'stock',
  'stockSeen',
  'unit',
  'brand',
  'weightGrams',
  'expiresAt',
  'images',
] as const
export type Column = (typeof COLUMNS)[number]
/** The cells of a line by column; a column that the file does not have is absent. */
export type Cells = Partial<Record<Column, string>>

/** The text that a cell stands for: without the quotes that kept a spreadsheet from running it. */
export const textOf = (cell: string) => unguarded(cell).trim()
