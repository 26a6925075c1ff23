const EMOJI = String.raw`\p{RGI_Emoji}|\p{Emoji}\ufe0f`
/** Letters of scripts in which a mark between two letters tells whether they join. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]`
/** Signs that nobody sees. U+202E, which writes the following text from right to left, is left out: inputs refuse it by its name. */
const UNSEEN = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]--[\u202e]]`

const MAYBE_UNSEEN = new RegExp(`${EMOJI}|(?<=${JOINING})[\\u200c\\u200d]|(?<unseen>${UNSEEN})`, 'gv')
/** Letters and digits as wide as those of Chinese: whoever searches types the plain ones. */
const WIDE = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g
const IS_PLAIN = /^[\n\r\t\x20-\x7e\xa1-\xac\xae-\u02ff]*$/

/**
 * A text as it is kept (docs/conventions.md, Texts). What a person pastes and does not see is gone: marks of direction, joiners
 * where nothing is joined, soft hyphens, tags; emoji keep theirs. Every space is a plain one, and so are ends of lines and letters of
 * full width.
 */
export const cleanText = (text: string): string =>
  IS_PLAIN.test(text)
    ? text
    : text
        .replace(MAYBE_UNSEEN, (sign, unseen?: string) => (unseen === undefined ? sign : ''))
        .replace(/[\u2028\u2029\v\f\u0085]/g, '\n')
        .replace(/\p{Zs}/gu, ' ')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(WIDE, (sign) => sign.normalize('NFKC'))

/** A code or number without the spaces, hyphens and marks that people and programs put between its signs. */
export const codeIn = (text: string): string => text.replace(/[\s\p{Z}\p{Pd}\u2212]|(?!\u202e)\p{Cf}/gu, '')

const NAMES: Readonly<Record<string, string>> = {
  '\n': 'un retour à la ligne',
  '\r': 'un retour à la ligne',
  '\t': 'une tabulation',
  '\u202e': "un signe qui retourne le sens de l'écriture",
}

/** « un retour à la ligne (U+000A, au caractère 12) » for the first sign that a pattern refuses. */
export function describeSign(text: string, refused: RegExp): string {
  const found = refused.exec(text)
  const sign = found?.[0] ?? ''
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const name = NAMES[sign] ?? (sign.isWellFormed() ? 'un caractère de commande' : "la moitié d'un signe")
  return `${name} (${code}, au caractère ${(found?.index ?? 0) + 1})`
}
