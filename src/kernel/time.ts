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

/** The day in UTC, YYYY-MM-DD: for a gateway's list, and for folders of backups, which nobody reads by their day. */
export const utcDayOf = (ms: number) => iso(ms).slice(0, 10)

/** The day of the week (0 is Sunday) and the minute of the day in the service's time. */
export function clockOf(ms: number): { day: number; minute: number } {
  const here = new Date(ms + SERVICE_OFFSET_MS)
  return { day: here.getUTCDay(), minute: here.getUTCHours() * 60 + here.getUTCMinutes() }
}

/**
 * Adds months, or subtracts them, by the service's calendar and keeps the time of day; the 31st becomes the last day of
 * a shorter month.
 * @param dayOf an instant with the intended day of the month, if `ms` itself may stand on the last day of a shorter
 * month
 */
export function addMonths(ms: number, months: number, dayOf = ms): number {
  const to = new Date(ms + SERVICE_OFFSET_MS)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(new Date(dayOf + SERVICE_OFFSET_MS).getUTCDate(), lastDay))
  return to.getTime() - SERVICE_OFFSET_MS
}
