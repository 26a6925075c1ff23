import { unguardCell } from '#kernel/csv/csv.ts'
import { fold } from '#kernel/folding.ts'
import { cleanText } from '#kernel/signs.ts'

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

/** Other names of a column that a head may use, in French or English. */
const NAMES: Record<Column, string[]> = {
  sku: ['référence', 'réf', 'reference', 'code article'],
  name: ['nom', 'produit', 'désignation', 'product'],
  description: ['texte'],
  subcategory: ['sous-catégorie', 'rayon'],
  price: ['prix', 'prix unitaire', 'unit price'],
  currency: ['devise', 'monnaie'],
  stock: ['quantité', 'quantity', 'qty', 'qté'],
  stockSeen: ['stock vu', "stock à l'export"],
  unit: ['unité'],
  brand: ['marque'],
  weightGrams: ['poids', 'poids (g)', 'poids en grammes', 'weight', 'weight (g)'],
  expiresAt: [
    ...['péremption', 'date de péremption', 'expire le', 'expiration', "date d'expiration"],
    ...['expiry', 'expiry date', 'expiration date', 'best before'],
  ],
  images: ['photos', 'pictures'],
}
/** The key of a name, without its case, accents, spaces and signs. */
const keyOf = (name: string) => fold(name).replace(/[^a-z0-9]/g, '')
const BY_NAME = new Map(COLUMNS.flatMap((column) => [column, ...NAMES[column]].map((name) => [keyOf(name), column])))

/** The column that a head means; undefined for one that is unknown. */
export const columnByName = (head: string): Column | undefined => BY_NAME.get(keyOf(head))

/** Columns whose text keeps its lines. Any other text is one line, even if a spreadsheet broke it. */
const HAS_LINES: readonly Column[] = ['description']

/**
 * The text that a cell stands for, without the quotes that kept a spreadsheet from running it, and without invisible signs, so that a
 * reference is found by its visible text.
 */
export function textOf(column: Column, cell: string): string {
  const text = cleanText(unguardCell(cell)).trim()
  return HAS_LINES.includes(column) ? text : text.replace(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? ' ' : gap))
}
