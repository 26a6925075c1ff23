import { describe, expect, it } from 'vitest'
import { moveOrders } from '#cron/orders.ts'
import { newTick } from '#cron/tick.ts'
import { commit } from '#domain/core/commit.ts'
import { HOLD_MS } from '#domain/orders/orders/clock/due.ts'
import { dueOrders, moveDueOrder } from '#domain/orders/orders/clock/move-due.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { earmark } from '#domain/orders/orders/money.ts'
import { readyOrder } from '#domain/orders/orders/preparing/ready.ts'
import { reserveStock } from '#domain/orders/orders/stock.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, PENDING, SUCCEEDED, UNKNOWN } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder, orderFile, PAID } from '#testing/domain/orders.ts'
import { outsideOf } from '#testing/domain/outside.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

/** Delivered 48 hours ago, with a refund in this state. */
async function delivered(refund: string): Promise<void> {
  const reached = JSON.stringify({ ACCEPTED: 1, DELIVERED: 2 })
  addPaidOrder(domain, { status: 'DELIVERED', commission_minor: 67, reached_at: reached, due_at: NOW })
  await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
  const money = { amount_minor: 2151, currency: 'USD', kind: 'FULL', gateway: 'B' }
  const payer = { phone: '243810000001', network: 'airtel', country: 'CD' }
  domain.add('refunds', { id: 'r1', order_id: 'o1', status: refund, ...money, ...payer, created_at: 1, updated_at: 1 })
}

describe('a delivered order whose 48 hours are over', () => {
  it.each(['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED'])(
    'is not due beside a refund that is %s',
    async (state) => {
      await delivered(state)
      expect(await dueOrders(ctx, 25)).toEqual([])
    },
  )

  it.each(['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED'])(
    'stays as it is where a refund that is %s began after it was found to be due',
    async (state) => {
      await delivered(state)
      expect(await moveDueOrder(ctx, 'o1')).toBeUndefined()
      expect(await orderFile(domain)).toMatchObject({ status: 'DELIVERED', version: 1, dueAt: NOW })
    },
  )

  it('completes beside one that was refused', async () => {
    await delivered('REJECTED')
    expect(await dueOrders(ctx, 25)).toEqual([{ id: 'o1' }])
    await moveDueOrder(ctx, 'o1')
    expect(await orderFile(domain)).toMatchObject({ status: 'COMPLETED', dueAt: null })
  })
})

describe('a delivered order that its buyer confirms', () => {
  const buyer = () => domain.as({ id: 'buyer' })

  it.each(['REQUESTED', 'AWAITING_CODE', 'FAILED', 'REJECTED'])(
    'completes beside a refund that is %s',
    async (state) => {
      await delivered(state)
      await confirmReceipt(buyer(), 'o1')
      expect(await orderFile(domain)).toMatchObject({ status: 'COMPLETED', dueAt: null })
    },
  )

  it('waits for a refund that is on its way', async () => {
    await delivered('PROCESSING')
    await expect(confirmReceipt(buyer(), 'o1')).rejects.toMatchObject({ reason: 'REQUEST_IN_PROGRESS' })
    expect(await orderFile(domain)).toMatchObject({ status: 'DELIVERED', version: 1 })
  })
})

describe('an order whose seller says that it is ready', () => {
  const ready = () => readyOrder(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  const accepted = async (amount: number, status: string) => {
    addPaidOrder(domain, { status: 'ACCEPTED', commission_minor: 67, reached_at: JSON.stringify({ ACCEPTED: 1 }) })
    const to = { gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD', created_at: 1, updated_at: 1 }
    const money = { amount_minor: amount, currency: 'USD', kind: amount === 2151 ? 'FULL' : 'PARTIAL' }
    domain.add('refunds', { id: 'r1', order_id: 'o1', status, ...money, ...to })
    domain.run("UPDATE orders SET fulfillment_method = 'PICKUP'")
  }

  it('stays in the shop while the whole refund is on its way', async () => {
    await accepted(2151, 'PROCESSING')
    await expect(ready()).rejects.toMatchObject({ reason: 'REQUEST_IN_PROGRESS' })
    expect(await orderFile(domain)).toMatchObject({ status: 'ACCEPTED', version: 1 })
  })

  it.each([
    [2151, 'REQUESTED'],
    [2151, 'FAILED'],
    [2150, 'PROCESSING'],
  ])('goes on beside a refund of %i that is %s', async (amount, status) => {
    await accepted(amount, status)
    await ready()
    expect(await orderFile(domain)).toMatchObject({ status: 'READY_FOR_PICKUP' })
  })
})

it('200 delivered orders that are stopped are walked over once an hour, and due at once when that ends', async () => {
  await delivered('FAILED')
  for (let i = 2; i <= 200; i++) {
    const row = domain.row('SELECT * FROM orders WHERE id = ?', 'o1')
    domain.add('orders', { ...row, id: `o${i}`, number: `CMD-${i}` })
    domain.add('refunds', { ...domain.row("SELECT * FROM refunds WHERE id = 'r1'"), id: `r${i}`, order_id: `o${i}` })
  }
  const walked = (now: number) => domain.row('SELECT count(*) AS n FROM orders WHERE due_at <= ?', now)?.n
  const run = (ms: number) => moveOrders(domain.after(ms), newTick())
  expect(walked(NOW)).toBe(200)
  await run(0)
  expect(walked(NOW + HOUR_MS - 1)).toBe(0)
  await run(HOUR_MS)
  expect(walked(NOW + HOUR_MS)).toBe(0)

  domain.add('history', { thing_id: 'r1', version: 1, thing: 'refund', event: 'request', to_status: 'FAILED', at: NOW })
  const admin = { ...domain.as({ id: 'admin', role: 'ADMIN' }), now: NOW + HOUR_MS + 1 }
  await rejectRefund(admin, 'r1', { reason: 'Réglé autrement' })
  expect(await dueOrders(admin, 25)).toEqual([{ id: 'o1' }])
  domain.run("UPDATE refunds SET status = 'SUCCEEDED' WHERE id = 'r2'")
  expect(await dueOrders(admin, 25)).toHaveLength(2)
})

describe('an open incident about a delivered order', () => {
  const open = (openedBy: string | null, at = NOW) =>
    domain.add('incidents', {
      ...{ id: 'i1', type: 'ORDER', severity: 'LOW', title: 't', description: 'd', ref: 'i1' },
      ...{ order_id: 'o1', created_at: at, opened_by: openedBy },
    })
  const due = async () => (await dueOrders(ctx, 25)).length

  it.each([
    ['ADMIN', 0],
    ['SUPPORT', 0],
    ['ACCOUNTANT', 0],
    ['SELLER', 0],
  ] as const)('that a person opened as %s leaves %i due, whatever they are today', async (role, left) => {
    await delivered('REJECTED')
    domain.run('UPDATE users SET role = ? WHERE id = ?', role, 'rider')
    open('rider')
    for (const today of ['BUYER', 'SUPPORT']) {
      domain.run('UPDATE users SET role = ? WHERE id = ?', today, 'rider')
      expect(await due()).toBe(left)
    }
  })

  it.each([
    ['OPEN', 0],
    ['INVESTIGATING', 0],
    ['RESOLVED', 1],
    ['DISMISSED', 1],
  ] as const)('that becomes %s after the order was put off leaves %i due', async (status, left) => {
    await delivered('REJECTED')
    open('buyer', 2)
    await moveOrders(ctx, newTick())
    expect(domain.row('SELECT due_at FROM orders')).toEqual({ due_at: NOW + HOUR_MS })
    domain.run('UPDATE incidents SET status = ?', status)
    expect(await due()).toBe(left)
  })

  it('an incident that ends within the 48 hours leaves them as they were', async () => {
    await delivered('REJECTED')
    domain.run(
      'UPDATE orders SET due_at = ?1 + 1, reached_at = json_set(reached_at, ?2, ?1 + 1 - ?3)',
      NOW,
      '$.DELIVERED',
      48 * HOUR_MS,
    )
    open('buyer')
    domain.run("UPDATE incidents SET status = 'RESOLVED'")
    expect(domain.row('SELECT due_at FROM orders')).toEqual({ due_at: NOW + 1 })
  })

  it('an incident of the service itself stops nothing', async () => {
    await delivered('REJECTED')
    open(null)
    expect(await due()).toBe(1)
  })
})

describe('an order whose time to pay is over', () => {
  const sent = () => addTransaction(domain, { sentAt: NOW - HOLD_MS, nextCheckAt: NOW + HOUR_MS })
  const asked = () => domain.calls.map(({ what }) => what)
  const unpaid = async () => {
    addOrder(domain, { due_at: NOW, hold_ends_at: NOW })
    await commit(ctx, reserveStock(ctx, await orderFile(domain)))
  }
  const held = () => domain.row("SELECT stock, held FROM variants WHERE id = 'v1'")

  it('asks its gateway first, and is paid if the money came', async () => {
    await unpaid()
    sent()
    domain.answers.push(SUCCEEDED)
    await moveDueOrder(ctx, 'o1')
    expect(asked()).toEqual(['mbiyopay.findByReference'])
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(held()).toEqual({ stock: 7, held: 0 })
  })

  it.each([
    ['has no answer yet', PENDING],
    ['says nothing', UNKNOWN],
    ['says that it failed', DECLINED],
  ])('ends with its hold if the gateway, asked, %s', async (_, answer) => {
    await unpaid()
    sent()
    domain.answers.push(answer)
    await moveDueOrder(ctx, 'o1')
    expect(asked()).toEqual(['mbiyopay.findByReference'])
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'EXPIRY', dueAt: null })
    expect(held()).toEqual({ stock: 10, held: 0 })
  })

  it('asks nobody about a payment that failed already', async () => {
    await unpaid()
    addTransaction(domain, { status: 'failed', finalAt: NOW - 1, nextCheckAt: null })
    await moveDueOrder(ctx, 'o1')
    expect([asked(), (await orderFile(domain)).status]).toEqual([[], 'CANCELLED'])
  })

  it('asks nobody about a payment that never left, which ends with the order', async () => {
    await unpaid()
    addTransaction(domain, { sentAt: null })
    await moveDueOrder(ctx, 'o1')
    expect([asked(), (await orderFile(domain)).status]).toEqual([[], 'CANCELLED'])
    expect(domain.row('SELECT status FROM gateway_transactions')).toEqual({ status: 'failed' })
  })

  it('goes on if it was paid in another way while its gateway was asked', async () => {
    await unpaid()
    sent()
    const paid = () => domain.run("UPDATE orders SET status = 'PENDING_SELLER_REVIEW', due_at = ?", NOW + HOUR_MS)
    const read = async () => {
      paid()
      return PENDING
    }
    const slow = { ...ctx, ...outsideOf({ mbiyopay: { read, findByReference: read } }) }
    await moveDueOrder(slow, 'o1')
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', cancelledBy: null })
  })

  it('stays as it is while its time is not over', async () => {
    addOrder(domain, { due_at: NOW + 1 })
    sent()
    await moveDueOrder(ctx, 'o1')
    expect([asked(), (await orderFile(domain)).status]).toEqual([[], 'PENDING_PAYMENT'])
  })
})
