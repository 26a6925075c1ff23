import * as z from 'zod'
import type { HttpAnswer } from './http-call.ts'
import type { Transaction } from './mbiyopay-answers.ts'
import { transactionOf } from './mbiyopay-answers.ts'

const ROWS = ['data', 'transactions', 'items']

const Page = z.object({
  current_page: z.coerce.number(),
  last_page: z.coerce.number().optional().catch(undefined),
  per_page: z.coerce.number().optional().catch(undefined),
  total: z.coerce.number().optional().catch(undefined),
})

type TransactionList = { transactions: Transaction[]; hasMore: boolean }

/** Pages of a hundred rows. */
const PAGES_AT_MOST = 200

/**
 * The rows of all pages of a list, in the order they came.
 * @returns why it could not be read to its end: `MORE_PAGES` of a list that repeats a page or never ends
 */
export async function walk(ask: (page: number) => Promise<HttpAnswer>): Promise<Transaction[] | string> {
  const all: Transaction[] = []
  let last = ''
  for (let page = 1; page <= PAGES_AT_MOST; page++) {
    const answer = await ask(page)
    if (answer.kind !== 'answer') return answer.detail
    const list = answer.status === 200 ? transactionList(answer.body) : undefined
    if (!list) return `HTTP_${answer.status}`
    const said = JSON.stringify(list.transactions)
    // A service that does not know `page` answers the first one for ever.
    if (page > 1 && said === last) return 'MORE_PAGES'
    last = said
    all.push(...list.transactions)
    if (!list.hasMore) return all
  }
  return 'MORE_PAGES'
}

/**
 * The rows of a list whose wrapping is not documented: bare, in `data`, or one level deeper as frameworks paginate.
 * @returns undefined when no list is found
 */
function transactionList(body: unknown): TransactionList | undefined {
  const around = [body, fieldOf(body, 'data'), fieldOf(body, 'meta'), fieldOf(fieldOf(body, 'data'), 'meta')]
  const rows = [body, ...around.slice(0, 2).flatMap((level) => ROWS.map((name) => fieldOf(level, name)))]
  const list = rows.find((value) => Array.isArray(value))
  if (!Array.isArray(list)) return undefined
  return {
    transactions: list.map(transactionOf).filter((row) => row !== undefined),
    hasMore: around.some(promisesMore),
  }
}

function promisesMore(level: unknown): boolean {
  if (typeof fieldOf(level, 'next_page_url') === 'string') return true
  const page = Page.safeParse(level).data
  if (!page) return false
  const { current_page: current, last_page: last = 0, per_page: perPage = 0, total = 0 } = page
  return last > current || (perPage > 0 && total > current * perPage)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
