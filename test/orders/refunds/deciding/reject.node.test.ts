import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { earmark, release } from '#domain/orders/orders/money.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { showRefund } from '#domain/orders/refunds/showing/show.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder, orderFile, PAID } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })
const reason = 'Réglé autrement'

/** A delivered order whose refund failed, or one that the seller still prepares. */
async function delivered(reached = { ACCEPTED: 1, DELIVERED: 2 } as Record<string, number>): Promise<void> {
  const status = Object.keys(reached).at(-1) ?? ''
  addPaidOrder(domain, { status, commission_minor: 67, reached_at: JSON.stringify(reached) })
  await commit(domain.ctx, earmark(domain.ctx, await orderFile(domain), PAID, 67))
  const money = { amount_minor: 2151, currency: 'USD', kind: 'FULL', gateway: 'B' }
  const payer = { phone: '243810000001', network: 'airtel', country: 'CD' }
  domain.add('refunds', {
    id: 'r1',
    order_id: 'o1',
    status: 'FAILED',
    ...money,
    ...payer,
    created_at: 1,
    updated_at: 1,
  })
  domain.add('history', { thing_id: 'r1', version: 1, thing: 'refund', event: 'request', to_status: 'FAILED', at: NOW })
}
const isAskedAgain = { code: 'CONFLICT', reason: 'REQUEST_IN_PROGRESS', guard: 'REFUND_ORDER_ENDED' }

it('a refund that is refused says why to whoever reads it', async () => {
  await delivered()
  expect(await rejectRefund(admin, 'r1', { reason })).toMatchObject({ status: 'REJECTED', rejectionReason: reason })
  expect(await showRefund(admin, 'r1')).toMatchObject({ rejectionReason: reason })
})

it('a refund given up and its order cancelled at once: one of them is asked again, and says that the money stays held', async () => {
  await delivered({ ACCEPTED: 1 })
  const cancelled = domain.meanwhile("UPDATE orders SET status = 'CANCELLED' WHERE id = 'o1'", admin)
  await expect(rejectRefund(cancelled, 'r1', { reason })).rejects.toMatchObject(isAskedAgain)
  expect(domain.row('SELECT status FROM refunds')).toEqual({ status: 'FAILED' })
  await rejectRefund(admin, 'r1', { reason })
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([{ ref: 'held:r1' }])
})

it('an order cancelled while its refund is given up leaves another to an ADMIN', async () => {
  await delivered()
  domain.run(`CREATE TRIGGER given_up AFTER INSERT ON history WHEN NEW.event = 'reject' BEGIN
    UPDATE refunds SET status = 'REJECTED', version = 2 WHERE id = 'r1'; END`)
  const rejected = domain.meanwhile(
    "INSERT INTO history (thing_id, version, thing, event, to_status, at) VALUES ('r1', 2, 'refund', 'reject', 'REJECTED', 1)",
    admin,
  )
  await adminCancelOrder(rejected, 'o1', {})
  expect(domain.rows('SELECT status FROM refunds ORDER BY created_at')).toEqual([
    { status: 'REJECTED' },
    { status: 'REQUESTED' },
  ])
})

it('a refund of an order that had completed, given up after its end, moves nothing: its seller was paid already', async () => {
  const reached = { ACCEPTED: 1, DELIVERED: 2, COMPLETED: 3, CANCELLED: 4 }
  await delivered(reached)
  await commit(domain.ctx, release(domain.ctx, await orderFile(domain), PAID))
  domain.run("UPDATE orders SET cancelled_by = 'STAFF'")
  const before = domain.rows('SELECT id FROM transfers')
  expect(await rejectRefund(admin, 'r1', { reason })).toMatchObject({ status: 'REJECTED' })
  expect(domain.rows('SELECT id FROM transfers')).toEqual(before)
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([])
  expect((await orderFile(domain)).reachedAt).toEqual(reached)
})
