import { type SQL, sql } from 'drizzle-orm'
import { termOf, termsOf } from '#db/search-terms.ts'
import { END_OF_BRAND } from '#db/searchable.ts'
import { wordsOf } from '#kernel/folding.ts'

/** The shortest word that may be misspelled, the most words that it may stand for, and the most that are checked for being on sale. */
const LEAST_FORGIVEN = 5
const MOST_MEANT = 10
const MOST_NEAR = 100

/**
 * The full-text query of a text, as SQL text, which forgives one wrong letter: a word of five letters or more that begins no word on sale
 * also stands for words that differ by a letter, or sound like it (decision 10).
 */
export function forgivingQuery(text: string): SQL {
  const terms = termsOf(text).map((term) =>
    term.word.length < LEAST_FORGIVEN || term.spellings.length > 1 || /[^a-z]/.test(term.word)
      ? sql`${termOf(term)}`
      : sql`'(' || ${termOf(term)} || ${otherWords(term.word)} || ')'`,
  )
  return terms.length === 0 ? sql`${'""'}` : sql.join(terms, sql` || ' AND ' || `)
}

/** Whether a word, of letters a to z, is in a name or brand on sale. */
export const isOnSaleWord = (word: SQL) =>
  sql`EXISTS (SELECT 1 FROM products_search WHERE products_search MATCH '{name brand} : "' || ${word} || '"')`

const otherWords = (word: string) => sql`iif(
  EXISTS (SELECT 1 FROM products_search WHERE products_search MATCH ${`{name brand} : "${word}"*`}), '',
  coalesce((SELECT group_concat(' OR "' || meant.word || '"*', '') FROM (
    SELECT near.word FROM (
      SELECT DISTINCT s.word FROM search_spellings s WHERE s.near IN (SELECT value FROM json_each(${JSON.stringify(spellingsOf(word))}))
      LIMIT ${MOST_NEAR}) near
    WHERE ${isOnSaleWord(sql`near.word`)} LIMIT ${MOST_MEANT}) meant), ''))`

/** A word as it sounds, and with each of its letters left out: the trigger on search_words stores the same. */
export function spellingsOf(word: string): string[] {
  const plain = word.replaceAll('ph', 'f').replace(/[sx]$/, '')
  return [...new Set([plain, ...Array.from(plain, (_, i) => plain.slice(0, i) + plain.slice(i + 1))])]
}

/** A full-text query for a brand that is exactly these words. */
export const wholeBrand = (text: string) => `^ "${[...wordsOf(text), END_OF_BRAND].join(' ')}"`

/** Full-text conditions for each of these places: the table stores an id without its hyphens, as one word. */
export const atPlaces = (places: (string | undefined)[]) =>
  places
    .filter((place) => place !== undefined)
    .map((place) => `place : "${(place.replaceAll('-', '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')}"`)
