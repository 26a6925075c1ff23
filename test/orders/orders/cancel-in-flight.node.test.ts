import { expect, it } from 'vitest'
import { cancelOrder } from '#domain/orders/orders/cancel.ts'
import { openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/market.ts'
import { addTransaction } from '../../in-node/money.ts'
import { addOrder } from '../../in-node/orders.ts'

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
