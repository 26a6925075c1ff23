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

/**
 * The same time of day some calendar months later, or earlier; the 31st becomes the last day of a shorter month.
 * @param dayOf the time whose day of the month is meant, where `ms` itself may stand on a shorter month's last
 */
export function addMonths(ms: number, months: number, dayOf = ms): number {
  const to = new Date(ms)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(new Date(dayOf).getUTCDate(), lastDay))
  return to.getTime()
}
