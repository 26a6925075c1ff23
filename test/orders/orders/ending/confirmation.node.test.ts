import { expect, it } from 'vitest'
import { CONFIRMATION_MS } from '#domain/orders/orders/clock/due.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)

it.each(['incident', 'refund'])('the end of an %s lets the same hours count as the delivery did', (what) => {
  addPaidOrder(domain, { status: 'DELIVERED', reached_at: JSON.stringify({ DELIVERED: NOW }), due_at: NOW * 2 })
  if (what === 'incident') {
    const text = { type: 'PAYMENT', severity: 'HIGH', title: 't', description: 'd' }
    domain.add('incidents', { id: 'i1', ...text, order_id: 'o1', ref: 'r', created_at: NOW })
    domain.run("UPDATE incidents SET status = 'RESOLVED' WHERE id = 'i1'")
  } else {
    const money = { amount_minor: 100, currency: 'USD', kind: 'PARTIAL', gateway: 'B' }
    const payer = { phone: '243810000001', network: 'airtel', country: 'CD' }
    const times = { created_at: NOW, updated_at: NOW }
    domain.add('refunds', { id: 'r1', order_id: 'o1', status: 'FAILED', ...money, ...payer, ...times })
    domain.run("UPDATE refunds SET status = 'REJECTED' WHERE id = 'r1'")
  }
  expect(domain.row("SELECT due_at FROM orders WHERE id = 'o1'")).toEqual({ due_at: NOW + CONFIRMATION_MS })
})
