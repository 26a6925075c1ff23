import type { Line } from './line.ts'
import type { VariantNow } from './queries.ts'
import { stockSetBy } from './stock-set.ts'

/** A line of the file, with its variant as it is now. */
export type There = { line: Line; now: VariantNow }

/** Whether a line leaves a row of history or of stock behind. */
export const changesSomething = (one: There): boolean => editOf(one.now, one).isChanged || isRestocked(one)

/** The product after one more of its lines, and the changes that this line makes. */
export function editOf(before: VariantNow, { line, now }: There) {
  const { name, description, currency, unit, brand, weightGrams, expiresAt, place } = line
  const given = { name, description, currency, unit, brand, weightGrams, expiresAt, ...place }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const after: VariantNow = { ...before, ...set }
  const differs = (...keys: (keyof VariantNow)[]) => keys.some((key) => after[key] !== now[key])
  return {
    after,
    isChanged:
      differs('name', 'description', 'subcategoryId', 'currency', 'unit', 'brand', 'weightGrams', 'expiresAt') ||
      isRepriced({ line, now }),
    isShownAnew: differs('name', 'description', 'subcategoryId'),
    isMoved: differs('subcategoryId'),
    isDated: differs('expiresAt'),
    isInOtherCurrency: differs('currency'),
  }
}

const isRestocked = ({ line, now }: There) => ![undefined, now.stock].includes(stockSetBy(line))

export const isRepriced = ({ line, now }: There) => line.priceMinor !== undefined && line.priceMinor !== now.priceMinor
