import { describe, expect, it } from 'vitest'
import { REFUND_ATTEMPT_PARTS } from '#db/schema/orders/refund-attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { earmark, paymentOf, release, releaseFee, whereMoneyLies } from '#domain/orders/orders/money.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { releaseStock, reserveStock, returnStock, sellStock } from '#domain/orders/orders/stock.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransfer, linesOfTransfers } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder, orderFile, PAID, walletEntries } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

describe('what came in for an order', () => {
  it('is known once it is paid', async () => {
    addPaidOrder(domain)
    expect(paymentOf(await orderFile(domain))).toEqual(PAID)
    addOrder(domain, { id: 'o2' })
    expect(paymentOf(await orderFile(domain, 'o2'))).toBeUndefined()
  })

  it.each(['paidCurrency', 'paidSubtotalMinor', 'paidFeeMinor'])('is not known without %s', async (part) => {
    addPaidOrder(domain)
    expect(paymentOf({ ...(await orderFile(domain)), [part]: null })).toBeUndefined()
    expect(paymentOf({ ...(await orderFile(domain)), paidFeeMinor: 0 })).toMatchObject({ feeMinor: 0 })
  })
})

describe('acceptance', () => {
  it('makes the price the seller’s, pending, less the commission', async () => {
    addPaidOrder(domain)
    await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
    expect(linesOfTransfers(domain, 'order:[ac]*')).toEqual([
      'order:accepted o1: order:o1:held > seller:sp:pending 1933 USD',
      'order:commission o1: order:o1:held > platform:commission 67 USD',
    ])
  })

  it('takes no commission of zero', async () => {
    addPaidOrder(domain)
    await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 0))
    expect(linesOfTransfers(domain, 'order:[ac]*')).toEqual([
      'order:accepted o1: order:o1:held > seller:sp:pending 2000 USD',
    ])
  })
})

describe('completion', () => {
  const accepted = async (facts: Record<string, unknown> = {}) => {
    addPaidOrder(domain, { commission_minor: 67, ...facts })
    await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
  }

  it('makes the price and the rider’s share available', async () => {
    await accepted()
    const job = { order_id: 'o1', status: 'DELIVERED', rider_id: 'rd', pickup: '{}', dropoff: '{}', currency: 'USD' }
    const at = { created_at: NOW, updated_at: NOW }
    domain.add('deliveries', { id: 'd1', ...job, fee_minor: 151, rider_earning_minor: 121, ...at })
    await commit(ctx, release(ctx, await orderFile(domain), PAID))
    expect(linesOfTransfers(domain, 'order:[crd]*')).toEqual([
      'order:commission o1: order:o1:held > platform:commission 67 USD',
      'order:completed o1: seller:sp:pending > seller:sp:available 1933 USD',
      'order:rider o1: order:o1:held > rider:rd:available 121 USD',
      'order:delivery o1: order:o1:held > platform:delivery 30 USD',
    ])
    expect(walletEntries(domain)).toEqual(['sp SALE 1933 1933 o1', 'rd DELIVERY 121 121 o1'])
  })

  it('the platform keeps the fee of an order without a rider', async () => {
    await accepted()
    await commit(ctx, releaseFee(ctx, await orderFile(domain), PAID))
    expect(linesOfTransfers(domain, 'order:[rd]*')).toEqual([
      'order:delivery o1: order:o1:held > platform:delivery 151 USD',
    ])
    expect(walletEntries(domain)).toEqual([])
    const unassigned = {
      ...(await orderFile(domain)),
      delivery: { id: 'd', status: 'UNASSIGNED', riderId: null, version: 1, rider: null },
    }
    expect(releaseFee(ctx, unassigned as OrderFile, PAID)).toHaveLength(1)
  })
})

describe('where the money of an order lies', () => {
  const partsAt = async (reached: Record<string, number>) => {
    addPaidOrder(domain, { commission_minor: 67, reached_at: JSON.stringify(reached) })
    return whereMoneyLies(await orderFile(domain), PAID, 2151)
  }
  const commission = { part: 'commission', account: 'platform:commission', amountMinor: 67 }

  it('all of it is in escrow before acceptance', async () => {
    expect(REFUND_ATTEMPT_PARTS.slice(0, 4)).toEqual(['held', 'goods', 'commission', 'fee'])
    expect(await partsAt({})).toEqual([{ part: 'held', account: 'order:o1:held', amountMinor: 2151 }])
  })

  it('the price of the goods is pending with the seller until completion', async () => {
    expect(await partsAt({ ACCEPTED: 0 })).toEqual([
      { part: 'goods', account: 'seller:sp:pending', amountMinor: 1933 },
      commission,
      { part: 'fee', account: 'order:o1:held', amountMinor: 151 },
    ])
  })

  it('the seller’s and the platform’s afterwards', async () => {
    expect(await partsAt({ ACCEPTED: 1, COMPLETED: 0 })).toEqual([
      { part: 'goods', account: 'seller:sp:available', amountMinor: 1933 },
      commission,
      { part: 'fee', account: 'platform:delivery', amountMinor: 151 },
    ])
  })
})

describe('the goods of an order', () => {
  const shelf = () => domain.rows('SELECT id, stock, held FROM variants ORDER BY id').map((row) => Object.values(row))
  const movements = () =>
    domain.rows(
      "SELECT variant_id, type, amount, order_id, actor_id, created_at FROM stock_movements WHERE type <> 'RESTOCK'",
    )

  it('are promised, sold and brought back', async () => {
    addOrder(domain)
    addOrder(domain, { id: 'o2' })
    const order = await orderFile(domain)
    await commit(ctx, reserveStock(ctx, order))
    await commit(ctx, reserveStock(ctx, { id: 'o2', items: [{ variantId: 'v1', quantity: 2 }] }))
    expect(shelf()).toEqual([
      ['v1', 10, 5],
      ['v2', 2, 1],
    ])

    const by = domain.as({ id: 'seller' })
    await commit(by, sellStock(by, order))
    expect(shelf()).toEqual([
      ['v1', 7, 2],
      ['v2', 1, 0],
    ])
    const sale = { type: 'SALE', order_id: 'o1', actor_id: 'seller', created_at: NOW }
    expect(movements()).toEqual([
      { variant_id: 'v1', amount: -3, ...sale },
      { variant_id: 'v2', amount: -1, ...sale },
    ])

    await commit(ctx, returnStock(ctx, order))
    expect(shelf()).toEqual([
      ['v1', 10, 2],
      ['v2', 2, 0],
    ])
    expect(movements().slice(2)).toMatchObject([
      { variant_id: 'v1', type: 'RETURN', amount: 3, actor_id: null },
      { variant_id: 'v2', type: 'RETURN', amount: 1, actor_id: null },
    ])
    await expect(commit(ctx, returnStock(ctx, order))).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    expect(shelf()).toEqual([
      ['v1', 10, 2],
      ['v2', 2, 0],
    ])
  })

  it('a hold is let go for its own order only', async () => {
    await commit(ctx, reserveStock(ctx, { id: 'o1', items: [{ variantId: 'v1', quantity: 4 }] }))
    await commit(ctx, reserveStock(ctx, { id: 'o2', items: [{ variantId: 'v1', quantity: 5 }] }))
    await commit(ctx, [releaseStock(ctx, 'o1')])
    expect(shelf()[0]).toEqual(['v1', 10, 5])
  })

  it('more than there is can be neither promised nor sold', async () => {
    const much = { id: 'o1', items: [{ variantId: 'v2', quantity: 3 }] }
    await expect(commit(ctx, reserveStock(ctx, much))).rejects.toMatchObject({ reason: 'INSUFFICIENT_STOCK' })
    await expect(commit(ctx, sellStock(ctx, much))).rejects.toMatchObject({ reason: 'INSUFFICIENT_STOCK' })
    expect(shelf()).toEqual([
      ['v1', 10, 0],
      ['v2', 2, 0],
    ])
  })
})

it('money that was settled before stays where it was put', async () => {
  addPaidOrder(domain)
  addTransfer(domain, 'order:accepted', 'o1', 'order:o1:held', 'seller:sp:pending', 2000)
  await expect(commit(ctx, earmark(ctx, await orderFile(domain), PAID, 0))).rejects.toThrow(/transfers\.kind/)
})
