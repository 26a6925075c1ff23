import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forgetDeleted } from '#domain/catalogue/products/clock/forget-deleted.ts'
import * as of from '#kernel/limits.ts'
import { type Answer, call } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, first, run } from '#testing/fixtures/database.ts'
import { ADDRESS, SHOP } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

// Bytes that one account can leave in the database in a day: the largest input of each operation, as often as a day allows.

/** In MB. Whoever paid an order writes messages too, which nobody else can. */
const MOST_OF_A_FREE_ACCOUNT = 25
const MOST_WITH_MESSAGES = 40
/** In MB, of indexes beside these. */
const MOST_OF_INDEXES = 6

const wide = (n: number) => '漢'.repeat(n)
const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${wide(39)}${i}`, wide(100)] as const))
const heavyVariant = (i: number) => variant({ name: `${wide(79)}${i}`, sku: `${wide(59)}${i}`, attributes })
const ok = (answer: Answer, status = 201) => {
  expect(answer.status, JSON.stringify(answer.error)).toBe(status)
  return answer.data
}

/** Bytes of all columns of all rows, texts that are searched among them. */
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

/** A number that an index keeps beside its columns: of a row, or of an expression. */
const NUMBER_BYTES = 8

/** Bytes of the columns that indexes repeat, each with the row that it leads to, and of what full-text tables make of their texts. */
async function bytesIndexed(): Promise<number> {
  const entries = await all<{ name: string; of: string; where: string; column: string | null; rowid: number }>(
    `SELECT i.name, m.name AS "of", x.name AS "column", x.cid = -1 AS rowid,
       coalesce(substr(s.sql, nullif(instr(s.sql, ' WHERE '), 0)), '') AS "where"
     FROM sqlite_schema m JOIN pragma_index_list(m.name) i JOIN pragma_index_xinfo(i.name) x
     LEFT JOIN sqlite_schema s ON s.name = i.name AND s.type = 'index'
     WHERE m.type = 'table' AND NOT (i.origin = 'pk' AND m.sql LIKE '%WITHOUT ROWID%') AND m.name NOT GLOB '_cf*'`,
  )
  const sums = [...Map.groupBy(entries, ({ name }) => name).values()].map((columns) => {
    const [{ of, where } = { of: '', where: '' }] = columns
    const entry = columns.map(({ column }) =>
      column === null ? `${NUMBER_BYTES}` : `coalesce(length(CAST("${column}" AS BLOB)), 0)`,
    )
    return `SELECT sum(${entry.join(' + ')}) AS n FROM "${of}"${where}`
  })
  const words = await all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name GLOB '*_search_data'`)
  for (const { name } of words) {
    const table = name.replace(/_data$/, '')
    // A deleted row is in the words until they are merged, which SQLite does by itself from time to time.
    await run(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
    sums.push(`SELECT sum(length(block)) AS n FROM ${name}`)
  }
  let sum = 0
  for (const each of sums) sum += (await first<{ n: number | null }>(each))?.n ?? 0
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
const merchant = await newShopkeeper()
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
  'a product of three heavy variants, made and archived': {
    play: async () => {
      const made = ok(await createProduct(seller, category, { ...texts, variants }))
      ok(await call(seller, 'POST', `/products/${made.id}/status`, { status: 'ARCHIVED' }), 200)
    },
    times: Math.floor(of.VARIANTS_A_DAY.max / 3),
  },
  'a shop, made and closed': {
    play: async () => {
      const description = { name: `${wide(70)} ${crypto.randomUUID().slice(0, 8)}`, description: wide(2000) }
      const made = ok(await call(merchant, 'POST', '/seller/shop', { ...SHOP, ...description }))
      ok(await call(merchant, 'DELETE', `/seller/shop/${made.id}`), 200)
    },
    times: of.SHOPS_A_DAY.max,
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

/** Figures of `docs/limits.md`, Bytes of a day: times a day, MB at once, MB after 30 days, MB of indexes. */
const TOLD = new Map(
  [
    ...readFileSync('docs/limits.md', 'utf8').matchAll(
      /^\| ([^|]+) \| ([\d,]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm,
    ),
  ].map(([, name = '', ...figures]): [string, number[]] => [
    name,
    figures.map((figure) => Number(figure.replace(',', ''))),
  ]),
)

/** Edits share one number a day, and so do new products: the heaviest of each counts. */
const sharedBy = (name: string) => ['an edit:', 'a product of three'].find((begin) => name.startsWith(begin)) ?? name
const heaviest = new Map<string, number[]>()
const inAll = (column: number, without?: string) =>
  [...heaviest].reduce((sum, [name, figures]) => sum + (name === without ? 0 : (figures[column] ?? 0)), 0)
describe('what one account leaves in a day', () => {
  it.each(Object.entries(ACTS))('is told of this: %s', async (name, { play, times }) => {
    // The first time may make what the next ones only change.
    await play()
    await forgetAll()
    const [before, indexedBefore] = [await bytesKept(), await bytesIndexed()]
    await play()
    const atOnce = (await bytesKept()) - before
    const indexed = (await bytesIndexed()) - indexedBefore
    await forgetAll()
    const figures = [atOnce, (await bytesKept()) - before, indexed].map(
      (bytes) => Math.ceil((bytes * times) / 1e5) / 10,
    )
    const others = heaviest.get(sharedBy(name)) ?? []
    heaviest.set(
      sharedBy(name),
      figures.map((figure, i) => Math.max(figure, others[i] ?? 0)),
    )
    const [told, ...bounds] = TOLD.get(name) ?? []
    expect(told).toBe(times)
    for (const [i, bound = 0] of bounds.entries()) {
      expect(figures[i]).toBeLessThanOrEqual(bound)
      expect(figures[i]).toBeGreaterThanOrEqual(bound * 0.7 - 0.2)
    }
  })

  it('is bounded in all', () => {
    expect(TOLD.size).toBe(Object.keys(ACTS).length)
    expect(inAll(0, MESSAGE)).toBeLessThan(MOST_OF_A_FREE_ACCOUNT)
    expect(inAll(2, MESSAGE)).toBeLessThan(MOST_OF_INDEXES)
    expect(inAll(0)).toBeLessThan(MOST_WITH_MESSAGES)
  })
})
