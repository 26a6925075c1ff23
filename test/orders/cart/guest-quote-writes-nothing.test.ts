import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { SECOND } from '#testing/stories/money.ts'
import { type Data, ok, refusal } from '#testing/stories/orders.ts'
import { from, signedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.9.2: POST /cart/quote is open to guests with `items` and `place {country, city, lat?, lng?}` in the body: nothing is written, no quoteId. Every
// row of every table is compared, not their number alone; and each answer, good or refused.

clockGoesOn()

let market: Market
let place: { country: string; city: string }
beforeAll(async () => {
  market = await newMarket()
  const { address } = ok(await call(guest, 'GET', `/seller/shop/${market.seller.shopId}`))
  place = { country: address.country, city: address.city }
})
const items = (quantity: unknown = 2, variantId = market.variantId) => [{ variantId, quantity }]
const asks = (body: object, headers?: Record<string, string>) => call(guest, 'POST', '/cart/quote', body, headers)

/** A mark of every row of every table, and the keys of the files. */
async function everything(): Promise<Record<string, string>> {
  const tables = await all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY name",
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await all(`SELECT * FROM "${name}"`).catch(() => [])
    found[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
  }
  found.files = (await env.MEDIA.list()).objects.map(({ key }) => key).join()
  return found
}

describe('a quote for a guest', () => {
  it('8.9.2 leaves every row as it was, now and after the jobs of the next minute', async () => {
    await minuteCronAfter(SECOND)
    const before = await everything()
    const bodies: Data[] = [
      { items: items(), place },
      { items: items(), place, fulfillmentMethod: 'DELIVERY' },
      { items: items(1), place: { ...place, lat: -2.5, lng: 28.86 } },
      { items: items(), fulfillmentMethod: 'PICKUP' },
      { items: items(900), place },
      { items: items(0), place },
      { items: items(2, crypto.randomUUID()), place },
      { items: items(), place: { country: 'RW', city: 'Kigali' } },
      { items: [], place },
      {},
    ]
    for (const body of bodies) {
      const { status, data } = await asks(body, { 'idempotency-key': crypto.randomUUID(), ...from('102.70.9.9') })
      expect([200, 400, 401, 404, 409], JSON.stringify(body)).toContain(status)
      if (status === 200) expect(Object.keys(data)).not.toContain('quoteId')
    }
    expect(await everything()).toEqual(before)
  })

  it('8.9.2 holds no piece: the same ten can be quoted by everybody, and ordered', async () => {
    for (let i = 0; i < 3; i++) ok(await asks({ items: items(10), place }))
    const buyer = await signedIn(market.buyer)
    ok(await call(buyer, 'PUT', '/cart', { items: items(10) }))
    ok(await call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' }))
  })

  it('8.9.2 cannot be ordered: there is no quote to name', async () => {
    const { data } = await asks({ items: items(), place })
    for (const value of Object.values(data)) expect(String(value)).not.toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
    expect(refusal(await asks({ items: items(), place, quoteId: crypto.randomUUID() }))[0]).toBe(400)
  })

  it('8.9.2 is kept by no cache', async () => {
    const { headers } = await asks({ items: items(), place })
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.getSetCookie()).toEqual([])
  })
})
