import { lastInstantOf } from '#kernel/period.ts'
import { expiryDate } from '../products/place.ts'
import type { VariantNow } from './queries.ts'

export const FUTURE_DATE = 'Une date ISO 8601 dans le futur.'
export const DATE_REQUIRED = 'La date de péremption est obligatoire pour les aliments et les boissons.'

/** A date such as 31/12/2027: a French spreadsheet saves 2027-12-31 so. */
const LOCAL_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** The last instant of the date in a cell; undefined if the cell has no date. */
export function expiryIn(cell: string): number | undefined {
  const [, day = '', month = '', year = ''] = LOCAL_DAY.exec(cell) ?? []
  const date = year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return expiryDate.safeParse(date).success ? lastInstantOf(date) : undefined
}

type ExpiryCells = { place?: { subcategoryId: string }; expiresAt?: number | null }

/**
 * The fault of the date that a line gives or leaves; undefined for none. A new date must be in the future. In a category that requires a
 * date, a product that is new, moves or loses its date needs a future one. A product that is not touched may be expired.
 */
export function dateFault(
  { place, expiresAt: given }: ExpiryCells,
  known: VariantNow | undefined,
  { now, isRequired }: { now: number; isRequired: boolean },
): string | undefined {
  const before = known?.expiresAt ?? null
  const after = given === undefined ? before : given
  const isNew = after !== before
  if (isNew && after !== null && after <= now) return FUTURE_DATE
  const isPlaced = !known || (place !== undefined && place.subcategoryId !== known.subcategoryId)
  if (!isRequired || !(isNew || isPlaced)) return undefined
  if (after === null) return DATE_REQUIRED
  return after <= now ? FUTURE_DATE : undefined
}
