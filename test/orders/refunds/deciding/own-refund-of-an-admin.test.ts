import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { actOnOrder, newMarket, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { settleMovement } from '#testing/sandbox.ts'
import { askRefund, changesOf, ok, refundByCode } from '#testing/stories/books.ts'

// Rule: nobody of the team decides about their own money: an expense is not approved by who wrote it down while another ADMIN is
// in office, an incident not decided by its buyer. So the refund of one's own purchase is another ADMIN's.

/** An ADMIN who bought something. */
async function ownPurchase() {
  const market = await newMarket()
  const admin = await signUp('ADMIN')
  const order = await paidOrder({ ...market, buyer: admin })
  return { market, admin, order }
}
const directly = (as: Person, id: string) => call(as, 'POST', `/orders/admin/${id}/refund`)

describe("the refund of an ADMIN's own purchase", () => {
  it('is neither sent nor asked for by them: 409, and nothing moved', async () => {
    const { admin, order } = await ownPurchase()
    await signUp('ADMIN')
    expect(
      await changesOf(async () => {
        for (const answer of [await directly(admin, order.id), await askRefund(admin, { orderId: order.id })])
          expect([answer.status, answer.error?.message]).toEqual([
            409,
            'Cette commande est la vôtre : un autre administrateur doit la rembourser.',
          ])
      }),
    ).toEqual({})
    expect(await refundOf(order.id)).toBeNull()
  })

  it('is neither sent again by them, to whatever number', async () => {
    const { admin, order } = await ownPurchase()
    ok(await directly(await signUp('ADMIN'), order.id))
    await settleMovement((await sentRefund(order.id)).id, 'refuse')
    const { id } = (await refundOf(order.id)) ?? { id: '' }
    expect((await call(admin, 'POST', `/refunds/${id}/retry`, {})).status).toBe(409)
    expect((await refundOf(order.id))?.status).toBe('FAILED')
  })

  it('is sent by another one, in both ways', async () => {
    const [one, two] = [await ownPurchase(), await ownPurchase()]
    const other = await signUp('ADMIN')
    ok(await directly(other, one.order.id))
    await refundByCode(other, { orderId: two.order.id, amount: '5.00' })
  })

  it('goes by itself where nobody decides: the seller refused', async () => {
    const { market, order } = await ownPurchase()
    ok(await actOnOrder(market.seller, order.id, 'reject', { reason: 'Rupture' }))
    await sentRefund(order.id)
  })

  it('is theirs where no other ADMIN was in office within 7 days, and an incident says so', async () => {
    const { admin, order } = await ownPurchase()
    const others = await all<{ id: string }>(
      "SELECT id FROM users WHERE role = 'ADMIN' AND blocked_at IS NULL AND id <> ?",
      admin.id,
    )
    const ids = JSON.stringify(others.map(({ id }) => id))
    await run(
      'UPDATE users SET blocked_at = ?1 WHERE id IN (SELECT value FROM json_each(?2))',
      Date.now() - 8 * 86_400_000,
      ids,
    )
    try {
      ok(await directly(admin, order.id))
      expect(await all("SELECT id FROM incidents WHERE ref GLOB 'own:*' AND order_id = ?", order.id)).toHaveLength(1)
    } finally {
      await run('UPDATE users SET blocked_at = NULL WHERE id IN (SELECT value FROM json_each(?1))', ids)
    }
  })
})
