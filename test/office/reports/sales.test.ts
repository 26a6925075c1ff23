import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { completedOrder } from '#testing/stories/books.ts'
import { again, clockAt, DAY, HOUR, rate, SECOND } from '#testing/stories/money.ts'
import {
  arrives,
  type Data,
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

fromNoon()

// Rule: a sale = paid, not rejected, cancelled or wholly refunded, at payment, in the order's currency: gross, refunds, net.
// groupBy day, week (its Monday), month; days of UTC+2.
//
// Silent: the day on which a part that went back is subtracted (paid and given back on one day here); how a month is written
// (2027-03 or 2027-03-01); whether a period without sales has a row of zeros; what groupBy is when it is absent.

let finance: Person
beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
})
const on = (day: string, to = day) => `from=${day}&to=${to}`
/** Sales of these days in a currency: gross, refunds, net in minor units. */
async function sales(day: string, to = day, currency = 'USD', as?: Person) {
  const found = await report(as ?? (await again(finance)), 'sales', on(day, to))
  expectAddsUp(found, 'sales')
  const sums = ['gross', 'refunds', 'net'].map((key) => sumOf(found.totals, currency, key)) as [number, number, number]
  expect(sums[2]).toBe(sums[0] - sums[1])
  return sums
}
/** By how much the sales of today change while this runs. */
async function change(act: () => Promise<unknown>, currency = 'USD') {
  const today = dayOf(Date.now())
  const before = await sales(today, today, currency)
  await act()
  return (await sales(today, today, currency)).map((sum, i) => sum - (before[i] ?? 0))
}
const NOTHING = [0, 0, 0]

describe('a sale', () => {
  it('counts when it is paid, with its fee: not when it is asked for, nor again when it is completed', async () => {
    const market = await newMarket()
    expect(await change(() => postOrder(market))).toEqual(NOTHING)
    let id = ''
    expect(await change(async () => (id = (await paidOrder(market)).id))).toEqual([2700, 0, 2700])
    expect(await change(() => actOnOrder(market.seller, id, 'accept'))).toEqual(NOTHING)
    expect(await change(() => completedOrder(market))).toEqual([2700, 0, 2700])
  })

  it('is in the currency of its order, and in no other', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const market = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    const francs = { currency: 'CDF', network: 'airtel' }
    let dollars: number[] = []
    const inFrancs = await change(async () => (dollars = await change(() => paidOrder(market, francs))), 'CDF')
    expect([inFrancs, dollars]).toEqual([[1_120_000, 0, 1_120_000], NOTHING])
  })

  it('is none once its seller refused it, its buyer or staff cancelled it', async () => {
    const market = await newMarket()
    for (const end of ['reject', 'cancel'] as const)
      expect(
        await change(async () => {
          const { id } = await paidOrder(market)
          if (end === 'reject') await rejectOrder(market.seller, id)
          else ok(await actOnOrder(market.buyer, id, 'cancel'))
          await arrives(id)
        }),
        end,
      ).toEqual(NOTHING)
  })

  it('is none once all of it went back, and smaller by a part that went back', async () => {
    const [market, admin, support] = [await newMarket(), await signUp('ADMIN'), await signUp('SUPPORT')]
    expect(await change(async () => refundWhole(admin, (await completedOrder(market)).id))).toEqual(NOTHING)
    const part = async () => {
      const { id } = await completedOrder(market)
      const { id: incident } = await newIncident(market.buyer, { orderId: id })
      ok(await decide(support, incident, 'SPLIT', { refundAmount: '5.00' }))
      await refundWhole(admin, id)
    }
    expect(await change(part)).toEqual([2700, 500, 2200])
  })
})

describe('the days of sales', () => {
  /** An order paid at this moment, by people who are signed in then. */
  async function paidAt(moment: string, market: Market) {
    clockAt(Date.parse(moment))
    const now = {
      ...market,
      buyer: await again(market.buyer),
      seller: { ...market.seller, ...(await again(market.seller)) },
    }
    return { ...now, id: (await paidOrder(now)).id as string }
  }

  it('begin at 22:00 UTC', async () => {
    const market = await newMarket()
    await paidAt('2083-03-01T21:59:59.500Z', market)
    await paidAt('2083-03-01T22:00:00.000Z', market)
    await paidAt('2083-03-02T21:59:59.999Z', market)
    expect(await sales('2083-03-01')).toEqual([2700, 0, 2700])
    expect(await sales('2083-03-02')).toEqual([5400, 0, 5400])
    expect(await sales('2083-03-03')).toEqual(NOTHING)
    const reader = await again(finance)
    expect(await sales('2083-03-01T22:00:00.000Z', '2083-03-02T22:00:00.000Z', 'USD', reader)).toEqual([5400, 0, 5400])
    expect(await sales('2083-03-01', '2083-03-02', 'USD', reader)).toEqual([8100, 0, 8100])
  })

  it('lose a sale on the day it was paid when it is refused on the next', async () => {
    const sold = await paidAt('2083-04-05T20:00:00.000Z', await newMarket())
    expect(await sales('2083-04-05')).toEqual([2700, 0, 2700])
    clockAt(Date.now() + 5 * HOUR)
    await rejectOrder(await again(sold.seller), sold.id)
    clockAt(Date.now() + 31 * SECOND)
    await arrives(sold.id)
    expect(await sales('2083-04-05')).toEqual(NOTHING)
    expect(await sales('2083-04-06')).toEqual(NOTHING)
  })

  it('make weeks that begin on Monday, and months', async () => {
    const market = await newMarket()
    // A Sunday, the Monday after it, and the first of the next month.
    for (const day of ['2083-05-30', '2083-05-31', '2083-06-01']) await paidAt(`${day}T10:00:00.000Z`, market)
    const reader = await again(finance)
    const rowsBy = async (groupBy: string) => {
      const found = await report(reader, 'sales', `${on('2083-05-24', '2083-06-06')}&groupBy=${groupBy}&currency=USD`)
      expectAddsUp(found, groupBy)
      return Object.fromEntries(
        found.rows
          .filter((row: Data) => units(row.gross) !== 0)
          .map((row: Data) => [periodOf(row).slice(0, groupBy === 'month' ? 7 : 10), row.gross]),
      )
    }
    expect(await rowsBy('day')).toEqual({ '2083-05-30': '27.00', '2083-05-31': '27.00', '2083-06-01': '27.00' })
    expect(await rowsBy('week')).toEqual({ '2083-05-24': '27.00', '2083-05-31': '54.00' })
    expect(await rowsBy('month')).toEqual({ '2083-05': '54.00', '2083-06': '27.00' })
  })

  it('are the last 30 where none are named', async () => {
    const market = await newMarket()
    await paidAt('2083-08-01T10:00:00.000Z', market)
    clockAt(Date.now() + 28 * DAY)
    const totals = async () => sumOf((await report(await again(finance), 'sales')).totals, 'USD', 'gross')
    expect(await totals()).toBe(2700)
    clockAt(Date.now() + 4 * DAY)
    expect(await totals()).toBe(0)
  })
})
