/**
 * Letters that Unicode does not take apart, and the plain letters that replace them. The full-text tables are filled
 * with the same table (src/db/searchable.ts).
 */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ɛ: 'e', ɔ: 'o', ŋ: 'n', ø: 'o', ł: 'l', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
  ...{ ɓ: 'b', ɗ: 'd', ɖ: 'd', ƙ: 'k', ɲ: 'n', ɩ: 'i', ɪ: 'i', ʊ: 'u', ʋ: 'v', ǝ: 'e', ə: 'e', ɣ: 'g', ƴ: 'y', ƒ: 'f' },
}

/** Letters of a search: ŋ becomes `ng`, as it is spoken. */
export const SEARCH_LETTERS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ŋ: 'ng' }

/** Each sign that people type as an apostrophe. */
export const APOSTROPHES =
  /[\u0027\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu
const HYPHENS = /[\p{Pd}\u2212\u2043]/gu
/** Signs that nobody sees: they join, part, turn or mark the signs beside them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

const lettersOf = (text: string, letters: Readonly<Record<string, string>>) =>
  text.replace(/[^\s!-~]/gu, (letter) => letters[letter] ?? letter)

const foldedBy = (text: string, letters: Readonly<Record<string, string>>) =>
  lettersOf(
    text.replace(APOSTROPHES, "'").normalize('NFKD').replace(INVISIBLE, '').replace(/\p{M}/gu, '').toLowerCase(),
    letters,
  )

const oneSpace = (text: string) => text.replace(APOSTROPHES, ' ').replace(HYPHENS, ' ').replace(/\s+/g, ' ').trim()

/**
 * One spelling of a text, to compare names, towns and references (docs/conventions.md, Texts): no case, no accents, no
 * invisible signs, plain letters, and each run of apostrophes, hyphens and spaces is one space.
 */
export const fold = (text: string): string => oneSpace(foldedBy(text, PLAIN_LETTERS))

/** The readable end of a URL: "Café du Kivu" is "cafe-du-kivu". */
export const slugOf = (text: string): string =>
  fold(text.replace(/&/g, ' et '))
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
    .slice(0, 80)
    .replace(/-$/, '') || 'article'

/** The words of a text as the full-text tables cut it. */
export const wordsOf = (text: string): string[] => foldedBy(text, SEARCH_LETTERS).match(/[\p{L}\p{N}]+/gu) ?? []

/** French words that are shortened before an apostrophe, and are no words of a search. */
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=.)/

/** Signs that separate the words of a search: all but letters, digits, apostrophes and hyphens. */
const NOT_IN_A_WORD = /[^\p{L}\p{N}'\p{Pd}\u2212\u2043]+/u

/** A word of a search, and its spellings: in one piece, or parted by spaces. */
export type SearchWord = { word: string; spellings: string[] }

/**
 * The words of a search, folded. A word with apostrophes or hyphens, or with digits before letters, may be written in
 * one piece or parted: `ng'ombe` is `ngombe` too, and `25kg` is `25 kg`.
 */
export function searchWords(text: string): SearchWord[] {
  const plain = foldedBy(text, SEARCH_LETTERS).replace(
    /(?<![\p{L}\p{N}])(\d+) +(?=\p{L}{1,3}(?![\p{L}\p{N}]))/gu,
    '$1-',
  )
  return plain.split(NOT_IN_A_WORD).flatMap((piece) => {
    const word = piece.replace(APOSTROPHES, '').replace(HYPHENS, '')
    const parted = oneSpace(piece.replace(ELIDED, ''))
    const apart = parted.replace(/(?<=\p{N})(?=\p{L})/gu, ' ')
    return word === '' ? [] : [{ word, spellings: [...new Set([word, parted, apart])] }]
  })
}

/** Typographic signs, and the plain signs that replace them. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‹': "'", '›': "'", '…': '...', '•': '*', '·': '.' },
  ...{ '×': 'x', '÷': '/', '−': '-', '№': 'No', '™': 'TM', '®': '(R)', '©': '(C)', '°': 'o', '€': 'EUR' },
}

/**
 * Writes a character in signs that a device has: the character itself, else plainer signs, such as a letter without
 * accents.
 * A missing letter of another script becomes a dot, to show its place; any other missing sign, such as an emoji, goes.
 */
function signOn(has: (sign: string) => boolean, char: string): string {
  if (has(char)) return char
  if (/\p{Zs}/u.test(char)) return has('\u00a0') ? '\u00a0' : ' '
  const apart = char.normalize('NFKD').replace(/\p{M}/gu, '')
  const signs = [...(PLAIN_SIGNS[char] ?? apart)].map((sign) => {
    const small = sign.toLowerCase()
    const plain = PLAIN_LETTERS[small]
    const letter = plain && (small === sign ? plain : plain.toUpperCase())
    return PLAIN_SIGNS[sign] ?? letter ?? sign.replace(APOSTROPHES, "'").replace(HYPHENS, '-')
  })
  const written = [...signs.join('')].filter(has).join('')
  return written || (/[\p{L}\p{N}]/u.test(char) ? '.' : '')
}

/**
 * Writes a text in the signs that a device has, such as the SMS alphabet or a font's letters. A missing sign never
 * becomes a question mark.
 */
export const inSigns = (text: string, has: (sign: string) => boolean): string =>
  [...text.normalize('NFC').replace(INVISIBLE, '')].map((char) => signOn(has, char)).join('')
