import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { sellStock } from '#domain/orders/orders/stock.ts'
import { resolveRefund } from '#domain/orders/refunds/deciding/resolve.ts'
import { retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { getRefund, selectRefunds } from '#domain/orders/refunds/queries.ts'
import { viewRefund } from '#domain/orders/refunds/view.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { DECLINED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder, orderFile } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain(addMarket)
const { ctx } = domain
const admin = domain.as({ id: 'admin', role: 'ADMIN' })
const note = 'Vu sur le relevé.'

/** A refund on its way, of which nobody says anything. */
async function silent(): Promise<string> {
  addPaidOrder(domain)
  await commit(ctx, sellStock(ctx, await orderFile(domain)))
  await adminRefundOrder(admin, 'o1')
  return (await selectRefunds(ctx, 'o1'))[0]?.id ?? ''
}
const lastTry = async (id: string) => (await selectLatestAttempt(ctx, id))[0] as GatewayTransaction
const decide = async (id: string, outcome: 'succeeded' | 'failed' | 'lateSuccess' | 'reversed') => {
  await decideByHand(admin, id, { outcome, note })
  return viewRefund(admin, await getRefund(ctx, id))
}
const balances = () =>
  domain
    .rows('SELECT code, balance_minor AS minor FROM accounts WHERE balance_minor <> 0 ORDER BY code')
    .map(({ code, minor }) => `${code} ${minor}`)
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)
const isRefused = { code: 'CONFLICT', reason: 'INVALID_TRANSITION' }

describe('an ADMIN decides about a refund', () => {
  it('a refund that arrived: the buyer has the money, and the audit has the decision about the refund', async () => {
    const id = await silent()
    expect(await decide(id, 'succeeded')).toMatchObject({ refundId: id, status: 'SUCCEEDED', amount: '21.51' })
    expect(balances()).toEqual([])
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    const audit = domain.row("SELECT actor_id, target_id, details FROM audit WHERE action = 'movement.resolve'")
    expect({ ...audit, details: JSON.parse(String(audit?.details)) }).toEqual({
      actor_id: 'admin',
      target_id: id,
      details: { outcome: 'succeeded', note, from: 'pending', movement: (await lastTry(id)).id, isByHand: true },
    })
    expect(await broken()).toEqual([])
  })

  it('a refund that did not arrive: its money lies where it lay, and it can be sent again', async () => {
    const id = await silent()
    expect(await decide(id, 'failed')).toMatchObject({ status: 'FAILED', failureReason: 'DECIDED' })
    expect(balances()).toEqual(['gatewayB:clearing -2151', 'order:o1:held 2151'])
    const again = () => retryRefund({ ...admin, now: admin.now + 1 }, id, {})
    await expect(again()).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    await applyReading(ctx, await lastTry(id), DECLINED)
    expect(await again()).toMatchObject({ status: 'PROCESSING' })
    expect(await decide(id, 'succeeded')).toMatchObject({ status: 'SUCCEEDED' })
    expect(await broken()).toEqual([])
  })

  it('a refund that failed, arrived after all and then came back lies in our cash', async () => {
    const id = await silent()
    await applyReading(ctx, await lastTry(id), DECLINED)
    expect(await decide(id, 'lateSuccess')).toMatchObject({ status: 'SUCCEEDED' })
    expect(balances()).toEqual([])
    expect(await decide(id, 'reversed')).toMatchObject({ status: 'SUCCEEDED' })
    expect(balances()).toEqual(['gatewayB:clearing -2151', 'platform:cash 2151'])
    expect(await broken()).toEqual([])
  })

  it.each([
    ['succeeded', ['succeeded', 'failed', 'lateSuccess']],
    ['failed', ['succeeded', 'failed', 'reversed']],
  ] as const)('once: %s leaves only what its state has', async (outcome, others) => {
    const id = await silent()
    await decide(id, outcome)
    for (const other of others) await expect(decide(id, other), other).rejects.toMatchObject(isRefused)
    expect(domain.rows("SELECT 1 FROM audit WHERE action = 'movement.resolve'")).toHaveLength(1)
  })

  it('nobody decides about a refund that was never sent or does not exist', async () => {
    const id = await silent()
    await decide(id, 'failed')
    const row = domain.row('SELECT * FROM refunds WHERE id = ?', id)
    domain.add('refunds', { ...row, id: 'r2', order_id: 'o2', status: 'REQUESTED' })
    for (const outcome of ['succeeded', 'failed', 'lateSuccess', 'reversed'] as const)
      await expect(resolveRefund(admin, 'r2', { outcome, note })).rejects.toMatchObject(isRefused)
    await expect(resolveRefund(admin, 'unknown', { outcome: 'failed', note })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
