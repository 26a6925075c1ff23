import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { letAsk, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf, settleMovement } from '#testing/sandbox.ts'

const lastEvent = async (as: Person, id: string) => (await call(as, 'GET', `/orders/${id}/timeline`)).data.events.at(-1)

describe('who did what happened to an order', () => {
  it('is the service where an operator answered, though the buyer was the one who asked', async () => {
    const { buyer, ...market } = await newMarket()
    await postOrder({ buyer, ...market }, { payerPhoneNumber: freshPhone('059') })
    const [refused] = (await call(buyer, 'GET', '/orders/me')).data.orders
    expect(await lastEvent(buyer, refused.id)).toMatchObject({ event: 'paymentFailed', actorRole: 'SYSTEM' })

    const payerPhoneNumber = freshPhone()
    const { id } = (await postOrder({ buyer, ...market }, { payerPhoneNumber })).data
    const [movement] = await movementsOf(payerPhoneNumber)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    await letAsk()
    expect((await actOnOrder(buyer, id, 'payment/check-status')).data.payin.status).toBe('succeeded')
    expect(await lastEvent(buyer, id)).toMatchObject({ event: 'pay', actorRole: 'SYSTEM' })
  })

  it.each(['SUPPORT', 'ACCOUNTANT', 'ADMIN'] as const)('is %s as that', async (role) => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const somebody = await signUp(role)
    await run(
      `INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at, actor_id, caller)
       SELECT id, version + 1, 'order', 'refundStarted', status, status, 1, ?2, 'person' FROM orders WHERE id = ?1`,
      ...[id, somebody.id],
    )
    await run('UPDATE orders SET version = version + 1 WHERE id = ?', id)
    expect(await lastEvent(market.buyer, id)).toMatchObject({ actorRole: role })
  })
})
