import { expect, it } from 'vitest'
import { showOrderForStaff } from '#domain/orders/staff/show.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransfer } from '#testing/domain/money.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)

it('the part of a rounding that our cash covered is in the file of its order, whichever way the money went', async () => {
  const id = addPaidOrder(domain)
  for (const ref of [`paid-${id}:in`, `paid-${id}:out`, 'of-another:in'])
    addTransfer(domain, 'platform:covered', ref, 'platform:cash', 'platform:rounding', 25)
  const { transfers } = await showOrderForStaff(domain.as({ role: 'ADMIN' }), id)
  expect(transfers.map(({ reference }) => reference).sort()).toEqual([id, `paid-${id}:in`, `paid-${id}:out`])
})
