import type * as z from 'zod'
import type { ImportError } from '#db/schema/catalogue/imports.ts'
import { UNITS } from '#db/schema/catalogue/products.ts'
import { plainNumber, plainWhole } from '#kernel/csv/csv-numbers.ts'
import * as f from '#kernel/fields.ts'
import { EDITS_A_DAY } from '#kernel/limits.ts'
import { PRICE_CURRENCIES, parseAmount } from '#kernel/money.ts'
import { isoOrNull } from '#kernel/time.ts'
import type { Cells, Column } from './columns.ts'
import { changesSomething } from './edit-of.ts'
import { dateFault, expiryIn, FUTURE_DATE } from './expiry.ts'
import type { Line, Say } from './line.ts'
import type { ParsedLine } from './parse.ts'
import type { Place, VariantNow } from './queries.ts'
import { shortenedIn, signIn } from './signs.ts'
import { keepStock } from './stock-cells.ts'

export const PLAN_IS_FULL = 'La limite de votre plan est atteinte.'
export const DAY_IS_FULL = `${EDITS_A_DAY.max} modifications par jour au plus, importations comprises : envoyez cette ligne demain.`
export const NO_SUCH_PLACE = 'Sous-catégorie introuvable.'

type Facts = {
  now: number
  places: Map<string, Place>
  known: Map<string, VariantNow | 'several'>
  room: number
  edits: number
  /** If set, a stock changes even without `stockSeen`. */
  setsStock: boolean
}

const NEEDED = ['name', 'description', 'subcategory', 'price', 'currency', 'stock'] as const satisfies Column[]

/** A text as its schema writes it; undefined if the schema refuses it. */
const parseField = (schema: z.ZodType<string>, value: string) => schema.safeParse(value).data
const NAME = f.line(2, 100)
const DESCRIPTION = f.prose(20, 1000)
const BRAND = f.line(1, 80)
const SKU = f.line(1, 60)
const MOST_SEEN = 9_999_999_999
/** The whole number of a text; NaN, which passes no bound, for any other text. */
const wholeOf = (text: string) => Number(plainWhole(text) ?? Number.NaN)
const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value)

/** Checks the lines of a file: gives the correct ones, and the errors of the others (docs/states.md, Import of products). */
export function checkLines(lines: ParsedLine[], facts: Facts): { good: Line[]; errors: ImportError[] } {
  const seen = new Set<string>()
  const named = new Map<string, number>()
  const products = new Map<string, ParsedLine>()
  let { room, edits } = facts
  const errors: ImportError[] = []
  const good: Line[] = []
  for (const { line, cells } of lines) {
    const wrong: ImportError[] = []
    const say = (field: Column, message: string) => void wrong.push({ line, field, message })
    const sku = cells.sku ?? ''
    const known = facts.known.get(sku)
    if (parseField(SKU, sku) === undefined)
      say('sku', signIn(sku) ?? 'Une référence de 1 à 60 caractères est obligatoire.')
    else if (!known && shortenedIn(sku)) say('sku', shortenedIn(sku) ?? '')
    else if (seen.has(sku)) say('sku', 'Cette référence figure deux fois dans le fichier.')
    else if (known === 'several') say('sku', 'Plusieurs produits de la boutique portent cette référence.')
    else if (known && named.has(known.variantId))
      say('sku', `Cette référence et celle de la ligne ${named.get(known.variantId)} désignent le même article.`)
    seen.add(sku)
    const present = known === 'several' ? undefined : known
    if (present) named.set(present.variantId, line)
    const read = readCells(cells, present, facts, say)
    if (present) {
      const first = products.get(present.productId)
      if (first) sayWhereTheyDiffer(cells, first, say)
      else products.set(present.productId, { line, cells })
    }
    if (!present && known !== 'several') {
      for (const field of NEEDED) if (!cells[field]) say(field, 'Cette case est obligatoire pour un nouveau produit.')
      if (wrong.length === 0 && --room < 0) say('sku', PLAN_IS_FULL)
    }
    const one = { line, sku, ...read }
    const isEdit = !present || changesSomething({ line: one, now: present })
    if (wrong.length === 0 && isEdit && --edits < 0) say('sku', DAY_IS_FULL)
    if (wrong.length > 0) errors.push(...wrong)
    else good.push(one)
  }
  return { good, errors }
}

/** Columns about the product, which all lines of its variants must give alike. */
const OF_PRODUCT = [
  'name',
  'description',
  'subcategory',
  'currency',
  'unit',
  'brand',
  'weightGrams',
  'expiresAt',
] as const satisfies Column[]

/** Tells of cells in which two lines of one product differ: else the last line would win, and an edit of the first be lost silently. */
function sayWhereTheyDiffer(cells: Cells, first: ParsedLine, say: Say): void {
  for (const field of OF_PRODUCT) {
    const [one, other] = [first.cells[field], cells[field]]
    if (one === other) continue
    if (isKept(field) && (one === '' || other === '')) continue
    say(field, `La ligne ${first.line} dit autre chose du même produit.`)
  }
}

function readCells(
  cells: Cells,
  known: VariantNow | undefined,
  { now, places, setsStock }: Facts,
  say: Say,
): Partial<Line> {
  const read: Partial<Line> = {}
  const take = (field: Column, work: (text: string) => void) => {
    const text = cells[field]
    if (text === undefined || (text === '' && (known === undefined || isKept(field)))) return
    work(text)
  }
  take('name', (text) => {
    const name = parseField(NAME, text)
    if (name !== undefined) read.name = name
    else say('name', signIn(text) ?? 'Un nom de 2 à 100 caractères.')
  })
  take('description', (text) => {
    const description = parseField(DESCRIPTION, text)
    if (description !== undefined) read.description = description
    else say('description', signIn(text) ?? 'Une description de 20 à 1000 caractères.')
  })
  take('subcategory', (text) => {
    if (text === known?.subcategorySlug) return
    const place = places.get(text)
    if (!place || (!place.isOpen && place.subcategoryId !== known?.subcategoryId)) say('subcategory', NO_SUCH_PLACE)
    else read.place = { categoryId: place.categoryId, subcategoryId: place.subcategoryId }
  })
  take('price', (text) => {
    const priceMinor = parseAmount(plainNumber(text) ?? text, 'USD')
    if (!priceMinor) say('price', 'Un prix au-dessus de zéro, avec au plus deux décimales.')
    else read.priceMinor = priceMinor
  })
  take('currency', (text) => {
    if (isOneOf(PRICE_CURRENCIES, text)) read.currency = text
    else say('currency', 'USD ou CDF.')
  })
  take('stock', (text) => {
    const count = wholeOf(text)
    if (count <= 1_000_000_000) read.stock = count
    else say('stock', 'Un nombre entier, de 0 à 1 000 000 000.')
  })
  take('stockSeen', (text) => {
    const count = wholeOf(text)
    if (count <= MOST_SEEN) read.stockSeen = count
    else say('stockSeen', "Le stock que l'export montrait, un nombre entier : ne modifiez pas cette colonne.")
  })
  if (setsStock) read.setsStock = true
  if (known) keepStock(read, known, say)
  take('unit', (text) => {
    if (isOneOf(UNITS, text)) read.unit = text
    else say('unit', `Un de ces mots : ${UNITS.join(', ')}.`)
  })
  take('brand', (text) => {
    const brand = text === '' ? null : parseField(BRAND, text)
    if (brand !== undefined) read.brand = brand
    else say('brand', signIn(text) ?? '80 caractères au plus.')
  })
  take('weightGrams', (text) => {
    if (text === '') read.weightGrams = null
    else if (wholeOf(text) >= 1 && wholeOf(text) <= 500_000) read.weightGrams = wholeOf(text)
    else say('weightGrams', 'Un nombre entier de grammes, de 1 à 500 000.')
  })
  take('expiresAt', (text) => {
    if (known && text === isoOrNull(known.expiresAt)) return
    if (text === '') read.expiresAt = null
    else {
      const until = expiryIn(text)
      if (until === undefined) say('expiresAt', FUTURE_DATE)
      else read.expiresAt = until
    }
  })
  const place = read.place ? places.get(cells.subcategory ?? '') : known
  const isRead = !cells.expiresAt || read.expiresAt !== undefined
  const fault = isRead && dateFault(read, known, { now, isRequired: place?.requiresExpiry === 1 })
  if (fault) say('expiresAt', fault)
  return read
}

/** Whether an empty cell leaves the column of a known product as it is; in the other columns it removes the text. */
const isKept = (field: Column) => !['brand', 'weightGrams', 'expiresAt'].includes(field)
