/** A number as a spreadsheet shortens it: its other digits are lost, so it names no article. */
const SHORTENED = /^[+-]?\d([.,]\d+)?E[+-]\d{2,3}$/i

/** The fault of a reference that a spreadsheet shortened; undefined for any other. */
export const shortenedIn = (sku: string): string | undefined =>
  SHORTENED.test(sku)
    ? `« ${sku} » est un nombre que le tableur a raccourci : mettez cette colonne au format texte et retapez la référence.`
    : undefined

/** Invisible signs, which no text of a product has. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u

/**
 * The fault of a text that has an invisible sign, named by its number, because a spreadsheet does not show it; undefined if it has none.
 */
export function signIn(text: string): string | undefined {
  const [sign] = HIDDEN.exec(text.replace(/[\t\r\n]/g, '')) ?? []
  const number = sign?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return number && `Le signe invisible U+${number} n'est pas admis : retapez ce texte.`
}
