import type { Line, Say } from './line.ts'
import type { Known } from './queries.ts'
import { movedSince, stockSetBy } from './stock-set.ts'

/** What sets no stock of a variant that is there is dropped, and what expects another is told. */
export function keepStock(read: Partial<Line>, known: Known, say: Say): void {
  if (stockSetBy(read) === undefined) {
    delete read.stock
    delete read.stockSeen
  } else if (read.stockSeen !== undefined && read.stockSeen !== known.stock)
    say('stock', movedSince(read.stockSeen, known.stock))
}
