import { APOSTROPHES, SEARCH_LETTERS } from '../kernel/folding.ts'

/** Behind the last word of a brand stands a word that nobody types: how a query says that nothing follows. */
export const END_OF_BRAND = '\u{e000}'

/** Letters as both cases, because SQLite's lower() knows only a to z; the full-text tables fold case and accents themselves. */
const LETTERS = Object.entries(SEARCH_LETTERS).flatMap(([letter, plain]) =>
  [...new Set([letter, letter === 'ß' ? 'ẞ' : letter.toUpperCase()])]
    .filter((each) => each.length === 1 && each > '\x7f')
    .map((each): [string, string] => [each, plain]),
)
/** Codes from the first to the last. */
const signsBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i))
const ONES = signsBetween(0x60, 0xffff).filter((sign) => sign.isWellFormed() && sign.match(APOSTROPHES))
/** Small figures and letters, fractions, letters joined in one sign, and letters of the table with an accent: m² is m2. */
const JOINED = [signsBetween(0xa0, 0x24f), signsBetween(0x2070, 0x2089), signsBetween(0xfb00, 0xfb06)]
  .flat()
  .flatMap((sign): [string, string][] => {
    const apart = sign.normalize('NFKD').replace('\u2044', ' ').replace(/\p{M}/gu, '')
    const letter = apart === sign ? undefined : SEARCH_LETTERS[apart.toLowerCase()]
    const isJoined = /[\p{L}\p{N}]/u.test(sign) && sign.normalize('NFKD') !== sign.normalize('NFD')
    return letter || isJoined ? [[sign, letter ?? apart]] : []
  })
/** Signs that full-text tables do not fold themselves, each with its plain ones. Texts come without letters of full width. */
export const SIGNS: [string, string][] = [...LETTERS, ...ONES.map((each): [string, string] => [each, "''"]), ...JOINED]
/** Fewer than SQLite nests in one expression. */
const MOST_NESTED = 28
const LEVELS = Array.from({ length: Math.ceil(SIGNS.length / MOST_NESTED) }, (_, i) =>
  SIGNS.slice(i * MOST_NESTED, (i + 1) * MOST_NESTED),
)

const replaceSigns = (text: string, signs: [string, string][]) =>
  `${'replace('.repeat(signs.length)}${text}${signs.map(([from, to]) => `, '${from}', '${to}')`).join('')}`

/** SQL of a text as full-text tables hold it: folded as searches are (src/kernel/folding.ts), but for what the table's own cutting folds. */
export const foldInSql = (text: string): string =>
  LEVELS.reduce(
    (inner, signs, i) =>
      i === 0
        ? `(SELECT ${replaceSigns(text, signs)} AS part)`
        : `(SELECT ${replaceSigns('h.part', signs)} AS part FROM ${inner} AS h)`,
    '',
  )

/** A name, which is also found without the apostrophes and hyphens in it. */
export const searchable = (text: string): string =>
  `(SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT ${foldInSql(text)} AS words) AS w)`

/** A brand, whose end is marked before it is repeated without its apostrophes and hyphens. */
export const searchableBrand = (text: string): string =>
  `(SELECT w.words || ' ${END_OF_BRAND} ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT ${foldInSql(text)} AS words) AS w)`

/** The words of each variant of a product and its references; one without any adds nothing, as it changes nothing when it comes. */
const variantsOf = (productId: string): string =>
  `(SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = ${productId} AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL))`
export const variantWords = (productId: string): string => searchable(variantsOf(productId))

/** A name as orders are found by it, whose full-text table keeps an address one word: words apart. */
export const nameParts = (name: string): string =>
  replaceSigns(
    searchable(name),
    ['-', '.', '_', '+', '@'].map((sign) => [sign, ' ']),
  )

const ACCENTED: [letters: string, plain: string][] = [
  ['àáâãäåÀÁÂÃÄÅ', 'a'],
  ['çÇ', 'c'],
  ['èéêëÈÉÊË', 'e'],
  ['ìíîïÌÍÎÏ', 'i'],
  ['ñÑ', 'n'],
  ['òóôõöÒÓÔÕÖ', 'o'],
  ['ùúûüÙÚÛÜ', 'u'],
  ['ýÿÝ', 'y'],
]

/** A text without accents, for words that no full-text table cuts. */
export const stripAccentsInSql = (text: string): string =>
  replaceSigns(
    text,
    ACCENTED.flatMap(([letters, plain]) => [...letters].map((letter): [string, string] => [letter, plain])),
  )

/** A text with a space for each sign between words. */
export const apart = (text: string): string =>
  replaceSigns(
    text,
    ["''", ...`’-.,;:!?()/+&*«»\u{a0}"`].map((sign) => [sign, ' ']),
  )
