import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/domain/core/commit.ts'
import { earmark } from '../../../src/domain/orders/orders/money.ts'
import { dueOrders, moveDueOrder } from '../../../src/domain/orders/orders/move-due.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/market.ts'
import { addPaidOrder, orderFile, PAID } from '../../in-node/orders.ts'

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
    ['ACCOUNTANT', 1],
    ['SELLER', 1],
  ] as const)('that a person opened as %s leaves %i due, whatever they are today', async (role, left) => {
    await delivered('REJECTED')
    domain.run('UPDATE users SET role = ? WHERE id = ?', role, 'rider')
    open('rider')
    for (const today of ['BUYER', 'SUPPORT']) {
      domain.run('UPDATE users SET role = ? WHERE id = ?', today, 'rider')
      expect(await due()).toBe(left)
    }
  })

  it('of the service itself stops nothing', async () => {
    await delivered('REJECTED')
    open(null)
    expect(await due()).toBe(1)
  })
})
