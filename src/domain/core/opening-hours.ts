import { type SQL, sql } from 'drizzle-orm'
import type { shops } from '#db/schema/shops/shops.ts'
import { clockOf, DAY_MS, MINUTE_MS } from '#kernel/time.ts'

type Shop = typeof shops.$inferSelect
type Hours = Shop['openingHours']
export type Closure = Pick<Shop, 'closedFrom' | 'closedTo'>
export type Times = Closure & { openingHours: Hours }

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const passesMidnight = ({ open, close }: Hours[number]) => close < open

/** Whether the time is within the hours; always true for a shop without hours. */
function isWithin(hours: Hours, at: number): boolean {
  const { day, minute } = clockOf(at)
  return (
    hours.length === 0 ||
    hours.some((each) => {
      const [open, close] = [minuteOf(each.open), minuteOf(each.close)]
      if (!passesMidnight(each)) return each.day === day && open <= minute && minute < close
      return (each.day === day && open <= minute) || ((each.day + 1) % 7 === day && minute < close)
    })
  )
}

/** The next time at which the hours open the shop: `at` itself if they already do. */
export function nextOpening(hours: Hours, at: number): number {
  if (isWithin(hours, at)) return at
  const { day, minute } = clockOf(at)
  const midnight = Math.floor(at / MINUTE_MS) * MINUTE_MS - minute * MINUTE_MS
  const waits = hours.map((each) => {
    const ahead = ((each.day - day + 7) % 7) * DAY_MS + minuteOf(each.open) * MINUTE_MS
    return midnight + ahead > at ? ahead : ahead + 7 * DAY_MS
  })
  return midnight + Math.min(...waits)
}

/** Whether the owner has closed the shop for a time: from a moment on, until another, or until they open it again. */
export const isInClosure = ({ closedFrom, closedTo }: Closure, at: number) =>
  closedFrom !== null && closedFrom <= at && (closedTo === null || at < closedTo)

export const isOpenAt = (shop: Times, at: number) => !isInClosure(shop, at) && isWithin(shop.openingHours, at)

/** The time at which a closed shop opens; null if it is open, and while nobody knows. */
export function opensAt(shop: Times, at: number): number | null {
  if (isOpenAt(shop, at)) return null
  const opening = nextOpening(shop.openingHours, at)
  if (!isInClosure(shop, opening)) return opening
  return shop.closedTo === null ? null : nextOpening(shop.openingHours, shop.closedTo)
}

/** The condition of `isInClosure` in SQL, for the shop with this name in the statement. */
export const isInClosureSql = (shop: 's' | 'shops', at: number): SQL => {
  const s = sql.raw(shop)
  return sql`(${s}.closed_from IS NOT NULL AND ${s}.closed_from <= ${at}
    AND (${s}.closed_to IS NULL OR ${s}.closed_to > ${at}))`
}

/** Whether the shop is open, in SQL. Times of a day compare as text. */
export function isOpenSql(shop: 's' | 'shops', at: number): SQL {
  const { day, minute } = clockOf(at)
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const hours = sql.raw(`${shop}.opening_hours`)
  return sql`(NOT ${isInClosureSql(shop, at)} AND (json_array_length(${hours}) = 0 OR EXISTS (
    SELECT 1 FROM json_each(${hours}) h WHERE CASE
      WHEN h.value ->> 'open' < h.value ->> 'close'
        THEN h.value ->> 'day' = ${day} AND h.value ->> 'open' <= ${time} AND ${time} < h.value ->> 'close'
      ELSE h.value ->> 'day' = ${day} AND h.value ->> 'open' <= ${time}
        OR (h.value ->> 'day' + 1) % 7 = ${day} AND ${time} < h.value ->> 'close' END)))`
}
