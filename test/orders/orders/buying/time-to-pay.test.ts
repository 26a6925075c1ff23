import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, refuse, setFault } from '#testing/sandbox.ts'

afterEach(() => clearFaults())

const MINUTE = 60_000
const by = (payerPhoneNumber: string) => ({ payerPhoneNumber, network: 'vodacom', countryCode: 'CD' })
const minutesTo = (instant: string) => (Date.parse(instant) - Date.now()) / MINUTE
/** The time in Lubumbashi. */
const clockOf = (instant: string) => new Date(Date.parse(instant) + 120 * MINUTE).toISOString().slice(11, 16)
const detail = ({ error }: Answer, field: string) => error?.details?.find((each) => each.field === field)?.message

/** An order whose first prompt was refused on the phone, so that two minutes are left to pay it. */
async function refusedOrder() {
  const market = await newMarket()
  const phone = freshPhone()
  const { data } = await postOrder(market, { payerPhoneNumber: phone })
  await refuse(phone)
  return { market, id: String(data.id) }
}

describe('the time to pay', () => {
  it('the order and the notice say how long the buyer may pay after a refused prompt', async () => {
    const { market, id } = await refusedOrder()
    const { data } = await call(market.buyer, 'GET', `/orders/${id}`)
    expect(minutesTo(data.expiresAt)).toBeLessThanOrEqual(2)
    const { notifications } = (await call(market.buyer, 'GET', '/notifications')).data
    const told = notifications.find(({ type }: { type: string }) => type === 'order.payment-failed')
    expect(told.body).toContain(`à ${clockOf(data.expiresAt)} (UTC+2)`)
  })

  it('stands in the answer of another try, which has the rest of the fifteen minutes', async () => {
    const { market, id } = await refusedOrder()
    const again = await actOnOrder(market.buyer, id, 'pay', by(freshPhone()))
    expect(again.status, JSON.stringify(again.error)).toBe(201)
    expect(minutesTo(again.data.expiresAt)).toBeGreaterThan(14)
    const { data } = await call(market.buyer, 'GET', `/orders/${id}`)
    expect(again.data.expiresAt).toBe(data.expiresAt)
  })

  it('stands in the message of a try that the operator refuses at once', async () => {
    const market = await newMarket()
    await setFault({ gateway: 'B', fault: 'refused', kind: 'payin', times: 0 })
    const placed = await postOrder(market, by(freshPhone()))
    const id = detail(placed, 'orderId') ?? ''
    const again = await actOnOrder(market.buyer, id, 'pay', by(freshPhone()))
    const { data } = await call(market.buyer, 'GET', `/orders/${id}`)
    expect([placed.status, again.status]).toEqual([400, 400])
    expect(minutesTo(data.expiresAt)).toBeLessThanOrEqual(2)
    expect(again.error?.message).toContain(`à ${clockOf(data.expiresAt)} (UTC+2)`)
  })

  it('stands in the details while the first try is open', async () => {
    const market = await newMarket()
    const placed = await postOrder(market, by(freshPhone()))
    const again = await actOnOrder(market.buyer, placed.data.id, 'pay', by(freshPhone()))
    expect(again.error?.reason).toBe('PAYMENT_IN_PROGRESS')
    expect(detail(again, 'expiresAt')).toBe(placed.data.expiresAt)
  })

  it('a checkout ends with its order that ends first', async () => {
    const { market, id } = await refusedOrder()
    await run("UPDATE orders SET checkout_id = 'together' WHERE id = ?", id)
    const [checkout, order] = [
      await call(market.buyer, 'GET', '/orders/checkout/together'),
      await call(market.buyer, 'GET', `/orders/${id}`),
    ]
    expect(checkout.data.expiresAt).toBe(order.data.expiresAt)
  })
})

describe('a prompt that waits', () => {
  it('is named by its order to whoever asked for it', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const placed = await postOrder(market, by(phone))
    const second = await postOrder(market, by(phone))
    expect([second.status, second.error?.reason]).toEqual([409, 'PAYMENT_IN_PROGRESS'])
    expect(second.error?.details).toEqual([{ field: 'orderId', message: placed.data.id }])
  })

  it('a refusal names no prompt of others, and says how to pay', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    for (let i = 0; i < 3; i++)
      expect((await postOrder({ ...market, buyer: await signUp() }, { ...by(phone), quantity: 1 })).status).toBe(201)
    const next = await postOrder({ ...market, buyer: await signUp() }, { ...by(phone), quantity: 1 })
    expect(next.error).toMatchObject({
      reason: 'PAYMENT_IN_PROGRESS',
      message: expect.stringContaining('autre numéro'),
    })
    expect(next.error?.details).toBeUndefined()
  })
})
