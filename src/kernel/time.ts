export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

/** Days and opening times are those of Lubumbashi and Kigali, which keep UTC+2 all year. */
export const SERVICE_OFFSET_MS = 2 * HOUR_MS

/** ISO 8601 UTC with milliseconds, as every answer shows an instant. */
export const iso = (ms: number) => new Date(ms).toISOString()
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/** The day in UTC, YYYY-MM-DD: of a gateway's list, and of what nobody reads by its day, a backup's folder. */
export const utcDayOf = (ms: number) => iso(ms).slice(0, 10)

/** A day of the service's week from 0, Sunday, and the minute of it. */
export function clockOf(ms: number): { day: number; minute: number } {
  const here = new Date(ms + SERVICE_OFFSET_MS)
  return { day: here.getUTCDay(), minute: here.getUTCHours() * 60 + here.getUTCMinutes() }
}

/**
 * The same time of day some months later, or earlier, by the service's calendar; the 31st becomes the last day of a shorter month.
 * @param dayOf the time whose day of the month is meant, where `ms` itself may stand on a shorter month's last
 */
export function addMonths(ms: number, months: number, dayOf = ms): number {
  const to = new Date(ms + SERVICE_OFFSET_MS)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(new Date(dayOf + SERVICE_OFFSET_MS).getUTCDate(), lastDay))
  return to.getTime() - SERVICE_OFFSET_MS
}
