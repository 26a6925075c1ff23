import { mostBundleKib } from '../../scripts/deploy/steps.ts'
import type { Compared } from './compare.ts'
import type { Cost } from './count.ts'
import { GOALS } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { PictureTimes } from './pictures.ts'

type Line = Compared &
  Pick<Cost, 'roundTrips' | 'lateTrips' | 'rowsWritten'> & {
    rowsRead1k: number
    rowsRead10k: number
    rowsRead100k: number
  }
export type Report = {
  operations: Record<string, Line>
  bundleGzipKiB: number
  startupMs: number
  pictures: PictureTimes
}

const GROWTH = 1.1
/** A search that finds very much stops at a thousand: what reads at most a few rows of each. */
const MOST_ROWS_OF_A_SEARCH = 6000

const HEAD = [
  'operation',
  'ratio',
  'spread',
  '/s',
  'floor/s',
  'CPU ms',
  'floor',
  'ratio',
  'trips',
  'late',
  '1k',
  '10k',
  '100k',
  'written',
]

export function table({ operations, bundleGzipKiB, startupMs, pictures }: Report): string {
  const lines = Object.entries(operations).map(([name, line]) => [
    name,
    line.ratio.toFixed(2),
    line.spread.map((end) => end.toFixed(2)).join('-'),
    line.perSecond,
    line.floorPerSecond,
    line.cpuMs ?? '?',
    line.floorCpuMs ?? '?',
    line.cpuRatio ?? '?',
    line.roundTrips,
    line.lateTrips,
    line.rowsRead1k,
    line.rowsRead10k,
    line.rowsRead100k,
    line.rowsWritten,
  ])
  const all = [HEAD, ...lines.map((line) => line.map(String))]
  const widths = HEAD.map((_, i) => Math.max(...all.map((line) => line[i]?.length ?? 0)))
  const rows = all.map((line) =>
    line.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  '),
  )
  return [
    ...rows,
    '',
    `bundle ${bundleGzipKiB} KiB gzipped, start-up ${startupMs} ms`,
    `a picture in a width: made in ${pictures.firstMs} ms, kept in ${pictures.keptMs} ms`,
  ].join('\n')
}

/** Says in words which figures miss the goals. */
export function shortfalls({ operations, bundleGzipKiB }: Report): string[] {
  const short = OPERATIONS.flatMap(({ name, kind, compared = '1k', mostRows, hasNoGoal }) => {
    const line = operations[name]
    if (!line || hasNoGoal) return []
    const goal = GOALS[kind]
    // workerd runs one request at a time, so both ratios say the same; other work on the machine disturbs the first.
    const isSlow = Math.max(line.ratio, line.cpuRatio ?? 0) < goal.ratio
    const fewRows = compared === '10k' ? line.rowsRead10k : line.rowsRead1k
    const most = Math.min(
      compared === 'bounded' ? MOST_ROWS_OF_A_SEARCH : fewRows * GROWTH,
      mostRows ?? Number.POSITIVE_INFINITY,
    )
    return [
      ...(isSlow ? [`${name}: ${line.ratio} of the floor, ${goal.ratio} wanted`] : []),
      ...(line.roundTrips > goal.roundTrips ? [`${name}: ${line.roundTrips} trips, ${goal.roundTrips} wanted`] : []),
      ...(line.rowsRead100k > most
        ? [`${name}: reads ${line.rowsRead100k} rows of 100,000 products, at most ${most} wanted`]
        : []),
    ]
  })
  return bundleGzipKiB > mostBundleKib() ? [...short, `bundle: ${bundleGzipKiB} KiB`] : short
}
