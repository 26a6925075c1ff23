import { expect, it, vi } from 'vitest'
import { FORMATS, formatDay, formatInstant, formatMoney, inFrench } from '#kernel/format.ts'

it.each([
  [1250, 'USD', '12,50 USD', '12.50 USD'],
  [1200, 'USD', '12 USD', '12 USD'],
  [5, 'USD', '0,05 USD', '0.05 USD'],
  [3_700_000, 'CDF', '37 000 CDF', '37,000 CDF'],
  [3_700_050, 'CDF', '37 000,50 CDF', '37,000.50 CDF'],
  [100_000, 'CDF', '1 000 CDF', '1,000 CDF'],
  [99_900, 'CDF', '999 CDF', '999 CDF'],
  [1_250, 'RWF', '1 250 RWF', '1,250 RWF'],
  [1_000_000_000_000, 'USD', '10 000 000 000 USD', '10,000,000,000 USD'],
  [0, 'CDF', '0 CDF', '0 CDF'],
  [-123_450, 'USD', '-1 234,50 USD', '-1,234.50 USD'],
] as const)('%i %s is « %s », in English "%s"', (amountMinor, currency, french, english) => {
  expect(FORMATS.fr.money({ amountMinor, currency })).toBe(french)
  expect(FORMATS.en.money({ amountMinor, currency })).toBe(english)
  expect(formatMoney({ amountMinor, currency })).toBe(french)
})

it.each([
  [Date.UTC(2026, 10, 22, 7, 45), '22 novembre 2026', '09:45', '22 November 2026'],
  [Date.UTC(2026, 7, 31, 21, 59, 59, 999), '31 août 2026', '23:59', '31 August 2026'],
  [Date.UTC(2026, 11, 31, 22), '1er janvier 2027', '00:00', '1 January 2027'],
  [Date.UTC(2026, 1, 11, 10, 5), '11 février 2026', '12:05', '11 February 2026'],
] as const)('an instant is said in the time of Lubumbashi: %i is the « %s » at %s', (ms, french, time, english) => {
  expect([FORMATS.fr.day(ms), FORMATS.en.day(ms)]).toEqual([french, english])
  expect(FORMATS.fr.instant(ms)).toBe(`${french} à ${time} (UTC+2)`)
  expect(FORMATS.en.instant(ms)).toBe(`${english} at ${time} (UTC+2)`)
  expect([formatDay(ms), formatInstant(ms)]).toEqual([FORMATS.fr.day(ms), FORMATS.fr.instant(ms)])
})

it.each([
  [1, '1 minute', '1 minute'],
  [45, '45 minutes', '45 minutes'],
  [119, '119 minutes', '119 minutes'],
  [120, '2 heures', '2 hours'],
  [200, '3 heures', '3 hours'],
  [2880, '2 jours', '2 days'],
  [10_080, '7 jours', '7 days'],
] as const)('%i minutes are about « %s »', (minutes, french, english) => {
  expect([FORMATS.fr.span(minutes), FORMATS.en.span(minutes)]).toEqual([french, english])
})

it("somebody's own words stay as they are, and ours come in the language asked for", () => {
  const late = { fr: 'Trop tard.', en: 'Too late.' }
  expect([FORMATS.fr.said(late), FORMATS.en.said(late), inFrench(late)]).toEqual([
    'Trop tard.',
    'Too late.',
    'Trop tard.',
  ])
  expect([FORMATS.fr.said('Rupture'), FORMATS.en.said('Rupture')]).toEqual(['Rupture', 'Rupture'])
})

it('a second text makes no second format', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (const { day, instant } of Object.values(FORMATS)) [day(0), instant(0)]
  const before = made.mock.calls.length
  for (const { day, instant } of Object.values(FORMATS)) [day(1), instant(1)]
  expect(made.mock.calls.length).toBe(before)
  made.mockRestore()
})
