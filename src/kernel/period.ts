import * as z from 'zod'
import { invalid } from './failure.ts'
import * as f from './fields.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** Days are those of Lubumbashi and Kigali: two hours before UTC. */
const LEAD_MS = 2 * HOUR_MS

const isDay = (text: string) => text.length === 10
const instantOf = (text: string) => (isDay(text) ? Date.parse(text) - LEAD_MS : Date.parse(text))

/** `from` and `to` of a list, each a day or an instant; spread into its query (docs/conventions.md, Lists). */
export const periodQuery = { from: f.dayOrInstant.optional(), to: f.dayOrInstant.optional() }

const PeriodQuery = z.object(periodQuery)

/** Where a period begins, and the first instant after it, in ms: a plain day is in it whole. 400 when it ends before it begins. */
export function periodOf({ from, to }: z.output<typeof PeriodQuery>) {
  const since = from === undefined ? undefined : instantOf(from)
  const before = to === undefined ? undefined : instantOf(to) + (isDay(to) ? DAY_MS : 0)
  if (since !== undefined && to !== undefined && instantOf(to) < since) invalid('to', 'La fin est avant le début.')
  return { since, before }
}
