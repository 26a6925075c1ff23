import { SEARCH_LETTERS } from '../kernel/folding.ts'

/** Behind the last word of a brand stands a word that nobody types: how a query says that nothing follows. */
export const END_OF_BRAND = '\u{e000}'

/** Letters as both cases, because SQLite's lower() knows only a to z; the full-text tables fold case and accents themselves. */
const LETTERS = Object.entries(SEARCH_LETTERS).flatMap(([letter, plain]) =>
  [...new Set([letter, letter === 'ß' ? 'ẞ' : letter.toUpperCase()])]
    .filter((each) => each.length === 1 && each > '\x7f')
    .map((each): [string, string] => [each, plain]),
)
const APOSTROPHES = ['’', '‘', 'ʼ', 'ʻ', '`', '´', '′', 'ꞌ'].map((each): [string, string] => [each, "''"])
const SIGNS = [...LETTERS, ...APOSTROPHES]
/** Fewer than SQLite nests in one expression. */
const HALF = Math.ceil(SIGNS.length / 2)

const replaced = (text: string, signs: [string, string][]) =>
  `${'replace('.repeat(signs.length)}${text}${signs.map(([from, to]) => `, '${from}', '${to}')`).join('')}`

/** SQL of a text as full-text tables hold it: folded as searches are (src/kernel/folding.ts), but for what the table's own cutting folds. */
export const folded = (text: string): string =>
  `(SELECT ${replaced('h.half', SIGNS.slice(HALF))} FROM (SELECT ${replaced(text, SIGNS.slice(0, HALF))} AS half) AS h)`

/** A name, which is also found without the apostrophes and hyphens in it. */
export const searchable = (text: string): string =>
  `(SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT ${folded(text)} AS words) AS w)`

/** A brand, whose end is marked before it is repeated without its apostrophes and hyphens. */
export const searchableBrand = (text: string): string =>
  `(SELECT w.words || ' ${END_OF_BRAND} ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT ${folded(text)} AS words) AS w)`
