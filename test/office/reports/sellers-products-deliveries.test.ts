import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { acceptedOrder, completedOrder } from '#testing/stories/books.ts'
import { clockAt, MINUTE, rate } from '#testing/stories/money.ts'
import {
  amountOf,
  arrives,
  countOf,
  type Data,
  dayOf,
  expectAddsUp,
  ok,
  refundWhole,
  rejectOrder,
  report,
  sumOf,
  units,
} from '#testing/stories/office.ts'

fromNoon()

// Rule: sellers {sellerProfileId, businessName} and products {productId, name, quantity, amount} count the goods of sales
// without the fee; deliveries {count, delivered, failed, fees}; each row has its currency.
//
// Silent: what the amount of a seller is called (amount, gross, total, sales); the order of rows; whether a part that went
// back is taken from a product; at which step a delivery or an order begins to count (both ends are looked at); whether
// `failed` counts tries or parcels; what the report of orders counts beside its orders.

let finance: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  await rate('USD', 'CDF', 280_000_000_000)
})
const today = async (name: 'sellers' | 'products' | 'deliveries' | 'orders') => {
  const day = dayOf(Date.now())
  const found = await report(finance, name, `from=${day}&to=${day}`)
  expectAddsUp(found, name)
  return found as { rows: Data[]; totals: Data[] }
}
const FRANCS = { currency: 'CDF', network: 'airtel' }
/** Figures of one seller in the sellers' report: minor units by currency. */
const soldBy = async ({ seller }: Market) =>
  Object.fromEntries(
    (await today('sellers')).rows
      .filter((row) => row.sellerProfileId === seller.profileId && amountOf(row) !== 0)
      .map((row) => [row.currency, amountOf(row)]),
  )
/** Figures of one product in the products' report. */
const soldOf = async ({ productId }: Market) =>
  (await today('products')).rows
    .filter((row) => row.productId === productId && row.quantity !== 0)
    .map(({ name, quantity, amount, currency }) => ({ name, quantity, amount, currency }))

describe('the report of sellers', () => {
  it('names each seller with the goods that were sold, without the fee of the delivery', async () => {
    const [one, two] = [await newMarket(), await newMarket()]
    await paidOrder(one)
    await completedOrder(one)
    await acceptedOrder(two, { quantity: 1 })
    expect([await soldBy(one), await soldBy(two)]).toEqual([{ USD: 5000 }, { USD: 1250 }])
    const row = (await today('sellers')).rows.find(({ sellerProfileId }) => sellerProfileId === one.seller.profileId)
    expect(row?.businessName).toBe('Kivu Frais')
  })

  it('leaves out what was refused or went back, and never mixes currencies', async () => {
    const market = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    await completedOrder(market, FRANCS)
    expect(await soldBy(market)).toEqual({ CDF: 560_000 })
    const refused = await paidOrder(market, FRANCS)
    await rejectOrder(market.seller, refused.id)
    await arrives(refused.id)
    const dollars = await newMarket()
    await refundWhole(await signUp('ADMIN'), (await completedOrder(dollars)).id)
    expect([await soldBy(market), await soldBy(dollars)]).toEqual([{ CDF: 560_000 }, {}])
  })

  it('of what two sellers sold adds up to the goods of all sales', async () => {
    const { rows, totals } = await today('sellers')
    for (const { currency } of totals) expect(sumOf(totals, currency, amountOf)).toBe(sumOf(rows, currency, amountOf))
  })
})

describe('the report of products', () => {
  it('counts pieces and their price, in one row for all orders of a product', async () => {
    const market = await newMarket()
    expect(await soldOf(market)).toEqual([])
    await paidOrder(market)
    await completedOrder(market, { quantity: 3 })
    expect(await soldOf(market)).toEqual([{ name: 'Café du Kivu', quantity: 5, amount: '62.50', currency: 'USD' }])
  })

  it('leaves out what was refused', async () => {
    const market = await newMarket()
    await paidOrder(market)
    const refused = await paidOrder(market)
    await rejectOrder(market.seller, refused.id)
    await arrives(refused.id)
    expect(await soldOf(market)).toMatchObject([{ quantity: 2, amount: '25.00' }])
  })
})

describe('the report of deliveries', () => {
  const sums = async () => {
    const { totals } = await today('deliveries')
    const [count, delivered, failed, fees] = ['count', 'delivered', 'failed', 'fees'].map((key) =>
      totals.filter(({ currency }) => currency === 'USD').reduce((sum, row) => sum + units(row[key]), 0),
    ) as [number, number, number, number]
    return { count, delivered, failed, fees }
  }
  const change = async (act: () => Promise<unknown>) => {
    const before = await sums()
    await act()
    const after = await sums()
    return Object.fromEntries(
      Object.entries(after).map(([key, sum]) => [key, sum - before[key as keyof typeof before]]),
    )
  }

  it('counts a parcel that arrived, with its fee', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    expect(await change(() => deliveredOrder(market, rider))).toEqual({ count: 1, delivered: 1, failed: 0, fees: 200 })
  })

  it('counts nothing for an order that has none yet', async () => {
    const market = await newMarket()
    expect(await change(() => paidOrder(market))).toEqual({ count: 0, delivered: 0, failed: 0, fees: 0 })
  })

  it('counts one that could not be handed over as failed, and never as delivered', async () => {
    const [market, rider] = [await newMarket(), await newRider()]
    const began = Date.now()
    const { failed, delivered } = await change(async () => {
      const { delivery, pickupCode } = await readyOrder(market)
      const act = async (action: string, body?: object) =>
        ok(await call(rider, 'POST', `/deliveries/${delivery.id}/${action}`, body))
      await act('accept')
      await act('pickup', { code: pickupCode })
      await act('fail', { reasonCode: 'BUYER_REFUSED' })
      clockAt(began + 11 * MINUTE)
      await act('fail', { reasonCode: 'BUYER_REFUSED' })
      await act('returned')
    })
    expect([1, 2]).toContain(failed)
    expect(delivered).toBe(0)
  })
})

describe('the report of orders', () => {
  it('counts each order once, whatever happens to it afterwards', async () => {
    const market = await newMarket()
    const orders = async () => sumOf((await today('orders')).totals, 'USD', countOf)
    const before = await orders()
    const { id } = await paidOrder(market)
    await completedOrder(market)
    expect((await orders()) - before).toBe(2)
    ok(await actOnOrder(market.seller, id, 'accept'))
    expect((await orders()) - before).toBe(2)
  })
})
