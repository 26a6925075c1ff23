import { describe, expect, it } from 'vitest'
import { fold, slugOf } from '#kernel/folding.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { COUNTRIES, countryCodes, maskEmail, maskPhone, msisdn } from '#kernel/phone.ts'
import { beginningOf, elide, excerpt, sameText } from '#kernel/text.ts'
import { addMonths, DAY_MS, HOUR_MS, iso, isoOrNull, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

it('the countries served', () => {
  expect(countryCodes).toEqual(['CD', 'RW'])
  expect(COUNTRIES).toEqual({
    CD: {
      dialling: '243',
      alpha3: 'COD',
      currencies: ['USD', 'CDF'],
      networks: ['vodacom', 'airtel', 'orange', 'africell'],
    },
    RW: { dialling: '250', alpha3: 'RWA', currencies: ['RWF'], networks: ['mtn', 'airtel'] },
  })
})

describe('msisdn', () => {
  it.each([
    ['243810000001', undefined, '243810000001'],
    ['+243 81 000.00-01', undefined, '243810000001'],
    ['00243(81)000/0001', undefined, '243810000001'],
    ['243\u00a0810000001', undefined, '243810000001'],
    ['810000001', 'CD', '243810000001'],
    ['0810000001', 'CD', '243810000001'],
    ['0788123456', 'RW', '250788123456'],
    ['0243810000001', undefined, '243810000001'],
    ['\u202a+243 810\u2011000–001\u202c', undefined, '243810000001'],
    ['+810000001', undefined, '810000001'],
    ['8100000011', 'CD', '8100000011'],
    ['123456789012345', 'CD', '123456789012345'],
    ['+243 0 81 000 00 01', undefined, '243810000001'],
    ['24300810000001', undefined, '243810000001'],
    ['2500788123456', 'RW', '250788123456'],
    ['810000243', 'CD', '243810000243'],
    ['243810000', 'CD', '243243810000'],
  ] as const)('%s in %s is %s', (input, country, digits) => {
    expect(msisdn(input, country)).toBe(digits)
  })

  it.each([
    '12345678',
    '1234567890123456',
    '24381000000a',
    'a243810000001',
    '243+810000001',
    '',
    '++243810000001',
    '24381000001',
    '2438100000012',
    '243081000001',
    '25078812345',
    '2507881234567',
    '243000000000',
    '01234567890',
    '\u202e243810000001',
  ])('%s is refused', (input) => {
    expect(msisdn(input, 'CD')).toBeUndefined()
  })
})

it('masks keep the ends only', () => {
  expect(maskPhone('243810000789')).toBe('243••••••789')
  expect(maskPhone('123456')).toBe('123•456')
  expect(maskEmail('amani@example.com')).toBe('a•••@example.com')
  expect(maskEmail('a@example.com')).toBe('a•••@example.com')
})

it.each(['810000001', '0810000001', '0788123456'])('%s is no number where its country is not known', (number) => {
  expect(msisdn(number)).toBeUndefined()
})

it.each([
  ['Épices du Kivu Ÿ', 'epices du kivu y'],
  ['Œufs à la Bœuf, ÆØŁß', 'oeufs a la boeuf, aeolss'],
  ['Mbɔ́tɛ ya Ŋgɔma', 'mbote ya ngoma'],
  ['N’Djili – Mayi', 'n djili mayi'],
  ["n'djili\u2011mayi\u00a0", 'n djili mayi'],
  ['So\u200bko\u00ad \u2060Ki\u{e0041}vu\u0332', 'soko kivu'],
  ['Ｋｉｖｕ ﬁn', 'kivu fin'],
])('%j is folded to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('slugs read, are bounded and never empty', () => {
  expect(slugOf('Café du Kivu & fils!')).toBe('cafe-du-kivu-et-fils')
  expect(slugOf('x'.repeat(100))).toBe('x'.repeat(80))
  expect(slugOf('???')).toBe('article')
})

it.each([
  ['abc', 'abc', true],
  ['', '', true],
  ['abc', 'abd', false],
  ['bbc', 'abc', false],
  ['abc', 'abcabc', false],
  ['abcabc', 'abc', false],
  ['a', '', false],
  ['', 'a', false],
  ['\u0000', '', false],
  // Differences that would cancel each other out if they were not gathered.
  ['aa', 'bb', false],
  ['ab', 'ba', false],
])('sameText: %j and %j: %s', (a, b, same) => {
  expect(sameText(a, b)).toBe(same)
})

it('spans of time and instants', () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1000, 60_000, 3_600_000, 86_400_000])
  expect(iso(1_790_000_000_001)).toBe('2026-09-21T14:13:20.001Z')
  expect(isoOrNull(0)).toBe('1970-01-01T00:00:00.000Z')
  expect(isoOrNull(null)).toBeNull()
})

it.each([
  ['2026-01-15T08:00:00.000Z', 1, '2026-02-15T08:00:00.000Z'],
  ['2026-01-31T08:00:00.000Z', 1, '2026-02-28T08:00:00.000Z'],
  ['2027-12-31T23:59:59.999Z', 2, '2028-02-29T23:59:59.999Z'],
  ['2026-05-31T00:00:00.000Z', 1, '2026-06-30T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
  ['2026-03-31T00:00:00.000Z', -1, '2026-02-28T00:00:00.000Z'],
  ['2026-11-30T10:00:00.000Z', 1, '2026-12-30T10:00:00.000Z'],
])('addMonths: %s and %i months is %s', (from, months, to) => {
  expect(iso(addMonths(Date.parse(from), months))).toBe(to)
})

it('a page begins after those before it', () => {
  expect(offsetOf({ page: 1, limit: 20 })).toBe(0)
  expect(offsetOf({ page: 3, limit: 20 })).toBe(40)
  expect(pagination({ page: 2, limit: 20 }, 41)).toEqual({ page: 2, limit: 20, total: 41, totalPages: 3 })
  expect(pagination({ page: 1, limit: 20 }, 0)).toEqual({ page: 1, limit: 20, total: 0, totalPages: 0 })
})

it.each([
  ['annuler', "d'annuler"],
  ['expédier', "d'expédier"],
  ['écrire', "d'écrire"],
  ['honorer', "d'honorer"],
  ['refuser', 'de refuser'],
])('« de » before « %s » is « %s »', (word, elided) => {
  expect(elide('de', word)).toBe(elided)
})

it('a text is cut by whole characters', () => {
  for (const before of [56, 57, 58, 59]) {
    const cut = excerpt(`${'y'.repeat(before)}👩🏾‍🌾😀e\u0301 fin du titre`)
    expect(cut).toMatch(/^y+(?:😀)?…$/u)
    expect(cut.isWellFormed()).toBe(true)
  }
  expect(beginningOf('abc👩🏾‍🌾', 9)).toBe('abc')
  expect(beginningOf('abe\u0301', 3)).toBe('ab')
  expect(beginningOf('Été', 2)).toBe('Ét')
})
