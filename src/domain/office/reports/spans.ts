import { SPANS } from '#db/day-totals.ts'
import { dayOfNumber, numberOfDay } from '#kernel/period.ts'

export type Block = { span: number; from: string; to: string }

/**
 * The fewest spans that make up all days from the first to the last: long ones in the middle, shorter ones at both ends. `from` and `to`
 * are first days of spans.
 */
export function blocksOf(first: string, last: string): Block[] {
  const blocks: Block[] = []
  const add = (span: number, from: number, end: number) => {
    if (from < end) blocks.push({ span, from: dayOfNumber(from), to: dayOfNumber(end - span) })
  }
  let [from, end] = [numberOfDay(first), numberOfDay(last) + 1]
  for (const [i, span] of SPANS.entries()) {
    const longer = SPANS[i + 1]
    const [start, stop] = longer ? [Math.ceil(from / longer) * longer, Math.floor(end / longer) * longer] : [end, end]
    if (start >= stop) {
      add(span, from, end)
      return blocks
    }
    add(span, from, start)
    add(span, stop, end)
    from = start
    end = stop
  }
  return blocks
}
