import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type IncidentRef, refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { resolveIncident } from '#domain/office/incidents/resolve.ts'
import { loseDelivery } from '#domain/orders/delivery/deciding/lose.ts'
import { moveDueOrder } from '#domain/orders/orders/clock/move-due.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { OVERDUE } from '#domain/orders/orders/matters.ts'
import { earmark, release } from '#domain/orders/orders/money.ts'
import { requestAmount } from '#domain/orders/refunds/approval/request-amount.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { selectRefunds } from '#domain/orders/refunds/queries.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { AGENT, addOffice } from '#testing/domain/office.ts'
import { addPaidOrder, orderFile, PAID } from '#testing/domain/orders.ts'
import { watchTrips } from '#testing/domain/watched.ts'

const domain = openDomain((fresh) => {
  addOffice(fresh)
  fresh.run("UPDATE incidents SET order_id = 'o1'")
})
const { ctx } = domain

const broken = async () =>
  holdWhole(domain)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)
const statusOf = (table: string) => domain.row(`SELECT status FROM ${table}`)?.status
const refunded = async () => (await selectRefunds(ctx, 'o1'))[0]
const stock = () => domain.rows('SELECT stock FROM variants ORDER BY id').map((variant) => variant.stock)
const agent = () => domain.as(AGENT)
const admin = () => domain.as({ id: 'admin', role: 'ADMIN' })
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
/** Somebody else commits before this trip of several statements. */
const meanwhile = (trip: number, at: Ctx, happens: () => unknown) =>
  watchTrips(at, (each) => each === trip && happens()).ctx
const [COMMIT_AFTER_ONE_READ, FIRST] = [2, 1]

/** Accepted and sold; the parcel of a delivery is where it says. */
async function sold(status: string, delivery?: string, facts: object = {}): Promise<void> {
  addPaidOrder(domain, { status, commission_minor: 67, reached_at: '{"ACCEPTED":1}', ...facts })
  await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
  for (const [variantId, quantity] of [['v1', 3] as const, ['v2', 1] as const]) {
    const sale = { id: `sale-${variantId}`, variant_id: variantId, type: 'SALE', amount: -quantity, order_id: 'o1' }
    domain.add('stock_movements', { ...sale, created_at: NOW })
  }
  if (!delivery) return
  const place = JSON.stringify({ name: 'x', phone: null, address: 'Ibanda' })
  const way = { pickup: place, dropoff: place, fee_minor: 151, rider_earning_minor: 120, currency: 'USD' }
  const job = { id: 'd1', order_id: 'o1', status: delivery, rider_id: 'rd', ...way }
  domain.add('deliveries', { ...job, created_at: NOW, updated_at: NOW })
  const opened = { thing: 'delivery', event: 'open', to_status: delivery, at: NOW }
  domain.add('history', { thing_id: 'd1', version: 1, ...opened })
  if (['PICKED_UP', 'RETURNING'].includes(delivery)) domain.run('UPDATE riders SET active_jobs = 1')
}
const onTheRoad = (delivery = 'PICKED_UP', facts: object = {}) =>
  sold('OUT_FOR_DELIVERY', delivery, { reached_at: '{"ACCEPTED":1,"OUT_FOR_DELIVERY":2}', due_at: NOW + 1, ...facts })

describe('a decision for the seller', () => {
  const decide = (at: Ctx) => resolveIncident(at, 'incident', { outcome: 'SELLER', note: 'Décidé' })

  it('rejects a refund that is asked for while it is taken too', async () => {
    await sold('DELIVERED')
    const asks = async () => commit(ctx, requestAmount(ctx, await orderFile(domain), 500, 'Abîmé').writes)
    await decide(meanwhile(COMMIT_AFTER_ONE_READ, agent(), asks))
    expect(statusOf('orders')).toBe('COMPLETED')
    expect(statusOf('refunds')).toBe('REJECTED')
    expect(await broken()).toEqual([])
  })

  it('is refused where one goes on its way while it is taken', async () => {
    await sold('DELIVERED')
    const sends = async () => commit(ctx, refundAll(ctx, await orderFile(domain)).writes)
    await expect(decide(meanwhile(COMMIT_AFTER_ONE_READ, agent(), sends))).rejects.toMatchObject({
      reason: 'REQUEST_IN_PROGRESS',
    })
    expect(statusOf('orders')).toBe('DELIVERED')
    expect(statusOf('incidents')).toBe('OPEN')
    expect(await refunded()).toMatchObject({ status: 'PROCESSING' })
  })

  it('writes down that it rejected the refund that waited', async () => {
    await sold('DELIVERED')
    await commit(ctx, requestAmount(ctx, await orderFile(domain), 500, 'Abîmé').writes)
    await decide(agent())
    const { id } = (await refundRow()) ?? {}
    expect(domain.row("SELECT target_id, actor_id, details FROM audit WHERE action = 'refund.reject'")).toEqual({
      target_id: id,
      actor_id: 'agent',
      details: '{"from":"REQUESTED","reason":"Décidé"}',
    })
  })
})
const refundRow = async () => domain.row<{ id: string }>('SELECT id FROM refunds')

describe('a parcel', () => {
  it('the decision that a parcel is lost names the refund in its incident', async () => {
    await onTheRoad()
    const decided = await resolveIncident(agent(), 'incident', { outcome: 'LOST', note: 'Introuvable' })
    const { id } = (await refundRow()) ?? {}
    expect(decided).toMatchObject({ refundId: id, refundStatus: 'REQUESTED', resolution: { refundAmount: '21.51' } })
    const { details } =
      domain.row<{ details: string }>("SELECT details FROM audit WHERE action = 'incident.resolve'") ?? {}
    expect(JSON.parse(details ?? '')).toMatchObject({ refundId: id, amount: '21.51', currency: 'USD' })
    expect(domain.rows("SELECT body FROM outbox WHERE kind = 'incident.resolved'")).toEqual([
      { body: expect.stringContaining('21,51') },
    ])
  })

  it('the loss of a cancelled order names the refund that waits already', async () => {
    await onTheRoad()
    await adminCancelOrder(agent(), 'o1', {})
    const { id } = (await refundRow()) ?? {}
    const decided = await resolveIncident(agent(), 'incident', { outcome: 'LOST', note: 'Introuvable' })
    expect(decided).toMatchObject({ refundId: id, resolution: { refundAmount: '21.51' } })
  })

  it.each([
    ['RETURNING', 'RETURNED'],
    ['DELIVERED', 'DELIVERED'],
    ['READY_FOR_PICKUP', 'UNASSIGNED'],
    ['READY_FOR_PICKUP', undefined],
  ])('of an order that is %s, and itself %s, is not lost', async (status, delivery) => {
    await sold(status, delivery)
    const refusal = { code: delivery ? 'CONFLICT' : 'NOT_FOUND' }
    await expect(loseDelivery(agent(), 'd1', { reason: 'Introuvable' })).rejects.toMatchObject(refusal)
    const decided = resolveIncident(agent(), 'incident', { outcome: 'LOST', note: 'Introuvable' })
    await expect(decided).rejects.toMatchObject({ code: 'CONFLICT', reason: 'INVALID_TRANSITION' })
    expect(statusOf('orders')).toBe(status)
    expect(stock()).toEqual([7, 1])
  })

  it('a parcel that its seller has back meanwhile is not lost', async () => {
    await sold('RETURNING', 'RETURNING', { reached_at: '{"ACCEPTED":1,"OUT_FOR_DELIVERY":2}' })
    const back = () => receiveReturn(seller(), 'o1')
    const lost = loseDelivery(meanwhile(COMMIT_AFTER_ONE_READ, agent(), back), 'd1', { reason: 'Introuvable' })
    await expect(lost).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    expect(stock()).toEqual([10, 2])
    expect(domain.row('SELECT cancelled_by FROM orders')).toEqual({ cancelled_by: 'RETURN' })
  })
})

describe('a lost parcel that is found', () => {
  const lose = () => loseDelivery(agent(), 'd1', { reason: 'Introuvable' })

  it('is in the stock again by its seller’s word, once, and the buyer keeps the claim to the money', async () => {
    await onTheRoad()
    await lose()
    expect(stock()).toEqual([7, 1])
    await receiveReturn(seller(), 'o1')
    expect(stock()).toEqual([10, 2])
    expect(await refunded()).toMatchObject({ status: 'REQUESTED', amountMinor: 2151 })
    expect(await broken()).toEqual([])
    await expect(receiveReturn(seller(), 'o1')).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id } = (await refundRow()) ?? { id: '' }
    await expect(rejectRefund(admin(), id, { reason: 'Retrouvé' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is so where staff had cancelled its order before', async () => {
    await onTheRoad()
    await adminCancelOrder(agent(), 'o1', {})
    await lose()
    await receiveReturn(seller(), 'o1')
    expect(stock()).toEqual([10, 2])
    expect(await broken()).toEqual([])
  })

  it('is not where its refund was refused, until the money goes back after all', async () => {
    await onTheRoad()
    await lose()
    const { id } = (await refundRow()) ?? { id: '' }
    await rejectRefund(admin(), id, { reason: 'Le client a le colis' })
    await expect(receiveReturn(seller(), 'o1')).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    await commit(ctx, refundAll(ctx, await orderFile(domain)).writes)
    await receiveReturn(seller(), 'o1')
    expect(stock()).toEqual([10, 2])
  })
})

describe('goods that come back while their refund is refused', () => {
  const delivered = async () => {
    await sold('DELIVERED', 'DELIVERED', { reached_at: '{"ACCEPTED":1,"OUT_FOR_DELIVERY":2,"DELIVERED":3}' })
    await adminCancelOrder(agent(), 'o1', {})
  }
  const completed = async () => {
    const reached = { reached_at: '{"ACCEPTED":1,"OUT_FOR_DELIVERY":2,"DELIVERED":3,"COMPLETED":4}' }
    await sold('COMPLETED', 'DELIVERED', reached)
    await commit(ctx, release(ctx, await orderFile(domain), PAID))
    await adminCancelOrder(agent(), 'o1', {})
  }
  const lost = async () => {
    await onTheRoad()
    await loseDelivery(agent(), 'd1', { reason: 'Introuvable' })
  }
  const refuse = async (at: Ctx = admin()) =>
    rejectRefund(at, (await refundRow())?.id ?? '', { reason: 'Le client les garde' })

  it.each([
    ['the buyer had', delivered],
    ['was paid out', completed],
    ['was lost', lost],
  ])('what %s is not in the stock: the refusal came first', async (_what, prepare) => {
    await prepare()
    await expect(
      receiveReturn(
        meanwhile(FIRST, seller(), () => refuse()),
        'o1',
      ),
    ).rejects.toMatchObject({
      reason: 'INVALID_TRANSITION',
    })
    expect(stock()).toEqual([7, 1])
  })

  it.each([
    ['the buyer had', delivered],
    ['was paid out', completed],
    ['was lost', lost],
  ])('what %s is in the stock, and the refusal is refused: the goods came first', async (_what, prepare) => {
    await prepare()
    const refusal = refuse(meanwhile(COMMIT_AFTER_ONE_READ, admin(), () => receiveReturn(seller(), 'o1')))
    await expect(refusal).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(stock()).toEqual([10, 2])
    expect(statusOf('refunds')).toBe('REQUESTED')
  })
})

describe('a parcel whose time is up', () => {
  const complain = (ref: IncidentRef) =>
    commit(ctx, [
      openIncident(ctx, { ref, severity: 'HIGH', orderId: 'o1', title: 'Où ?', description: 'Où est-il ?' }),
    ])
  const open = () => domain.run("UPDATE incidents SET status = 'OPEN'")
  const incidents = () => domain.rows("SELECT ref FROM incidents WHERE ref GLOB 'overdue:*'")

  it('is not looked for by the service where somebody complains in that moment', async () => {
    await onTheRoad('PICKED_UP', { due_at: NOW })
    domain.run("UPDATE incidents SET status = 'RESOLVED'")
    await moveDueOrder(meanwhile(FIRST, ctx, open), 'o1')
    expect(incidents()).toEqual([])
    expect(domain.row('SELECT due_at FROM orders')).toEqual({ due_at: NOW })
    domain.run("UPDATE incidents SET status = 'RESOLVED'")
    await moveDueOrder(ctx, 'o1')
    expect(incidents()).toHaveLength(1)
  })

  it('is not back by the rider’s word alone where the service begins to look for it in that moment', async () => {
    await sold('RETURNING', 'RETURNED', { due_at: NOW })
    domain.run("UPDATE incidents SET status = 'RESOLVED'")
    await moveDueOrder(
      meanwhile(FIRST, ctx, () => complain(refOf(OVERDUE, 'o1:9'))),
      'o1',
    )
    expect(statusOf('orders')).toBe('RETURNING')
    expect(stock()).toEqual([7, 1])
  })
})
