import { describe, expect, it } from 'vitest'
import { nextPeriod } from '#domain/shops/subscriptions/period.ts'
import { formatDay } from '#kernel/format.ts'
import { boundsOfMonth, dayOf, lastInstantOf, monthBefore, monthOf, startOfDay, yearOf } from '#kernel/period.ts'
import { addMonths, clockOf, DAY_MS, iso } from '#kernel/time.ts'

// Days and months are those of UTC+2 (docs/conventions.md, Times), whatever a clock says elsewhere.

const at = (text: string) => Date.parse(text)

/** Odd moments as clocks of London, Kinshasa and Kigali have them, with their day in Kigali, and the same time a month later. */
const MOMENTS: [moment: string, day: string, minute: number, monthLater: string][] = [
  ['2026-12-31T21:59:59.999Z', '2026-12-31', 1439, '2027-01-31T23:59:59.999+02:00'],
  ['2026-12-31T22:00:00.000Z', '2027-01-01', 0, '2027-02-01T00:00:00.000+02:00'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', 120, '2027-02-01T02:00:00.000+02:00'],
  ['2027-01-01T00:00:00.000+01:00', '2027-01-01', 60, '2027-02-01T01:00:00.000+02:00'],
  ['2027-01-31T00:30:00.000+02:00', '2027-01-31', 30, '2027-02-28T00:30:00.000+02:00'],
  ['2027-01-31T23:59:59.999+01:00', '2027-02-01', 59, '2027-03-01T00:59:59.999+02:00'],
  ['2027-02-28T23:00:00.000+01:00', '2027-03-01', 0, '2027-04-01T00:00:00.000+02:00'],
  ['2028-02-28T22:30:00.000Z', '2028-02-29', 30, '2028-03-29T00:30:00.000+02:00'],
  ['2028-01-30T22:00:00.000Z', '2028-01-31', 0, '2028-02-29T00:00:00.000+02:00'],
  ['2028-02-29T23:59:59.999+02:00', '2028-02-29', 1439, '2028-03-29T23:59:59.999+02:00'],
  ['2027-03-01T00:30:00.000+02:00', '2027-03-01', 30, '2027-04-01T00:30:00.000+02:00'],
  ['2027-04-30T22:00:00.000Z', '2027-05-01', 0, '2027-06-01T00:00:00.000+02:00'],
  ['2027-10-31T02:30:00.000+02:00', '2027-10-31', 150, '2027-11-30T02:30:00.000+02:00'],
]

describe.each(MOMENTS)('%s', (moment, day, minute, monthLater) => {
  const ms = at(moment)
  it('is in the day, month and year of Kigali', () => {
    expect([dayOf(ms), monthOf(ms), yearOf(ms)]).toEqual([day, day.slice(0, 7), day.slice(0, 4)])
    const begins = at(`${day}T00:00:00+02:00`)
    expect(iso(startOfDay(ms))).toBe(iso(begins))
    expect(iso(lastInstantOf(day))).toBe(iso(begins + DAY_MS - 1))
    expect(lastInstantOf(moment)).toBe(ms)
    expect(clockOf(ms)).toEqual({ day: new Date(`${day}T12:00:00Z`).getUTCDay(), minute })
    const { since, before } = boundsOfMonth(day.slice(0, 7))
    expect(since <= ms && ms < before).toBe(true)
    expect([dayOf(since), monthOf(before - 1)]).toEqual([`${day.slice(0, 7)}-01`, day.slice(0, 7)])
    expect(monthBefore(ms)).toBe(monthOf(since - DAY_MS))
    expect(formatDay(ms)).toContain(String(Number(day.slice(8))))
  })

  it('is a month before the same time there, and a period ends so', () => {
    expect(iso(addMonths(ms, 1))).toBe(iso(at(monthLater)))
    expect(iso(addMonths(ms, 12)).slice(10)).toBe(iso(ms).slice(10))
    const none = {
      status: 'PENDING',
      billingCycle: 'MONTHLY',
      currentPeriodStart: null,
      currentPeriodEnd: null,
      anchorAt: null,
    }
    expect(iso(nextPeriod(none as never, null, ms).currentPeriodEnd)).toBe(iso(at(monthLater)))
  })
})

it.each([
  ['2027-03-01T00:30:00', 'MONTHLY', ['2027-04-01', '2027-05-01', '2027-06-01']],
  ['2027-01-31T00:30:00', 'MONTHLY', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['2028-02-29T00:30:00', 'YEARLY', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['2028-03-01T00:30:00', 'YEARLY', ['2029-03-01', '2030-03-01', '2031-03-01', '2032-03-01']],
  ['2027-01-31T12:00:00', 'MONTHLY', ['2027-02-28', '2027-03-31', '2027-04-30']],
])('periods from %s in Kigali, %s', (start, billingCycle, ends) => {
  let now = at(`${start}+02:00`)
  let row = {
    status: 'PENDING',
    billingCycle,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    anchorAt: null,
  } as never
  const days = ends.map(() => {
    const period = nextPeriod(row, null, now)
    row = { status: 'ACTIVE', billingCycle, ...period } as never
    now = period.currentPeriodEnd
    return dayOf(now)
  })
  expect(days).toEqual(ends)
})
