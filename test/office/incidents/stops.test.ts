import { expect, it } from 'vitest'
import { dueOrders, moveDueOrder } from '#domain/orders/orders/clock/move-due.ts'
import { call } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { deliveredOrder, newMarket, orderRow, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

it('an order that was found due, and that its buyer complains of before it is moved on, stays as it is', async () => {
  const market = await newMarket()
  const { id } = await deliveredOrder(market)
  await run('UPDATE orders SET due_at = 1 WHERE id = ?', id)
  expect((await dueOrders(contextNow(), 100)).map((order) => order.id)).toContain(id)
  const report = { type: 'ORDER', title: 'Colis vide', description: 'Il ne contenait rien.', orderId: id }
  const { data: incident } = await call(market.buyer, 'POST', '/incidents', report)
  const moved = async () => {
    await moveDueOrder(contextNow(), id)
    return (await orderRow(id))?.status
  }
  expect(await moved()).toBe('DELIVERED')

  const support = await signUp('SUPPORT')
  const decided = { outcome: 'SPLIT', refundAmount: '2.00', note: 'La moitié manquait' }
  expect((await call(support, 'POST', `/incidents/${incident.id}/resolve`, decided)).status).toBe(200)
  expect(await moved()).toBe('DELIVERED')

  const refusal = { reason: 'Retrouvé' }
  const rejected = await call(await signUp('ADMIN'), 'POST', `/refunds/${(await refundOf(id))?.id}/reject`, refusal)
  expect(rejected.status).toBe(200)
  expect(await moved()).toBe('COMPLETED')
})
