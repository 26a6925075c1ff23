import { expect, it } from 'vitest'
import { amountOf, code6, dayOrInstant, instant, line, prose } from '#kernel/fields.ts'

const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
const takes = { line: line(1, 80), prose: prose(1, 80) }

it.each(Object.entries(takes))('a %s loses what nobody sees, and takes every language', (_, text) => {
  const turning = signs.filter((sign) => /\p{Bidi_Control}/u.test(sign))
  expect(turning.length).toBeGreaterThanOrEqual(12)
  for (const sign of [
    ...turning.filter((each) => each !== '\u202e'),
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u{e0041}',
    '\u200d',
  ])
    expect(text.parse(`Aline${sign}gpj.exe${sign}`), sign.codePointAt(0)?.toString(16)).toBe('Alinegpj.exe')
  for (const space of ['\u00a0', '\u2009', '\u202f', '\u3000']) expect(text.parse(`a${space}b`)).toBe('a b')
  expect(text.parse('a\u2011b\u2010c')).toBe('a-b-c')
  for (const name of ['Ngalula-Kɔ̂ngɔ', 'محمد', 'می‌خواهم', 'Boutique 🧺 n°1', '👩‍🌾', '👩🏾‍🌾❤️🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿', '★'])
    expect(text.parse(name)).toBe(name)
})

const said = (text: string, field = takes.line) => field.safeParse(text).error?.issues.map(({ message }) => message)

it('says which sign is refused, and at which place', () => {
  expect(said('Robe \u202eessedut')).toEqual([
    "Ce texte contient un signe qui retourne le sens de l'écriture (U+202E, au caractère 6).",
  ])
  expect(said('a\nb')).toEqual(['Ce texte contient un retour à la ligne (U+000A, au caractère 2).'])
  expect(said('a\u0007', takes.prose)).toEqual(['Ce texte contient un caractère de commande (U+0007, au caractère 2).'])
  expect(said('a\ud83d', takes.prose)).toEqual(["Ce texte contient la moitié d'un signe (U+D83D, au caractère 2)."])
})

it('takes no control characters: in prose the ends of lines, which are of one kind, and tabs', () => {
  for (const sign of signs.filter((sign) => /[\p{Cc}\u2028\u2029]/u.test(sign))) {
    expect(takes.line.safeParse(`a${sign}b`).success, sign.codePointAt(0)?.toString(16)).toBe(false)
    const kept = takes.prose.safeParse(`a${sign}b`)
    expect(kept.success, sign.codePointAt(0)?.toString(16)).toBe('\t\n\r\v\f\u0085\u2028\u2029'.includes(sign))
    if (kept.success) expect(kept.data).toBe('\t\r'.includes(sign) ? `a${sign}b` : 'a\nb')
  }
})

it.each(['123 456', '123\u00a0456', '123-456', ' \u202a123\u2011456\u202c '])('%j is the code 123456', (code) => {
  expect(code6.parse(code)).toBe('123456')
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
