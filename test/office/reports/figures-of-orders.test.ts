import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { acceptedOrder, completedOrder } from '#testing/stories/books.ts'
import { again, clockAt, DAY, rate } from '#testing/stories/money.ts'
import {
  amountOf,
  arrives,
  dayOf,
  decide,
  expectAddsUp,
  newIncident,
  ok,
  periodOf,
  refundWhole,
  rejectOrder,
  report,
  sumOf,
  units,
} from '#testing/stories/office.ts'

// Rule: the figures of every report equal the rows they sum up; currencies are never mixed. Random orders of three days, two
// currencies and every end, added up by hand.

const ORDERS = 30
const DAYS = ['2083-01-11', '2083-01-12', '2083-01-13']
const ENDS = [
  'unpaid',
  'paid',
  'accepted',
  'rejected',
  'cancelled',
  'completed',
  'completed',
  'refunded',
  'part',
] as const
type End = (typeof ENDS)[number]

/** Gives the same numbers each time. */
function dice(seed: number) {
  let state = seed
  return <T>(faces: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return faces[Math.floor((state / 2 ** 32) * faces.length)] as T
  }
}
type Sums = Record<string, number>
const add = (sums: Sums, key: string, more: number) => {
  sums[key] = (sums[key] ?? 0) + more
}

it('every figure of the reports is the sum of the orders that were made', { timeout: 120_000 }, async () => {
  const roll = dice(16)
  await rate('USD', 'CDF', 280_000_000_000)
  const stalls: { market: Market; currency: 'USD' | 'CDF'; unit: number }[] = []
  for (const [price, currency] of [
    ['12.50', 'USD'],
    ['0.99', 'USD'],
    ['2800.00', 'CDF'],
  ] as const)
    stalls.push({ market: await newMarket({ price, stock: 500 }, { currency }), currency, unit: units(price) })
  // Goods of which a part goes back are bought here only, so that the test needs no opinion on what a part does to a product.
  const fourth = { market: await newMarket({ stock: 500 }), currency: 'USD' as const, unit: 1250 }
  const [gross, refunds, goods, pieces, arrived]: Sums[] = [{}, {}, {}, {}, {}]
  if (!gross || !refunds || !goods || !pieces || !arrived) throw new Error()

  for (const [number, day] of DAYS.entries()) {
    clockAt(Date.parse(`${day}T09:00:00.000Z`))
    const [admin, support] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    for (const stall of [...stalls, fourth]) {
      const { market } = stall
      stall.market = { ...market, buyer: await signUp(), seller: { ...market.seller, ...(await again(market.seller)) } }
    }
    for (let i = 0; i < ORDERS / DAYS.length; i++) {
      const end: End = i < ENDS.length && number === 0 ? (ENDS[i] as End) : roll(ENDS)
      const { market, currency, unit } = end === 'part' ? fourth : roll(stalls)
      const quantity = roll([1, 2, 3])
      const more = { quantity, ...(currency === 'CDF' && { currency, network: 'airtel' }) }
      const order = await make(end, market, more)
      const total = units(order.total)
      expect(units(order.subtotal)).toBe(unit * quantity)
      if (end === 'rejected' || end === 'cancelled') await arrives(order.id)
      if (end === 'refunded') await refundWhole(admin, order.id)
      if (end === 'part') {
        const { id } = await newIncident(market.buyer, { orderId: order.id })
        ok(await decide(support, id, 'SPLIT', { refundAmount: '1.25' }))
        await refundWhole(admin, order.id)
        add(refunds, `${day} ${currency}`, 125)
        add(arrived, `${day} ${currency}`, 125)
      }
      if (['rejected', 'cancelled', 'refunded'].includes(end)) add(arrived, `${day} ${currency}`, total)
      if (!['paid', 'accepted', 'completed', 'part'].includes(end)) continue
      add(gross, `${day} ${currency}`, total)
      add(goods, `${market.seller.profileId} ${currency}`, unit * quantity)
      add(pieces, `${market.productId} ${currency}`, quantity)
    }
  }

  clockAt(Date.now() + DAY)
  const finance = await signUp('ACCOUNTANT')
  const range = `from=${DAYS[0]}&to=${DAYS.at(-1)}`
  const sales = await report(finance, 'sales', `${range}&groupBy=day`)
  const back = await report(finance, 'refunds', `${range}&groupBy=day`)
  const [sellers, products] = [await report(finance, 'sellers', range), await report(finance, 'products', range)]
  for (const [name, one] of Object.entries({ sales, back, sellers, products })) expectAddsUp(one, name)
  for (const currency of ['USD', 'CDF']) {
    for (const day of DAYS) {
      const key = `${day} ${currency}`
      const rows = sales.rows.filter((row: object) => periodOf(row).startsWith(day))
      expect(sumOf(rows, currency, 'gross'), `gross of ${key}`).toBe(gross[key] ?? 0)
      expect(sumOf(rows, currency, 'refunds'), `refunds of ${key}`).toBe(refunds[key] ?? 0)
      expect(sumOf(rows, currency, 'net'), `net of ${key}`).toBe((gross[key] ?? 0) - (refunds[key] ?? 0))
    }
    const given = DAYS.reduce((sum, day) => sum + (arrived[`${day} ${currency}`] ?? 0), 0)
    expect(sumOf(back.totals, currency, amountOf), `refunds in ${currency}`).toBe(given)
    for (const { market } of stalls) {
      const seller = `${market.seller.profileId} ${currency}`
      const ofSeller = sellers.rows.filter(
        (row: { sellerProfileId: string }) => row.sellerProfileId === market.seller.profileId,
      )
      expect(sumOf(ofSeller, currency, amountOf), seller).toBe(goods[seller] ?? 0)
      const ofProduct = products.rows.filter((row: { productId: string }) => row.productId === market.productId)
      const product = `${market.productId} ${currency}`
      expect(sumOf(ofProduct, currency, 'quantity'), product).toBe(pieces[product] ?? 0)
      expect(sumOf(ofProduct, currency, 'amount'), product).toBe(goods[seller] ?? 0)
    }
  }
  expect(dayOf(Date.now())).toBe('2083-01-14')

  async function make(end: End, market: Market, more: object) {
    if (end === 'unpaid') {
      const placed = ok(await postOrder(market, more as Record<string, unknown>))
      ok(await call(market.buyer, 'GET', `/orders/${placed.id}`))
      return placed
    }
    if (end === 'accepted') return acceptedOrder(market, more as Record<string, unknown>)
    if (['completed', 'refunded', 'part'].includes(end)) return completedOrder(market, more as Record<string, unknown>)
    const paid = await paidOrder(market, more as Record<string, unknown>)
    if (end === 'rejected') await rejectOrder(market.seller, paid.id)
    if (end === 'cancelled') ok(await actOnOrder(market.buyer, paid.id, 'cancel'))
    return paid
  }
})
