import { type SQL, sql } from 'drizzle-orm'

/** Amounts without a rate are compared among themselves, after all that have one. */
const ZONE = 4_000_000_000_000_000

/**
 * An amount of a price currency as lists compare it, in thousandths of a US cent at the kept rate (docs/states.md, Catalogue).
 * The triggers that keep `products.compared_price` count like this.
 */
export const comparedPrice = (minor: SQL, currency: SQL) => sql`CASE ${currency} WHEN 'USD' THEN ${minor} * 1000 ELSE
  coalesce((SELECT min(CAST(round(${minor} * r.worth) AS INTEGER), ${sql.raw(String(ZONE - 1))}) FROM price_rates r WHERE r.currency = ${currency}),
    ${sql.raw(String(ZONE))} + ${minor}) END`

/** Condition on a price between two amounts; in a currency without a rate it finds only products of that currency. */
export function isPriced(price: SQL, currency: string, min: number | undefined, max: number | undefined): SQL {
  const compared = (minor: number) => comparedPrice(sql`${minor}`, sql`${currency}`)
  const last = max === undefined ? sql`${compared(0)} + ${sql.raw(String(ZONE - 1))}` : compared(max)
  return sql`${price} BETWEEN ${compared(min ?? 0)} AND ${last}`
}
