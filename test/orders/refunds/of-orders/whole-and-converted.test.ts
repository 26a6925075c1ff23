import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, type Market, newMarket, paidOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf } from '#testing/sandbox.ts'
import { acceptedOrder, changesOf, ends, ok, outgoing, refundByCode } from '#testing/stories/books.ts'
import { rate } from '#testing/stories/money.ts'

// Rule: a full refund by code does to the order what the direct one does, when it succeeds. What was paid in another currency goes
// back at the same frozen rate, the last part takes the remainder, never more than was paid; what was charged whole goes back whole.
//
// Silent: how a part is rounded in the payer's currency (half a franc may go either way; the sum may not).

let admin: Person
beforeEach(async () => {
  admin = await signUp('ADMIN')
})

const orderOf = async ({ buyer }: Market, { id }: { id: string }) => ok(await call(buyer, 'GET', `/orders/${id}`))
type Order = { id: string; payerPhoneNumber: string }
/** Sends a part (all that remains without an amount). @returns what moved when it was sent */
const sends = (order: Order, amount?: string) =>
  changesOf(() => refundByCode(admin, { orderId: order.id, ...(amount && { amount }) }))
const succeeds = ({ payerPhoneNumber }: Order) => changesOf(() => ends(payerPhoneNumber, 'approve'))

describe('a full refund by code', () => {
  it('cancels an order that is not on its way, and returns its stock, when it succeeds', async () => {
    const market = await newMarket()
    const order = await acceptedOrder(market)
    await sends(order)
    await succeeds(order)
    expect(await orderOf(market, order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('makes a delivered order REFUNDED when it succeeds; its stock stays sold', async () => {
    const market = await newMarket()
    const order = await deliveredOrder(market)
    await sends(order)
    expect(await orderOf(market, order)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    await succeeds(order)
    expect(await orderOf(market, order)).toMatchObject({ status: 'REFUNDED', paymentStatus: 'REFUNDED' })
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
  })
})

describe('parts of what was paid in another currency', () => {
  it('go back at the frozen rate, the last takes the remainder, and our position is as before', async () => {
    await rate('USD', 'RWF', 145_030_000_000)
    const market = await newMarket()
    const changes = await changesOf(async () => {
      const phone = freshPhone('123', '25078')
      const order = await paidOrder(market, { payerPhoneNumber: phone, network: 'mtn', countryCode: 'RW' })
      await rate('USD', 'RWF', 160_000_000_000)
      for (const amount of ['3.33', '5.00', undefined]) {
        await sends(order, amount)
        await succeeds(order)
      }
      const parts = (await outgoing(phone)).map(({ amount, currency }) => [Number(amount), currency]).reverse()
      // 27.00 USD were 39,158 RWF; 3.33 are 4,829.5 and 5.00 are 7,251.5: a half may go either way, the sum may not.
      expect([4829, 4830]).toContain(parts[0]?.[0])
      expect([7251, 7252]).toContain(parts[1]?.[0])
      expect(parts.reduce((sum, [amount]) => sum + Number(amount), 0)).toBe(39_158)
      expect(parts.map(([, currency]) => currency)).toEqual(['RWF', 'RWF', 'RWF'])
    })
    expect(changes).toEqual({})
  })

  it('to an operator that takes no decimals are whole, and together what it was charged', async () => {
    await rate('USD', 'CDF', 281_111_000_000)
    const market = await newMarket()
    const changes = await changesOf(async () => {
      const phone = freshPhone()
      const order = await paidOrder(market, { currency: 'CDF', payerPhoneNumber: phone })
      const charged = (await movementsOf(phone)).find(({ kind }) => kind === 'payin')?.amount
      await sends(order, '10000.00')
      await succeeds(order)
      await sends(order)
      await succeeds(order)
      const parts = (await outgoing(phone)).map(({ amount }) => Number(amount))
      for (const part of parts) expect(Number.isInteger(part)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Number(charged))
    })
    expect(changes).toEqual({})
  })
})
