import { expect, it } from 'vitest'
import { cancelOrder } from '#domain/orders/orders/ending/cancel.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const cancel = () => cancelOrder(domain.as({ id: 'buyer' }), 'o1', {})

it.each(['pending', 'review'] as const)('an order is not cancelled while its payin is %s', async (status) => {
  addOrder(domain)
  addTransaction(domain, { subjectId: 'o1', status })
  await expect(cancel()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'PAYMENT_IN_PROGRESS' })
})

it.each(['failed', 'expired'] as const)('it is once that is %s', async (status) => {
  addOrder(domain)
  addTransaction(domain, { subjectId: 'o1', status })
  expect(await cancel()).toMatchObject({ status: 'CANCELLED' })
})
