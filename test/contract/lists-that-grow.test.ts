import { beforeEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Category, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { type Data, message } from '#testing/stories/orders.ts'

// Rule 8.4.7: lists that grow at their head take `before` (an id) beside `page`: messages, notifications, orders, transactions; a page by
// `before` never repeats. minPrice, maxPrice, sort=price compare in `currency` (default USD) at the rate in force, kept beside the price.
//
// Silent: a `before` that is not in the list (404, 400 or an empty page); both `before` and a page over 1.

type List = { as: Person; path: string; name: string; grow: () => Promise<void> }
let sales = 0
/** A sale of a cent of a seller, as the service would have written it. */
async function oneSale(ownerId: string): Promise<void> {
  await transfer('platform:cash', `seller:${ownerId}:available`, 1)
  const id = `01990000-0000-7000-8000-${String(++sales).padStart(12, '0')}`
  await run(
    `INSERT INTO wallet_entries (id, owner_id, type, amount_minor, currency, balance_after_minor, order_id, created_at)
     VALUES (?1, ?2, 'SALE', 1, 'USD', (SELECT count(*) + 1 FROM wallet_entries WHERE owner_id = ?2), ?1, ?3)`,
    ...[id, ownerId, Date.now()],
  )
}
const LISTS: Record<string, () => Promise<List>> = {
  async messages() {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    let sent = 0
    return {
      as: market.seller,
      path: `/orders/${id}/messages`,
      name: 'messages',
      grow: async () => void ok(await message(market.buyer, id, `Bonjour ${++sent}`)),
    }
  },
  async notifications() {
    const [person, admin] = [await signUp(), await signUp('ADMIN')]
    let sent = 0
    const grow = async () => {
      ok(
        await call(admin, 'POST', '/notifications', {
          audience: { userIds: [person.id] },
          title: `Avis ${++sent}`,
          body: 'Bonjour',
        }),
      )
      await minuteCronAfter(1)
    }
    return { as: person, path: '/notifications', name: 'notifications', grow }
  },
  async 'orders of a buyer'() {
    const market = await newMarket({ stock: 900 })
    return {
      as: market.buyer,
      path: '/orders/me',
      name: 'orders',
      grow: async () => void (await paidOrder(market, { quantity: 1 })),
    }
  },
  async 'orders of a seller'() {
    const market = await newMarket({ stock: 900 })
    return {
      as: market.seller,
      path: '/orders/seller',
      name: 'orders',
      grow: async () => void (await paidOrder(market, { quantity: 1 })),
    }
  },
  async 'transactions of a wallet'() {
    const owner = await newWalletOwner('SELLER')
    return {
      as: owner.person,
      path: '/wallet/transactions',
      name: 'transactions',
      grow: () => oneSale(owner.ownerId),
    }
  },
  async 'orders of staff'() {
    const market = await newMarket({ stock: 900 })
    return {
      as: await signUp('SUPPORT'),
      path: '/orders/admin',
      name: 'orders',
      grow: async () => void (await paidOrder(market, { quantity: 1 })),
    }
  },
  async 'transactions of gateway B'() {
    const market = await newMarket({ stock: 900 })
    return {
      as: await signUp('ACCOUNTANT'),
      path: '/gatewayB/transactions',
      name: 'transactions',
      grow: async () => void (await paidOrder(market, { quantity: 1 })),
    }
  },
  async 'transactions of finance'() {
    const market = await newMarket({ stock: 900 })
    return {
      as: await signUp('ACCOUNTANT'),
      path: '/transactions',
      name: 'transfers',
      grow: async () => void (await paidOrder(market, { quantity: 1 })),
    }
  },
}

/** Lists of everybody’s. */
const SHARED = ['/transactions', '/orders/admin', '/gatewayB/transactions']

describe('a list that grows at its head', () => {
  const pageOf = async ({ as, path }: List, query: string): Promise<Data> =>
    ok(await call(as, 'GET', `${path}?${query}`))
  const rowsOf = (data: Data): Data[] => Object.values(data).find(Array.isArray) as Data[]
  const ids = (data: Data): string[] => rowsOf(data).map(({ id }: Data) => id)

  it.each(Object.keys(LISTS))(
    '8.4.7 %s by before never repeats and leaves nothing out, while rows are added',
    async (name) => {
      const list = await (LISTS[name] as () => Promise<List>)()
      for (let i = 0; i < 7; i++) await list.grow()
      const first = await pageOf(list, 'limit=2')
      const seen = ids(first)
      const there = ids(await pageOf(list, 'limit=100'))
      for (let turn = 0; turn < 8; turn++) {
        await list.grow()
        const next = ids(await pageOf(list, `limit=2&before=${seen.at(-1)}`))
        if (next.length === 0) break
        seen.push(...next)
        if (seen.length >= there.length) break
      }
      expect(new Set(seen).size, 'nothing twice').toBe(seen.length)
      expect(seen.slice(0, there.length)).toEqual(there.slice(0, seen.length))
    },
  )

  it.each(Object.keys(LISTS))('8.4.7 %s of one millisecond are each shown once', async (name) => {
    const list = await (LISTS[name] as () => Promise<List>)()
    for (let i = 0; i < 5; i++) await list.grow()
    const table = { messages: 'messages', notifications: 'notifications', transactions: 'wallet_entries' }[list.name]
    if (table && !SHARED.includes(list.path))
      await run(`UPDATE ${table} SET created_at = 1700000000000`).catch(() => undefined)
    const all = ids(await pageOf(list, 'limit=100'))
    const seen: string[] = []
    for (let turn = 0; turn < all.length + 2; turn++) {
      const next = ids(await pageOf(list, `limit=1${seen.length > 0 ? `&before=${seen.at(-1)}` : ''}`))
      if (next.length === 0) break
      seen.push(...next)
    }
    expect(seen.slice(0, all.length)).toEqual(all)
  })

  it.each(Object.keys(LISTS))(
    '8.4.7 %s with a before of nobody’s, or of somebody else’s, is no 500 and shows nothing of others',
    async (name) => {
      const [list, other] = [await (LISTS[name] as () => Promise<List>)(), await (LISTS[name] as () => Promise<List>)()]
      await list.grow()
      await other.grow()
      const own = ids(await pageOf(list, 'limit=100'))
      for (const before of [
        'pas-un-id',
        crypto.randomUUID(),
        '01990000-0000-7000-8000-000000000000',
        ids(await pageOf(other, 'limit=1'))[0],
      ]) {
        const answer = await call(list.as, 'GET', `${list.path}?limit=5&before=${before}`)
        expect([200, 400, 404], before).toContain(answer.status)
        if (answer.data && !SHARED.includes(list.path)) for (const id of ids(answer.data)) expect(own).toContain(id)
      }
    },
  )

  it('8.4.7 before and a filter go together', async () => {
    const market = await newMarket({ stock: 900 })
    const made: string[] = []
    for (let i = 0; i < 4; i++) made.unshift((await paidOrder(market, { quantity: 1 })).id)
    ok(await call(market.seller, 'POST', `/orders/${made[1]}/accept`))
    const { orders } = ok(await call(market.buyer, 'GET', `/orders/me?status=PENDING_SELLER_REVIEW&before=${made[0]}`))
    expect(orders.map(({ id }: Data) => id)).toEqual([made[2], made[3]])
    const { orders: accepted } = ok(await call(market.buyer, 'GET', `/orders/me?status=ACCEPTED&before=${made[0]}`))
    expect(accepted.map(({ id }: Data) => id)).toEqual([made[1]])
  })
})

describe('prices of two currencies', () => {
  let usd: Shopkeeper
  let category: Category
  const offer = (price: string, currency: string) =>
    publishedProduct(usd, category, { currency, variants: JSON.stringify([variant({ price })]) })
  beforeEach(async () => {
    await run('UPDATE exchange_rates SET is_active = 0')
    ;[usd, category] = [await newShopkeeper(), await newCategory()]
  })
  const found = async (query: string, as: Person | null = guest): Promise<string[]> =>
    ok(await call(as, 'GET', `/products?categoryId=${category.categoryId}&limit=100&${query}`)).products.map(
      ({ id }: Data) => id,
    )
  /** A rate that an ADMIN sets, once the minute's job has seen it. */
  const sets = async (baseCurrency: string, quoteCurrency: string, value: string) => {
    const body = { baseCurrency, quoteCurrency, rate: value, source: 'BCC', confirmJump: true }
    ok(await call(await signUp('ADMIN'), 'POST', '/products/exchange-rates', body))
    await minuteCronAfter(1_000)
  }
  const francs = (perDollar: number) => sets('USD', 'CDF', String(perDollar))

  it('8.4.7 are compared at the rate in force, in USD unless told otherwise', async () => {
    await francs(2800)
    const [ten, franc25k, one, franc5k] = [
      await offer('10.00', 'USD'),
      await offer('25200.00', 'CDF'),
      await offer('1.00', 'USD'),
      await offer('5600.00', 'CDF'),
    ]
    expect(await found('sort=priceAsc')).toEqual([one.id, franc5k.id, franc25k.id, ten.id])
    expect(await found('sort=priceDesc')).toEqual([ten.id, franc25k.id, franc5k.id, one.id])
    expect((await found('minPrice=2&maxPrice=9')).sort()).toEqual([franc5k.id, franc25k.id].sort())
    expect((await found('minPrice=9.01')).sort()).toEqual([ten.id])
    expect((await found('currency=CDF&minPrice=5600&maxPrice=28000')).sort()).toEqual(
      [franc5k.id, franc25k.id, ten.id].sort(),
    )
    expect((await found('currency=CDF&maxPrice=5599')).sort()).toEqual([one.id])
    expect(await found('currency=CDF&sort=priceAsc&minPrice=1')).toEqual([one.id, franc5k.id, franc25k.id, ten.id])
  })

  it('8.4.7 follow a rate that changes', async () => {
    await francs(2800)
    const [ten, francs30k] = [await offer('10.00', 'USD'), await offer('30000.00', 'CDF')]
    expect(await found('sort=priceAsc')).toEqual([ten.id, francs30k.id])
    const finance = await signUp('ACCOUNTANT')
    ok(
      await call(finance, 'POST', '/products/exchange-rates', {
        baseCurrency: 'USD',
        quoteCurrency: 'CDF',
        rate: '3200',
        source: 'BCC',
      }),
    )
    await minuteCronAfter(61_000)
    await hourCronAfter(1_000)
    expect(await found('sort=priceAsc')).toEqual([francs30k.id, ten.id])
    expect(await found('minPrice=9.5')).toEqual([ten.id])
    expect(await found('minPrice=9&maxPrice=9.5')).toEqual([francs30k.id])
  })

  it('8.4.7 follow a rate whose time comes', async () => {
    await francs(2800)
    const [ten, francs30k] = [await offer('10.00', 'USD'), await offer('30000.00', 'CDF')]
    const finance = await signUp('ACCOUNTANT')
    const effectiveAt = new Date(Date.now() + 10 * 60_000).toISOString()
    ok(
      await call(finance, 'POST', '/products/exchange-rates', {
        baseCurrency: 'USD',
        quoteCurrency: 'CDF',
        rate: '3200',
        source: 'BCC',
        effectiveAt,
      }),
    )
    await minuteCronAfter(61_000)
    expect(await found('sort=priceAsc')).toEqual([ten.id, francs30k.id])
    for (let i = 0; i < 4; i++) await minuteCronAfter(3 * 60_000)
    expect(await found('sort=priceAsc')).toEqual([francs30k.id, ten.id])
  })

  it('8.4.7 are compared by an inverted rate as well, and by the price that is kept after an edit', async () => {
    await sets('CDF', 'USD', '0.0004')
    const [ten, cheap] = [await offer('10.00', 'USD'), await offer('20000.00', 'CDF')]
    expect(await found('sort=priceAsc')).toEqual([cheap.id, ten.id])
    ok(await call(usd, 'PUT', `/products/variants/${cheap.variants[0].id}`, { price: '30000.00' }))
    expect(await found('sort=priceAsc')).toEqual([ten.id, cheap.id])
    ok(await call(usd, 'PUT', `/products/${ten.id}`, { currency: 'CDF' }))
    expect(await found('sort=priceAsc')).toEqual([ten.id, cheap.id])
    expect(await found('maxPrice=0.01')).toEqual([ten.id])
  })

  it('8.4.7 without a rate are no fault: each currency is still found', async () => {
    const [ten, franc] = [await offer('10.00', 'USD'), await offer('30000.00', 'CDF')]
    expect((await found('sort=priceAsc')).sort()).toEqual([ten.id, franc.id].sort())
    expect(await found('minPrice=5&maxPrice=20')).toContain(ten.id)
    expect(await found('currency=CDF&minPrice=29000&maxPrice=31000')).toContain(franc.id)
  })

  it('8.4.7 pages of a sorted list repeat nothing', async () => {
    await francs(2800)
    for (let i = 0; i < 7; i++) await offer(i % 2 ? '2800.00' : '1.00', i % 2 ? 'CDF' : 'USD')
    const seen: string[] = []
    for (let page = 1; page <= 4; page++)
      seen.push(
        ...ok(
          await call(guest, 'GET', `/products?categoryId=${category.categoryId}&sort=priceAsc&limit=2&page=${page}`),
        ).products.map(({ id }: Data) => id),
      )
    expect(new Set(seen).size).toBe(7)
  })
})
