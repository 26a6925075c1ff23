/**
 * Letters that Unicode does not take apart into a plain one and its signs, and the plain ones that stand for them. The
 * full-text tables are filled through the same table (src/db/searchable.ts).
 */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ɛ: 'e', ɔ: 'o', ŋ: 'n', ø: 'o', ł: 'l', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
  ...{ ɓ: 'b', ɗ: 'd', ɖ: 'd', ƙ: 'k', ɲ: 'n', ɩ: 'i', ɪ: 'i', ʊ: 'u', ʋ: 'v', ǝ: 'e', ə: 'e', ɣ: 'g', ƴ: 'y', ƒ: 'f' },
}

/** In a search ŋ is written as it is spoken. */
export const SEARCH_LETTERS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ŋ: 'ng' }

/** Each sign that people type for an apostrophe. */
export const APOSTROPHES =
  /[\u0027\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu
const HYPHENS = /[\p{Pd}\u2212\u2043]/gu
/** Signs that nobody sees: they join, part, turn or mark what stands beside them. */
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
 * One spelling of a text, by which names, towns and references are the same (docs/conventions.md, Texts): without case,
 * accents and signs that nobody sees, its letters plain, and each run of apostrophes, hyphens and spaces one space.
 */
export const fold = (text: string): string => oneSpace(foldedBy(text, PLAIN_LETTERS))

/** The readable end of an address: "Café du Kivu" is "cafe-du-kivu". */
export const slugOf = (text: string): string =>
  fold(text.replace(/&/g, ' et '))
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
    .slice(0, 80)
    .replace(/-$/, '') || 'article'

/** The words of a text as the full-text tables cut it. */
export const wordsOf = (text: string): string[] => foldedBy(text, SEARCH_LETTERS).match(/[\p{L}\p{N}]+/gu) ?? []

/** Before a French apostrophe, and no word of its own. */
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=.)/

/** Parts the words of a search: all but letters, digits, apostrophes and hyphens. */
const NOT_IN_A_WORD = /[^\p{L}\p{N}'\p{Pd}\u2212\u2043]+/u

/** A word of a search, and the ways in which it may be written: together, or parted by spaces. */
export type SearchWord = { word: string; spellings: string[] }

/**
 * The words of a search, folded. Apostrophes and hyphens part one that may also be written without them, as digits and the
 * letters behind them do: `ng'ombe` is `ngombe` too, and `25kg` is `25 kg`.
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

/** Signs of ours and of word processors in letters of a telegram. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‹': "'", '›': "'", '…': '...', '•': '*', '·': '.' },
  ...{ '×': 'x', '÷': '/', '−': '-', '№': 'No', '™': 'TM', '®': '(R)', '©': '(C)', '°': 'o', '€': 'EUR' },
}

/**
 * The sign itself where a device has it, else plainer ones which it has: a letter without its accents, and none for what has
 * no letter, such as an emoji. A letter of another writing is a dot, because its place tells that something stands there.
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

/** A text in the signs that a device has, such as the alphabet of SMS or the letters of a font; never a question mark for one. */
export const inSigns = (text: string, has: (sign: string) => boolean): string =>
  [...text.normalize('NFC').replace(INVISIBLE, '')].map((char) => signOn(has, char)).join('')
