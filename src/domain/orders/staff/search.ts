import { type SQL, sql } from 'drizzle-orm'
import { prefixQuery } from '#db/search-terms.ts'
import type { Ctx } from '#domain/core/context.ts'
import { yearOf } from '#kernel/period.ts'
import { msisdn } from '#kernel/phone.ts'

/** A walk over orders, the newest first: a FROM with its WHERE, its ORDER BY, and the condition for orders after one of them. */
export type Walk = { from: SQL; order: SQL; after: (id: string) => SQL }

/** A number without its letters must begin with a year of this century: « 0991 234567 » is a telephone. */
const NUMBER = /^(?:cmd[\s-]*|(?=20))(\d{4})[\s-]+(\d{1,9})$/i
const DIGITS = /^\d{1,7}$/
const LETTERS = /^cmd[\s-]*(\d{0,4})[\s-]*$/i
const PHONE = /^\+?[\d\s().\p{Pd}\u2212\p{Cf}/]{7,}$/u

/**
 * Finds orders by number, whole or digits alone; by a telephone number of the buyer or payer, however it is written; by the buyer's e-mail
 * or name, from the start of a word (docs/states.md, Who sees an order).
 */
export function findOrders(ctx: Ctx, search: string): Walk {
  const numbers = numbersIn(ctx, search.trim())
  if (numbers) return byNumber(numbers)
  return {
    from: sql`orders_search CROSS JOIN search_keys k ON k.row = orders_search.rowid CROSS JOIN orders t ON t.id = k.thing_id
      WHERE orders_search MATCH ${matchOf(search.trim())}`,
    order: sql`orders_search.rowid DESC`,
    after: (id) => sql`orders_search.rowid < (SELECT l.row FROM search_keys l WHERE l.thing_id = ${id})`,
  }
}

const byNumber = (numbers: string[]): Walk => ({
  from: sql`orders t WHERE t.number IN (SELECT n.value FROM json_each(${JSON.stringify(numbers)}) n)`,
  order: sql`t.number DESC`,
  after: (id) => sql`t.number < (SELECT l.number FROM orders l WHERE l.id = ${id})`,
})

/** The order numbers that a text may mean; digits alone mean this year or the one before. */
function numbersIn(ctx: Ctx, text: string): string[] | undefined {
  const [, year, digits] = NUMBER.exec(text) ?? []
  if (year && digits) return [numberOf(year, digits)]
  // A text of signs alone finds nothing.
  if (PHONE.test(text) && !/[1-9]/.test(text)) return []
  if (DIGITS.test(text)) return [0, 1].map((ago) => numberOf(String(Number(yearOf(ctx.now)) - ago), text))
  return LETTERS.test(text) ? [] : undefined
}

const numberOf = (year: string, digits: string) => `CMD-${year}-${digits.padStart(6, '0')}`

function matchOf(text: string): string {
  if (PHONE.test(text)) return `{phone payers} : (${phonesIn(text).join(' OR ')})`
  if (text.includes('@')) return `email : "${text.toLowerCase().replaceAll('"', '""')}"*`
  return `{name email} : (${prefixQuery(text)})`
}

/** The numbers that a text may mean in each country; an incomplete number is a beginning. */
function phonesIn(text: string): string[] {
  const whole = [msisdn(text), msisdn(text, 'CD'), msisdn(text, 'RW')].filter((phone) => phone !== undefined)
  if (whole.length > 0) return [...new Set(whole)].map((phone) => `"${phone}"`)
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return [digits, `243${digits}`, `250${digits}`].map((start) => `"${start}"*`)
}
