import { SPANS } from '../../../db/day-totals.ts'
import { DAY_MS } from '../../../kernel/time.ts'

export type Block = { span: number; from: string; to: string }

const numberOf = (day: string) => Math.floor(Date.parse(day) / DAY_MS)
const dayAt = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

/**
 * The fewest rows that a thing has for all days from the first to the last: whole spans in the middle, shorter ones at
 * both ends. `from` and `to` are first days of spans.
 */
export function blocksOf(first: string, last: string): Block[] {
  const blocks: Block[] = []
  const add = (span: number, from: number, end: number) => {
    if (from < end) blocks.push({ span, from: dayAt(from), to: dayAt(end - span) })
  }
  let [from, end] = [numberOf(first), numberOf(last) + 1]
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
