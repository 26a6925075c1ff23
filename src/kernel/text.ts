import slugify from 'slugify'

/** Folds accents and case, so that "Épices" is found by "epices". SQLite's lower() leaves É alone. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

const BETWEEN_WORDS = /[\s\p{Pd}\u2212\u00ad\u0027\u0060\u00b4\u2018-\u201b\u2032\u02b9-\u02bc]+/gu

/** One town is one town however it is spelled: case, accents, and which apostrophes, hyphens and spaces are in it do not count. */
export const foldCity = (city: string) => fold(city.normalize('NFKC')).replace(BETWEEN_WORDS, ' ').trim()

/** The readable end of an address: "Café du Kivu" is "cafe-du-kivu". */
export const slugOf = (text: string) =>
  slugify(text, { lower: true, strict: true, locale: 'fr' }).slice(0, 80).replace(/-$/, '') || 'article'

/** Compares without telling by its time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}

/** The beginning of a person's text, on one line: what a mail of ours quotes, so that nobody writes mails in our name. */
export function excerpt(text: string, max = 60): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`
}

/** « de » or « que » before a word, as French writes it: « de payer », « d'annuler ». */
export const elide = (particle: 'de' | 'que', word: string): string =>
  /^[aeiouyhàâéèêëîïôûù]/i.test(word) ? `${particle.slice(0, -1)}'${word}` : `${particle} ${word}`

/**
 * A query of a full-text table: rows that have words which begin as the four longest do. Each is quoted, so that nothing in it
 * is an operator.
 */
export const startsOf = (search: string) =>
  tellingWords(search.split(/\s+/), 4)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(' ')

/** What a search asks for of its words: the longest, each once and without those that begin another, because they leave the fewest. */
export function tellingWords(words: string[], most: number): string[] {
  const longest = [...new Set(words.map(fold))].toSorted((a, b) => b.length - a.length)
  return longest.filter((word, i) => !longest.slice(0, i).some((longer) => longer.startsWith(word))).slice(0, most)
}
