import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp, withPhone } from '#testing/fixtures/people.ts'

let support: Person
beforeAll(async () => {
  support = await signUp('SUPPORT')
})

const search = (word: string, more = '') =>
  call(support, 'GET', `/orders/admin?search=${encodeURIComponent(word)}${more}`)
const idsOf = async (word: string, more?: string) =>
  (await search(word, more)).data.orders.map(({ id }: { id: string }) => id)

/** So many more orders, each of a buyer of its own, in every state. */
async function moreOrders(count: number, from: number) {
  const numbered = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})`
  await env.DB.batch([
    env.DB.prepare(`${numbered} INSERT INTO users (id, name, email, phone, phone_verified_at, role, created_at, updated_at)
      SELECT format('many-%d', i), 'Mukendi Ilunga', format('many%d@example.com', i), format('2439%08d', i), 1, 'BUYER', i, i FROM n`),
    env.DB.prepare(`${numbered} INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method,
        payment_method, currency, subtotal_minor, delivery_fee_minor, total_minor, reached_at, created_at, updated_at)
      SELECT format('order-%d', i), format('CMD-2020-%06d', i), format('many-%d', i), s.id, s.seller_profile_id, 'COMPLETED', 'PAID', 'PICKUP',
        'MOBILE_MONEY', 'USD', 100, 0, 100, '{}', i, i FROM n, (SELECT id, seller_profile_id FROM shops LIMIT 1) s`),
  ])
}

/** Rows that D1 read for one request of staff. */
async function rowsRead(path: string): Promise<number> {
  const answers: number[] = []
  const database = Object.getPrototypeOf(env.DB) as D1Database
  const { batch } = database
  database.batch = async function <T>(this: D1Database, statements: D1PreparedStatement[]) {
    const results = await batch.call(this, statements)
    answers.push(...results.map(({ meta }) => meta.rows_read))
    return results as D1Result<T>[]
  }
  try {
    expect((await call(support, 'GET', path)).status).toBe(200)
  } finally {
    database.batch = batch
  }
  return answers.reduce((sum, rows) => sum + rows, 0)
}

describe('staff look for an order', () => {
  it('an order is found by its number, as people write it', async () => {
    const { id, number } = (await postOrder(await newMarket())).data
    const [, year, digits] = number.split('-')
    for (const written of [number, number.toLowerCase(), `CMD ${year} ${Number(digits)}`, `${year}-${digits}`, digits])
      expect(await idsOf(written), written).toEqual([id])
    expect(await idsOf('CMD-1999-000001')).toEqual([])
  })

  it('signs alone find no order', async () => {
    await postOrder(await newMarket())
    for (const signs of ['-------', '(((((((', '. . . . . . .', '00000000'])
      expect(await idsOf(signs), signs).toEqual([])
  })

  it('an order is found by the number that paid and by the buyer’s, in any spelling of both countries', async () => {
    const [market, payer] = [await newMarket(), freshPhone()]
    const { id } = (await postOrder(market, { payerPhoneNumber: payer })).data
    const national = payer.slice(3)
    for (const written of [
      payer,
      `00${payer}`,
      `0${national}`,
      national,
      `+243 ${national.slice(0, 3)} ${national.slice(3)}`,
      `0${national.slice(0, 3)} ${national.slice(3)}`,
      `0${national.slice(0, 3)}-${national.slice(3)}`,
    ])
      expect(await idsOf(written), written).toEqual([id])
    const buyer = await withPhone()
    await changeUser(buyer.id, "phone = '250788000777'")
    const second = (await postOrder({ ...(await newMarket()), buyer })).data
    for (const written of ['0788 000 777', '0788 000777', '+250788000777', '250-788-000-777'])
      expect(await idsOf(written)).toEqual([second.id])
  })

  it('an order is found by a name that changed since, and by the e-mail, whole or begun', async () => {
    const market = await newMarket()
    const { id } = (await postOrder(market)).data
    await changeUser(market.buyer.id, "name = 'Jean-Bosco N’Kulu', email = 'jean.bosco+kivu@exemple.cd'")
    for (const word of ['bosco', 'JEAN', 'kulu', 'jean bosco', 'jean.bosco+kivu@exemple.cd', 'jean.bosco+kivu@ex'])
      expect(await idsOf(word), word).toEqual([id])
    for (const word of ['"', 'OR', 'name:x', '*', '@', '^', '(((', "'"])
      expect((await search(word)).status, word).toBe(200)
    expect(await idsOf('bosco', '&status=COMPLETED')).toEqual([])
    expect(await idsOf('bosco', `&buyerId=${market.buyer.id}`)).toEqual([id])
  })

  it('reads as many rows among ten times as many orders, and few', async () => {
    const wanted = await newMarket()
    const phone = freshPhone()
    await changeUser(wanted.buyer.id, "name = 'Wivine Unique', phone = ?", phone)
    const { number } = (await postOrder(wanted)).data
    const words = [number, phone, wanted.buyer.email, 'Wivine Unique']
    const paths = words.map((word) => `/orders/admin?search=${encodeURIComponent(word)}`)
    const lists = ['/orders/admin', '/orders/admin?status=COMPLETED', '/orders/admin?from=1970-01-01&limit=5']
    const sizes: number[][] = []
    for (const [count, from] of [
      [1_500, 1],
      [13_500, 1_501],
    ] as const) {
      await moreOrders(count, from)
      const rows: number[] = []
      for (const path of [...paths, ...lists]) rows.push(await rowsRead(path))
      sizes.push(rows)
    }
    const [small, large] = sizes
    expect(large).toEqual(small)
    expect(Math.min(...(large ?? []))).toBeGreaterThan(5)
    for (const rows of large?.slice(0, words.length) ?? []) expect(rows).toBeLessThanOrEqual(200)
    expect((await search('Ilunga')).data.pagination.total).toBe(1000)
    // Orders of this test have no history, which the laws would miss.
    await env.DB.prepare("DELETE FROM orders WHERE id GLOB 'order-*'").run()
    expect((await search('Ilunga')).data.pagination.total).toBe(0)
  })
})

describe('what staff read of orders', () => {
  it('comes in one trip, and totals of all are kept', async () => {
    const market = await newMarket()
    const { id } = (await postOrder(market)).data
    for (const path of ['/orders/admin', `/orders/admin/${id}`, `/orders/${id}/timeline`]) {
      const { headers } = await call(support, 'GET', path)
      expect(Number(headers.get('x-d1-round-trips')), path).toBeLessThanOrEqual(1)
    }
    const before = (await call(support, 'GET', '/orders/admin?status=PENDING_PAYMENT')).data
    await postOrder(market)
    const after = (await call(support, 'GET', '/orders/admin?status=PENDING_PAYMENT')).data
    expect(after.pagination.total).toBe(before.pagination.total + 1)
    const usd = ({ totals }: { totals: { currency: string; orders: number; amount: string }[] }) =>
      totals.find(({ currency }) => currency === 'USD')
    expect(usd(after)?.orders).toBe((usd(before)?.orders ?? 0) + 1)
    expect(Number(usd(after)?.amount)).toBe(Number(usd(before)?.amount ?? 0) + 27)
  })

  it('is kept in the audit where it is a file or a note', async () => {
    const { id } = (await postOrder(await newMarket())).data
    await call(support, 'POST', `/orders/admin/${id}/notes`, { body: 'Rappeler' })
    expect((await call(support, 'GET', `/orders/admin/export/csv?status=PENDING_PAYMENT`)).data).toContain(id)
    const { results } = await env.DB.prepare(
      `SELECT action FROM audit WHERE actor_id = ? AND action IN ('order.note', 'order.export') ORDER BY action`,
    )
      .bind(support.id)
      .all<{ action: string }>()
    expect(results.map(({ action }) => action)).toEqual(['order.export', 'order.note'])
  })
})
