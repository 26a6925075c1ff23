import { readTogether } from '#db/client.ts'
import type { ImportError } from '#db/schema/catalogue/imports.ts'
import type { Ctx } from '#domain/core/context.ts'
import { sentenceOf } from '#kernel/failure.ts'
import { NO_SUCH_PLACE, PLAN_IS_FULL } from './check.ts'
import type { Column } from './columns.ts'
import type { There } from './edit-of.ts'
import { dateFault } from './expiry.ts'
import type { Line } from './line.ts'
import {
  type ImportRow,
  knownBySku,
  type Place,
  selectKnown,
  selectPlacesOf,
  selectRoom,
  type VariantNow,
} from './queries.ts'
import { movedSince, stockSetBy } from './stock-set.ts'

export type NewLine = Line &
  Required<Pick<Line, 'name' | 'description' | 'place' | 'priceMinor' | 'currency' | 'stock'>>
type SiftResult = { there: There[]; fresh: NewLine[]; told: ImportError[] }

/**
 * Sorts lines into known variants, new products and errors, as the shop, its plan and the categories are now: the file was checked a while
 * ago. The commit checks the same again.
 */
export async function siftLines(ctx: Ctx, row: ImportRow, lines: Line[]): Promise<SiftResult> {
  const skus = lines.map(({ sku }) => sku)
  const subcategoryIds = lines.flatMap(({ place }) => (place ? [place.subcategoryId] : []))
  const [rows, placesNow, [limits]] = await readTogether(
    ctx.db,
    selectKnown(ctx, row.shopId, skus),
    selectPlacesOf(ctx, subcategoryIds),
    selectRoom(ctx, row.sellerProfileId),
  )
  const known = knownBySku(rows)
  const places = new Map(placesNow.map((place) => [place.subcategoryId, place]))
  let room = limits?.room ?? 0
  const sifted: SiftResult = { there: [], fresh: [], told: [] }
  for (const line of lines) {
    const say = (field: Column, message: string) => void sifted.told.push({ line: line.line, field, message })
    const now = known.get(line.sku)
    const fault = faultOf(line, now, line.place && places.get(line.place.subcategoryId), ctx.now)
    if (fault) say(...fault)
    else if (now && now !== 'several') sifted.there.push({ line, now })
    else if (!isWhole(line)) say('sku', "Le produit de cette référence a été supprimé pendant l'importation.")
    else if (--room < 0) say('sku', PLAN_IS_FULL)
    else sifted.fresh.push(line)
  }
  return sifted
}

function faultOf(
  line: Line,
  now: VariantNow | 'several' | undefined,
  place: Place | undefined,
  at: number,
): [Column, string] | undefined {
  if (now === 'several') return ['sku', 'Plusieurs produits de la boutique portent cette référence.']
  const isPlaced = line.place !== undefined && line.place.subcategoryId !== now?.subcategoryId
  if (isPlaced && !place?.isOpen) return ['subcategory', NO_SUCH_PLACE]
  const isRequired = (place ?? now)?.requiresExpiry === 1
  const date = dateFault(line, now, { now: at, isRequired })
  if (date) return ['expiresAt', date]
  const stock = stockSetBy(line)
  if (!now || stock === undefined) return undefined
  if (line.stockSeen !== undefined && line.stockSeen !== now.stock)
    return ['stock', movedSince(line.stockSeen, now.stock)]
  return stock < now.held ? ['stock', sentenceOf('INSUFFICIENT_STOCK')] : undefined
}

const isWhole = (line: Line): line is NewLine =>
  [line.name, line.description, line.place, line.priceMinor, line.currency, line.stock].every(
    (cell) => cell !== undefined,
  )
