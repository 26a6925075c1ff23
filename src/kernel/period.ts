import * as z from 'zod'
import { invalid } from './failure.ts'
import * as f from './fields.ts'
import { addMonths, DAY_MS, iso, SERVICE_OFFSET_MS } from './time.ts'

/** Days in Lubumbashi and Kigali begin two hours before days in UTC. */
const LEAD_MS = SERVICE_OFFSET_MS

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
/** The day of an instant in Lubumbashi and Kigali, YYYY-MM-DD. */
export const dayOf = (ms: number) => iso(Math.min(ms + LEAD_MS, LAST_MS)).slice(0, 10)

/** The day and time of an instant in Lubumbashi and Kigali, as a spreadsheet reads it: 2026-11-22 10:30:00. */
export const clockOf = (ms: number) =>
  iso(Math.min(ms + LEAD_MS, LAST_MS))
    .slice(0, 19)
    .replace('T', ' ')

/** The first instant of the day in which an instant lies, in ms. */
export const startOfDay = (ms: number) => Math.floor((ms + LEAD_MS) / DAY_MS) * DAY_MS - LEAD_MS

/** The month of an instant in Lubumbashi and Kigali, YYYY-MM. */
export const monthOf = (ms: number) => dayOf(ms).slice(0, 7)

/** The month before that of an instant. */
export const monthBefore = (ms: number) => monthOf(boundsOfMonth(monthOf(ms)).since - 1)

/** The year of an instant in Lubumbashi and Kigali: numbers of orders, invoices and the like begin again with it. */
export const yearOf = (ms: number) => dayOf(ms).slice(0, 4)

/** A day as a number from 1 January 1970 on, to add days up. */
export const numberOfDay = (day: string) => Math.floor(Date.parse(day) / DAY_MS)
export const dayOfNumber = (number: number) => iso(number * DAY_MS).slice(0, 10)

/** The first instant of a month, and of the month after it, in ms. */
export function boundsOfMonth(month: string) {
  const since = Date.parse(`${month}-01`) - LEAD_MS
  return { since, before: addMonths(since, 1) }
}

const isDay = (text: string) => text.length === 10
const instantOf = (text: string) => (isDay(text) ? Date.parse(text) - LEAD_MS : Date.parse(text))

/** The last instant of a day; an instant is returned as it is. */
export const lastInstantOf = (text: string) => instantOf(text) + (isDay(text) ? DAY_MS - 1 : 0)

/** `from` and `to` of a list, each a day or an instant; spread into its query (docs/conventions.md, Lists). */
export const periodQuery = { from: f.dayOrInstant.optional(), to: f.dayOrInstant.optional() }

const PeriodQuery = z.object(periodQuery)

export type Period = { since: number | undefined; before: number | undefined }

/**
 * The first instant of a period, and the first instant after it, in ms; a plain day counts whole.
 * @throws 400 if the period ends before it begins
 */
export function periodOf({ from, to }: z.output<typeof PeriodQuery>): Period {
  const since = from === undefined ? undefined : instantOf(from)
  const before = to === undefined ? undefined : instantOf(to) + (isDay(to) ? DAY_MS : 0)
  if (since !== undefined && to !== undefined && instantOf(to) < since) invalid('to', 'La fin est avant le début.')
  return { since, before }
}

/**
 * The name of a list's CSV file: `orders-2026-11-01-2026-11-22.csv`.
 * @param oldest the instant of the first row, used if there is no `from`
 */
export const fileOfPeriod = (name: string, { since, before }: Period, oldest: number | undefined, now: number) =>
  `${name}-${dayOf(since ?? oldest ?? now)}-${dayOf(before === undefined ? now : before - 1)}.csv`

/** The first and the last day that a period touches. */
export function daysOf(query: z.output<typeof PeriodQuery>) {
  const { since, before } = periodOf(query)
  return {
    first: since === undefined ? undefined : dayOf(since),
    last: before === undefined ? undefined : dayOf(before - 1),
  }
}

const MOST_DAYS = 366
const USUAL_DAYS = 30

/**
 * The first and the last day of a report: those that its period touches; without a period, the last 30 days
 * (docs/conventions.md, Times).
 * @throws 400 over 366 days, and for an empty period
 */
export function reportDays(query: z.output<typeof PeriodQuery>, now: number): { first: string; last: string } {
  const { since, before } = periodOf(query)
  const end = before ?? startOfDay(Math.max(now, since ?? now)) + DAY_MS
  const begin = since ?? startOfDay(end - 1) - (USUAL_DAYS - 1) * DAY_MS
  if (begin >= end) invalid('to', 'La période est vide : sa fin doit être après son début.')
  const first = startOfDay(begin)
  if (end - first > MOST_DAYS * DAY_MS) invalid('from', `Une période a ${MOST_DAYS} jours au plus.`)
  return { first: dayOf(begin), last: dayOf(end - 1) }
}

/** Units into which the days of a report can be added up. */
export const GROUPINGS = ['day', 'week', 'month'] as const

/** The unit that a day belongs to: the day itself, the Monday of its week, or its month, YYYY-MM. */
export function groupOf(day: string, by: (typeof GROUPINGS)[number]): string {
  if (by !== 'week') return by === 'month' ? day.slice(0, 7) : day
  const noon = Date.parse(`${day}T12:00:00Z`)
  return iso(noon - ((new Date(noon).getUTCDay() + 6) % 7) * DAY_MS).slice(0, 10)
}
