/** Spaces between thousands, as French spreadsheets show them. */
const SPACES = '[ \\u00a0\\u2009\\u202f]'
const GROUPED = new RegExp(`^\\d{1,3}(${SPACES}\\d{3})+(?![\\d])`)

/**
 * Writes a number of a spreadsheet, French or English, in digits and at most one point: 1 250,50 and 1250.50 are
 * 1250.50.
 * @returns undefined for a text that is no number, and for 1,250.50, which has two meanings
 */
export function plainNumber(text: string): string | undefined {
  const joined = GROUPED.test(text) ? text.replace(new RegExp(SPACES, 'g'), '') : text
  const plain = joined.replace(',', '.')
  return /^\d{1,13}(\.\d+)?$/.test(plain) ? plain : undefined
}

/** Writes a whole number of a spreadsheet in digits. Excel may write decimals that are zero: 5,00. */
export function plainWhole(text: string): string | undefined {
  const plain = plainNumber(text)
  return plain === undefined || !/^\d+(\.0+)?$/.test(plain) ? undefined : plain.replace(/\..*/, '')
}
