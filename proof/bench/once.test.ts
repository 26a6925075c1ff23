import { reset } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MARKET } from '#testing/bindings.ts'
import type { Market } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { signIn } from './people.ts'
import { messageOf } from './requests.ts'
import { ADMIN, RIDER, SELLERS, SHOPPER, seedStatements, sellerOfProduct } from './seed.ts'

// docs/proof.md, Benchmark: its market and its requests satisfy the rules of today. `npm run bench` takes too long to run every time.

const PRODUCTS = 1000
const send = (input: URL | RequestInfo, init?: RequestInit) => exports.default.fetch(new Request(String(input), init))
const market: Market = { products: PRODUCTS, people: [], fresh: () => '1000000' }

beforeAll(async () => {
  for (const statement of seedStatements(PRODUCTS)) await env.DB.prepare(statement).run()
  for (const user of [0, sellerOfProduct(PRODUCTS - 1), SELLERS, ADMIN, RIDER, SHOPPER]) {
    market.people[user] = await signIn(new URL(MARKET), user, send)
  }
})
// The laws, which are held when a file is done, know nothing of rows that no verb wrote.
afterAll(() => reset())

it.each(OPERATIONS)('$name: its request succeeds', async ({ ask }) => {
  const { path, body = null, ...message } = messageOf(ask(0, market))
  const response = await send(new URL(path, MARKET), { ...message, body })
  expect(response.status, await response.text()).toBeLessThan(300)
})
