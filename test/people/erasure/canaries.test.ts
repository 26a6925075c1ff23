import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { removeFiles } from '#domain/core/files/remove.ts'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { forgetIndexedWords } from '#domain/people/erasure/forget-indexed-words.ts'
import { call, type Person } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { IDENTITY } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'

// A marked word stands in every text that a buyer, a seller and a rider can write; after their erasure nothing in the
// database or among the files holds one of them, but for what is named here (docs/accounts.md, Erasure).

/** Columns that keep words of who was erased, and why. */
const KEPT: Record<string, string> = {
  'order_items.name': 'what was sold is of the books, and the buyer’s',
  'audit.details': 'the record of acts stays: the team’s words, and ids',
}

/** Of letters alone, which no spelling of it changes. */
const MARK = `zqx${crypto
  .randomUUID()
  .slice(0, 8)
  .replace(/\d/g, (digit) => 'ghjkpqtvwz'[Number(digit)] ?? '')}`
let n = 0
/** A word that nobody else wrote; which field it was is its end. */
const word = (field: string) => `${MARK}n${++n}${field}`

let market: Market
let buyer: Person
let rider: Person
beforeAll(async () => {
  market = await newMarket(
    { stock: 100, name: word('variant'), sku: word('sku') },
    { name: `Panier ${word('product')}`, brand: word('brand') },
  )
  buyer = await withPhone()
  market.buyer = buyer
  rider = await withPhone()
})

async function must(as: Person, method: string, path: string, body?: object) {
  const answer = await call(as, method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.error)}`).toBeLessThan(300)
  return answer.data
}

/** Where in the database a mark stands, by table and column; full-text tables with the words they index. */
async function found(): Promise<string[]> {
  const tables = await all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'",
  )
  const places = new Set<string>()
  for (const { name } of tables)
    for (const row of await all(`SELECT * FROM "${name}"`))
      for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
        const bytes =
          value instanceof ArrayBuffer
            ? new Uint8Array(value)
            : Array.isArray(value)
              ? Uint8Array.from(value)
              : undefined
        const text = bytes ? new TextDecoder('latin1').decode(bytes) : String(value)
        if (text.toLowerCase().includes(MARK)) places.add(`${name}.${column}: ${/zqx[0-9a-f]{8}n\w*/i.exec(text)?.[0]}`)
      }
  return [...places].filter((place) => !((place.split(':')[0] ?? '') in KEPT)).sort()
}

it('nothing that a buyer, a seller or a rider wrote outlives their erasure', async () => {
  const { seller } = market
  await must(buyer, 'PUT', '/users/me', { name: `Nom ${word('buyer')}` })
  await must(buyer, 'POST', '/users/me/addresses', {
    ...{ label: word('label'), recipientName: word('recipient'), phone: '0810000123', country: 'CD', city: 'Bukavu' },
    ...{ avenue: word('avenue'), landmark: word('landmark') },
  })
  await must(seller, 'PUT', `/seller/shop/${seller.shopId}`, {
    name: `Boutique ${word('shop')}`,
    description: word('about'),
  })
  await must(seller, 'PUT', '/seller/profile/me', { businessName: word('business'), rccm: word('rccm').slice(0, 30) })
  await must(seller, 'PUT', '/seller/kyc', { ...IDENTITY, legalName: word('legal') })
  await must(seller, 'PUT', `/products/${market.productId}`, { description: `Une longue description ${word('text')}` })
  await must(seller, 'POST', `/products/variants/${market.variantId}/stock`, {
    type: 'RESTOCK',
    amount: 1,
    reason: word('stock'),
  })

  const note = { note: word('note'), deliveryAddress: `Avenue ${word('street')}, Ibanda` }
  const cancelled = await paidOrder(market, note)
  for (const [who, field] of [
    [buyer, 'message'],
    [seller, 'answer'],
  ] as const)
    await must(who, 'POST', `/orders/${cancelled.id}/messages`, {
      ...{ channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID(), body: word(field) },
    })
  await must(buyer, 'POST', '/incidents', {
    type: 'ORDER',
    title: word('title'),
    description: word('story'),
    orderId: cancelled.id,
  })
  await must(buyer, 'POST', `/orders/${cancelled.id}/cancel`, { reason: word('why') })
  const refused = await paidOrder(market, note)
  await must(seller, 'POST', `/orders/${refused.id}/reject`, { reason: word('refusal') })
  const given = await readyOrder(market, note)
  await must(seller, 'POST', `/orders/${given.id}/seller-cancel`, { reason: word('out') })
  const ticket = await must(buyer, 'POST', '/support/tickets', {
    subject: word('ticket'),
    category: 'OTHER',
    body: word('question'),
  })
  await must(await signUp('ADMIN'), 'PUT', `/support/tickets/${ticket.id}`, { priority: 'HIGH' })
  await must(buyer, 'POST', `/products/${market.productId}/report`, { reasonCode: 'SPAM', comment: word('report') })
  await must(rider, 'PUT', '/users/me', { name: `Livreur ${word('rider')}` })
  await must(rider, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'BKV 12' })

  expect((await found()).length).toBeGreaterThan(20)
  // Neither orders nor money hold an erasure up here: that they do is shown elsewhere.
  await run(
    "UPDATE orders SET status = 'CANCELLED' WHERE status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED')",
  )
  for (const { id } of [buyer, seller, rider]) {
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', id)
    expect(await eraseUser(contextNow(), id)).toBe(true)
  }
  while ((await removeFiles(contextNow())) > 0);
  await forgetIndexedWords(contextNow(), () => true)
  await run("DELETE FROM search_words WHERE word LIKE ? || '%'", MARK)
  expect(await found()).toEqual([])

  for (const bucket of [env.MEDIA])
    for (const { key } of (await bucket.list()).objects) {
      const bytes = new Uint8Array((await (await bucket.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0))
      expect(new TextDecoder('latin1').decode(bytes).includes(MARK), key).toBe(false)
    }
})
