import { type SearchWord, searchWords } from '../kernel/folding.ts'

const MOST_TERMS = 4

/**
 * A full-text query for things with words that start with each of these: at most four different ones, the longest, because
 * they leave the fewest. One letter begins half of all words, so it stands for itself. A text without a word finds nothing.
 */
export const prefixQuery = (text: string): string => termsOf(text).map(termOf).join(' AND ') || '""'

/** The words of a text, each once, without those that begin another. */
export function termsOf(text: string): SearchWord[] {
  const longest = searchWords(text).toSorted((a, b) => b.word.length - a.word.length)
  return longest
    .filter(({ word }, i) => !longest.slice(0, i).some((longer) => longer.word.startsWith(word)))
    .slice(0, MOST_TERMS)
}

/** A word is found in each of its spellings, whose words stand side by side. */
export function termOf({ spellings }: SearchWord): string {
  const phrases = spellings.map(starting).join(' OR ')
  return spellings.length === 1 ? phrases : `(${phrases})`
}

/** The words as a phrase, whose last word may continue. */
const starting = (words: string) => (/(?:^| ).$/u.test(words) ? `"${words}"` : `"${words}"*`)
