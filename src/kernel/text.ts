/** Compares two texts in a time that does not tell at which place they differ. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}

/** Signs that never join the signs beside them. */
const SINGLE = /^[\x20-\x7e\xa0-\u02ff]*$/

/** The characters of a text as people see them: an emoji with its parts is one character, and so is a letter with its accents. */
export const charactersOf = (text: string): string[] =>
  SINGLE.test(text) ? [...text] : Array.from(new Intl.Segmenter('fr').segment(text), ({ segment }) => segment)

/** The beginning of a text: at most `most` UTF-16 units, and only whole characters. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  if (SINGLE.test(text)) return text.slice(0, most)
  let end = 0
  // The text far behind the bound is not segmented: the last whole character begins before the bound.
  for (const { segment, index } of new Intl.Segmenter('fr').segment(text.slice(0, most + 64))) {
    if (index + segment.length > most) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** The beginning of a person's text on one line. Our mails quote only this much, so that nobody writes mails in our name. */
export function excerpt(text: string, max = 60): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= max ? line : `${beginningOf(line, max - 1).trimEnd()}…`
}

/** « de » or « que » before a word, as French writes it: « de payer », « d'annuler ». */
export const elide = (particle: 'de' | 'que', word: string): string =>
  /^[aeiouyhàâéèêëîïôûù]/i.test(word) ? `${particle.slice(0, -1)}'${word}` : `${particle} ${word}`
