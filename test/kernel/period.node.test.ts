import { describe, expect, it } from 'vitest'
import { groupOf, reportDays } from '#kernel/period.ts'

/** One o'clock in the night of 23 November, in UTC+2. */
const NOW = Date.parse('2026-11-22T23:00:00Z')
const days = (from?: string, to?: string) => Object.values(reportDays({ from, to }, NOW))

describe('the days of a report', () => {
  it.each([
    ['the last thirty', [], ['2026-10-25', '2026-11-23']],
    ['to today', ['2026-11-20'], ['2026-11-20', '2026-11-23']],
    ['thirty up to a day', [undefined, '2026-03-01'], ['2026-01-31', '2026-03-01']],
    ['a day alone', ['2026-11-23', '2026-11-23'], ['2026-11-23', '2026-11-23']],
    ['a day to come', ['2026-12-01'], ['2026-12-01', '2026-12-01']],
    ['those that instants touch', ['2026-11-20T23:00:00Z', '2026-11-22T22:00:00.000Z'], ['2026-11-21', '2026-11-22']],
    ['a leap year', ['2024-01-01', '2024-12-31'], ['2024-01-01', '2024-12-31']],
  ])('%s', (_, query, expected) => {
    expect(days(...query)).toEqual(expected)
  })

  it('are 366 at most, and begin before they end', () => {
    expect(days('2025-11-23')).toEqual(['2025-11-23', '2026-11-23'])
    expect(() => days('2025-11-22')).toThrow()
    expect(() => days('2026-11-23', '2026-11-22')).toThrow()
    expect(() => days('2026-11-22T10:00:00Z', '2026-11-22T10:00:00Z')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: [expect.objectContaining({ field: 'to' })] }),
    )
    expect(days('2026-11-22T10:00:00Z', '2026-11-22T10:00:00.001Z')).toEqual(['2026-11-22', '2026-11-22'])
    expect(() => days('2025-01-01T12:00:00Z', '2026-01-02T12:00:00Z')).toThrow()
  })
})

it('a day belongs to its week by Monday, also over the new year, and to its month', () => {
  expect(['2026-11-23', '2026-11-29', '2027-01-03', '2026-11-22'].map((day) => groupOf(day, 'week'))).toEqual([
    ...['2026-11-23', '2026-11-23', '2026-12-28', '2026-11-16'],
  ])
  expect([groupOf('2027-01-03', 'month'), groupOf('2027-01-03', 'day')]).toEqual(['2027-01', '2027-01-03'])
})
