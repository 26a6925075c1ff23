import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forgetDeleted } from '../../src/domain/catalogue/products/forget-deleted.ts'
import * as of from '../../src/kernel/limits.ts'
import { type Answer, call } from '../api.ts'
import { contextNow } from '../fixtures/context.ts'
import { all, first, run } from '../fixtures/database.ts'
import { ADDRESS } from '../fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder } from '../fixtures/orders.ts'
import { signUp } from '../fixtures/people.ts'
import { createProduct, newCategory, variant } from '../fixtures/products.ts'
import { newShopkeeper } from '../fixtures/shops.ts'

// What one account can leave in the database in a day: the largest input of each operation, as often as a day allows.

/** In MB. Whoever paid an order writes messages too, which nobody else can. */
const MOST_OF_A_FREE_ACCOUNT = 27
const MOST_WITH_MESSAGES = 40

const wide = (n: number) => '漢'.repeat(n)
const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${wide(39)}${i}`, wide(100)] as const))
const heavyVariant = (i: number) => variant({ name: `${wide(79)}${i}`, sku: `${wide(59)}${i}`, attributes })
const ok = (answer: Answer, status = 201) => {
  expect(answer.status, JSON.stringify(answer.error)).toBe(status)
  return answer.data
}

/** Bytes of all columns of all rows, texts that are searched among them; indexes are as much again at most. */
async function bytesKept(): Promise<number> {
  const columns = await all<{ name: string; column: string }>(
    `SELECT m.name, c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT GLOB '_cf*' AND m.name NOT GLOB 'sqlite*' AND m.name NOT GLOB '*_search_[di]*'`,
  )
  let sum = 0
  for (const [name, some] of Map.groupBy(columns, (one) => one.name)) {
    const row = some.map(({ column }) => `coalesce(length(CAST("${column}" AS BLOB)), 0)`).join(' + ')
    sum += (await first<{ n: number }>(`SELECT coalesce(sum(${row}), 0) AS n FROM "${name}"`))?.n ?? 0
  }
  return sum
}

const market = await newMarket()
const { seller, buyer, productId, variantId } = market
const category = await newCategory()
const texts = { name: wide(100), description: wide(1000), brand: wide(80) }
const variants = JSON.stringify([0, 1, 2].map(heavyVariant))
const fifty = JSON.stringify(Array.from({ length: 50 }, (_, i) => variant({ name: wide(75), sku: `${i}` })))
const whole = await createProduct(seller, category, { variants })
const importer = await newShopkeeper({ maxProducts: 50 })
const many = ok(await createProduct(seller, category, { variants: fifty }))
ok(await call(seller, 'POST', `/products/${many.id}/status`, { status: 'PUBLISHED' }), 200)
const items = many.variants.map(({ id }: { id: string }) => ({ variantId: id, quantity: 1 }))
const another = await signUp()
const order = await paidOrder(market)
const ticket = { subject: wide(120), category: 'OTHER', body: wide(5000) }
const incident = { type: 'OTHER', title: wide(120), description: wide(5000) }
const opened = ok(await call(buyer, 'POST', '/incidents', incident))
const address = ok(await call(buyer, 'POST', '/users/me/addresses', ADDRESS))
let isEven = false
const flip = () => {
  isEven = !isEven
  return isEven
}
const asked = ok(await call(buyer, 'POST', '/support/tickets', ticket))

/** The 30 days pass of what was deleted. */
async function forgetAll(): Promise<void> {
  await run('UPDATE products SET forget_at = 1 WHERE forget_at IS NOT NULL')
  await forgetDeleted(contextNow(), () => true)
  await run('DELETE FROM removed_files')
}

const MESSAGE = 'a message about a paid order'
type Act = { play: () => Promise<unknown>; times: number }
const ACTS: Record<string, Act> = {
  'a product of three heavy variants, made and deleted': {
    play: async () => {
      const made = ok(await createProduct(seller, category, { ...texts, variants }))
      ok(await call(seller, 'DELETE', `/products/${made.id}`), 200)
    },
    times: Math.floor(of.VARIANTS_A_DAY.max / 3),
  },
  'a product of fifty variants, made and deleted': {
    play: async () => {
      const made = ok(await createProduct(seller, category, { ...texts, variants: fifty }))
      ok(await call(seller, 'DELETE', `/products/${made.id}`), 200)
    },
    times: of.VARIANTS_A_DAY.max / 50,
  },
  'a variant, added and taken away': {
    play: async () => {
      const made = ok(await call(seller, 'POST', `/products/${productId}/variants`, heavyVariant(1)))
      ok(await call(seller, 'DELETE', `/products/variants/${made.id}`), 200)
    },
    times: of.VARIANTS_A_DAY.max,
  },
  'an edit: a change of stock, with its reason': {
    play: async () => {
      const items = [{ variantId, type: 'RESTOCK', amount: 1, reason: wide(500) }]
      ok(await call(seller, 'POST', '/products/stock/bulk', { items }), 200)
    },
    times: of.EDITS_A_DAY.max,
  },
  'an edit: the texts of a product': {
    play: async () => ok(await call(seller, 'PUT', `/products/${whole.data.id}`, texts), 200),
    times: of.EDITS_A_DAY.max,
  },
  'an edit: a subscription, cancelled or taken up again': {
    play: async () => ok(await call(seller, 'POST', `/subscriptions/me/${flip() ? 'cancel' : 'reactivate'}`), 200),
    times: of.EDITS_A_DAY.max,
  },
  'an edit: an address, changed': {
    play: async () => ok(await call(buyer, 'PUT', `/users/me/addresses/${address.id}`, { landmark: wide(200) }), 200),
    times: of.EDITS_A_DAY.max,
  },
  'a line of a cart, written anew': {
    play: async () => ok(await call(buyer, 'PUT', '/cart', { items: [{ variantId, quantity: flip() ? 1 : 2 }] }), 200),
    times: of.CART_LINES_A_DAY.max,
  },
  'a quote of a cart': {
    play: async () => {
      // The oldest of twenty goes when another is made.
      for (let i = 0; i < 20; i++) ok(await call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' }), 200)
    },
    times: of.QUOTES_A_DAY.max,
  },
  'a file of products, refused with a thousand errors': {
    play: async () => {
      const form = new FormData()
      form.append('shopId', importer.shopId)
      form.append(
        'file',
        new File([`sku,name\n${Array.from({ length: 5000 }, (_, i) => `P-${i},a`).join('\n')}`], 'a.csv'),
      )
      expect(ok(await call(importer, 'POST', '/products/import', form)).status).toBe('REFUSED')
    },
    times: of.IMPORTS_OF_SELLER.max,
  },
  [MESSAGE]: {
    play: async () => {
      const words = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID(), body: wide(2000) }
      ok(await call(buyer, 'POST', `/orders/${order.id}/messages`, words))
    },
    times: of.MESSAGES_A_DAY.max,
  },
  'a ticket': {
    play: async () => ok(await call(buyer, 'POST', '/support/tickets', ticket)),
    times: of.TICKETS_A_DAY.max,
  },
  'words in a ticket': {
    play: async () => ok(await call(buyer, 'POST', `/support/tickets/${asked.id}/messages`, { body: wide(5000) })),
    times: of.TICKET_WORDS_A_DAY.max,
  },
  'words in an incident': {
    play: async () => ok(await call(buyer, 'POST', `/incidents/${opened.id}/updates`, { body: wide(5000) })),
    times: of.INCIDENT_WORDS_A_DAY.max,
  },
  'an order, not paid': {
    play: async () => ok(await postOrder(market, { deliveryAddress: wide(300), note: wide(500), quantity: 1 })),
    times: 24 * 30,
  },
  'fifty lines of an order, not paid, beside its first': {
    play: async () => ok(await postOrder({ ...market, buyer: another }, { items })),
    times: of.ORDER_LINES_A_DAY.max / 50,
  },
}

/** What `docs/limits.md`, Bytes of a day, says of each: times a day, MB at once, MB after 30 days. */
const TOLD = new Map(
  [...readFileSync('docs/limits.md', 'utf8').matchAll(/^\| ([^|]+) \| ([\d,]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(
    ([, name = '', ...figures]): [string, number[]] => [name, figures.map((figure) => Number(figure.replace(',', '')))],
  ),
)

/** Edits share one number a day: the heaviest counts. */
const isEdit = (name: string) => name.startsWith('an edit:')
let [ofFree, withMessages, ofEdits] = [0, 0, 0]
describe('what one account leaves in a day', () => {
  it.each(Object.entries(ACTS))('is told of this: %s', async (name, { play, times }) => {
    // The first time may make what the next ones only change.
    await play()
    await forgetAll()
    const before = await bytesKept()
    await play()
    const atOnce = (await bytesKept()) - before
    await forgetAll()
    const figures = [atOnce, (await bytesKept()) - before].map((bytes) => Math.ceil((bytes * times) / 1e5) / 10)
    const [most = 0] = figures
    const more = isEdit(name) ? Math.max(0, most - ofEdits) : most
    if (isEdit(name)) ofEdits = Math.max(ofEdits, most)
    withMessages += more
    if (name !== MESSAGE) ofFree += more
    const [told, ...bounds] = TOLD.get(name) ?? []
    expect(told).toBe(times)
    for (const [i, bound = 0] of bounds.entries()) {
      expect(figures[i]).toBeLessThanOrEqual(bound)
      expect(figures[i]).toBeGreaterThanOrEqual(bound * 0.7 - 0.2)
    }
  })

  it('is bounded in all', () => {
    expect(TOLD.size).toBe(Object.keys(ACTS).length)
    expect(ofFree).toBeLessThan(MOST_OF_A_FREE_ACCOUNT)
    expect(withMessages).toBeLessThan(MOST_WITH_MESSAGES)
  })
})
