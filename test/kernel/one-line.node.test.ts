import { expect, it } from 'vitest'
import { amountOf, dayOrInstant, instant, line, prose } from '../../src/kernel/fields.ts'

const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
const takes = { line: line(1, 80), prose: prose(1, 80) }

it.each(Object.entries(takes))(
  'a %s takes nothing that turns the direction of writing, and every language',
  (_, text) => {
    const turning = signs.filter((sign) => /\p{Bidi_Control}/u.test(sign))
    expect(turning.length).toBeGreaterThanOrEqual(12)
    for (const sign of turning) expect(text.safeParse(`Aline${sign}gpj.exe`).success).toBe(false)
    for (const name of ['Ngalula-Kɔ̂ngɔ', 'محمد', 'می‌خواهم', 'Boutique 🧺 n°1', '👩‍🌾', '★'])
      expect(text.parse(name)).toBe(name)
  },
)

it('takes no control characters: in prose the ends of lines and tabs', () => {
  for (const sign of signs.filter((sign) => /\p{Cc}/u.test(sign))) {
    expect(takes.line.safeParse(`a${sign}b`).success).toBe(false)
    expect(takes.prose.safeParse(`a${sign}b`).success, sign.codePointAt(0)?.toString(16)).toBe('\t\n\r'.includes(sign))
  }
})

it.each(Object.entries(takes))('a %s of signs that nobody sees is blank', (_, text) => {
  for (const sign of [
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u034f',
    '\u3164',
    '\u2800',
    '\u0301',
    '\u{e0041}',
    '\ufe0f',
  ])
    expect(text.safeParse(sign.repeat(5)).success, sign.codePointAt(0)?.toString(16)).toBe(false)
  expect(prose(0, 10).parse('  ')).toBe('')
})

it('takes instants that stay within the years of four figures once they are in UTC', () => {
  for (const field of [instant, dayOrInstant]) {
    for (const good of ['2030-01-01T00:00:00+02:00', '9999-12-31T23:59:59Z']) expect(field.parse(good)).toBe(good)
    for (const bad of ['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', '2030-02-30T00:00:00Z', 'demain'])
      expect(field.safeParse(bad).success, bad).toBe(false)
  }
  expect(dayOrInstant.parse('2030-01-01')).toBe('2030-01-01')
})

it('says of an amount whether it is too large or has too many decimals', () => {
  expect(() => amountOf('9999999999999.99', 'USD', 'amount')).toThrow('trop grand')
  expect(() => amountOf('1.5', 'RWF', 'amount')).toThrow('sans décimales')
})
