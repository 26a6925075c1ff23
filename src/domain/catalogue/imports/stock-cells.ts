import type { Line, Say } from './line.ts'
import type { VariantNow } from './queries.ts'
import { movedSince, stockSetBy } from './stock-set.ts'

/** Drops the stock of a line that sets none, and tells of a line that expects another stock than the present one. */
export function keepStock(read: Partial<Line>, known: VariantNow, say: Say): void {
  if (stockSetBy(read) === undefined) {
    delete read.stock
    delete read.stockSeen
  } else if (read.stockSeen !== undefined && read.stockSeen !== known.stock)
    say('stock', movedSince(read.stockSeen, known.stock))
}
