import { afterEach, describe, expect, it } from 'vitest'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, setFault } from '#testing/sandbox.ts'

afterEach(() => clearFaults())
const by = (payerPhoneNumber: string) => ({ payerPhoneNumber, network: 'vodacom', countryCode: 'CD' })

describe('prompts', () => {
  it('a prompt that the operator refuses at once counts against its number', async () => {
    const market = await newMarket({ stock: 50 })
    const phone = freshPhone()
    await setFault({ gateway: 'B', fault: 'refused', kind: 'payin', times: 0 })
    const placed = []
    for (let i = 0; i < 10; i++)
      placed.push(await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, ...by(phone) }))
    expect(placed.map(({ status }) => status)).toEqual(Array(10).fill(400))
    const next = await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, ...by(phone) })
    expect([next.status, next.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  })

  it('one buyer gets thirty prompts an hour, over all numbers', async () => {
    const market = await newMarket({ stock: 50 })
    await setFault({ gateway: 'B', fault: 'refused', kind: 'payin', times: 0 })
    await postOrder(market, { quantity: 1, ...by(freshPhone()) })
    const { id } = (await first<{ id: string }>('SELECT id FROM orders WHERE buyer_id = ?', market.buyer.id)) ?? {
      id: '',
    }
    for (let asked = 1; asked < 30; asked++)
      expect((await actOnOrder(market.buyer, id, 'pay', by(freshPhone()))).status, `prompt ${asked + 1}`).toBe(400)
    expect((await actOnOrder(market.buyer, id, 'pay', by(freshPhone()))).status).toBe(429)
    expect((await postOrder(market, { quantity: 1, ...by(freshPhone()) })).status).toBe(429)
    const other = await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, ...by(freshPhone()) })
    expect(other.status).toBe(400)
  })
})
