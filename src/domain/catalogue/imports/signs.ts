/** Signs that nobody sees and no text of a product has. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u

/** Names such a sign of a text by its number: a spreadsheet shows none of them. */
export function signIn(text: string): string | undefined {
  const [sign] = HIDDEN.exec(text.replace(/[\t\r\n]/g, '')) ?? []
  const number = sign?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return number && `Le signe invisible U+${number} n'est pas admis : retapez ce texte.`
}
