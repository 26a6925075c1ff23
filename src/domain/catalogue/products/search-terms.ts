import { tellingWords } from '../../../kernel/text.ts'

const MOST_TERMS = 4

/** The words of a text as the full-text table cuts it; nothing of its query language is left in them. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * A full-text query for things with words that start with each of these: at most four different ones, the longest, because
 * they leave the fewest. One letter begins half of all words, so it stands for itself. A text without a word finds nothing.
 */
export function prefixQuery(text: string): string {
  const words = tellingWords(wordsOf(text), MOST_TERMS)
  const terms = words.map((word) => (word.length > 1 ? `"${word}"*` : `"${word}"`))
  return terms.join(' AND ') || '""'
}

/** A full-text query for a column that starts with exactly these words. */
export const anchoredPhrase = (text: string) => `^ "${wordsOf(text).join(' ')}"`

/** Full-text conditions for what stands at each of these places: an id, without its hyphens, is one word there. */
export const atPlaces = (places: (string | undefined)[]) =>
  places
    .filter((place) => place !== undefined)
    .map((place) => `place : "${wordsOf(place.replaceAll('-', '')).join(' ')}"`)
