import { expect, it } from 'vitest'
import { requireFewPrompts } from '#domain/money/gateways/attempts/prompts.ts'
import { requireModestReservations } from '#domain/orders/orders/basket/unpaid.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addTransaction } from '#testing/domain/money.ts'

const domain = openDomain()
const payer = { phone: '243810000001', network: 'vodacom', country: 'CD' } as const

it('a phone that is asked to pay is looked up by an index, however many payments there are', () => {
  const writes = [
    requireModestReservations(domain.ctx, 'buyer', payer),
    ...requireFewPrompts(domain.as({ id: 'buyer' }), addTransaction(domain)),
  ] as unknown as { getQuery(): { sql: string; params: unknown[] } }[]
  const plans = writes.map((write) => {
    const { sql, params } = write.getQuery()
    return domain.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params).map(({ detail }) => detail)
  })
  const index = 'SEARCH g USING INDEX gateway_transactions_unpaid (phone=? AND created_at>?)'
  expect(plans.map((plan) => plan.filter((detail) => detail === index).length)).toEqual([2, 0, 1, 1])
  expect(plans.flat().filter((detail) => /^SCAN [a-z]\b|USING INDEX orders_status/.test(detail))).toEqual([])
})
