/** Spaces between thousands, as French spreadsheets show them. */
const SPACES = '[ \\u00a0\\u2009\\u202f]'
const GROUPED = new RegExp(`^\\d{1,3}(${SPACES}\\d{3})+(?![\\d])`)

/**
 * A number as a spreadsheet of Kinshasa or London writes it, in digits and at most one point: 1 250,50 and 1250.50 are one.
 * @returns undefined for what cannot be one, and for 1,250.50, of which nobody can say what it means
 */
export function plainNumber(text: string): string | undefined {
  const joined = GROUPED.test(text) ? text.replace(new RegExp(SPACES, 'g'), '') : text
  const plain = joined.replace(',', '.')
  return /^\d{1,13}(\.\d+)?$/.test(plain) ? plain : undefined
}

/** The same of a whole number, which Excel may write with decimals of nothing: 5,00. */
export function plainWhole(text: string): string | undefined {
  const plain = plainNumber(text)
  return plain === undefined || !/^\d+(\.0+)?$/.test(plain) ? undefined : plain.replace(/\..*/, '')
}
