import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { deliveredOrder, type Market, newMarket, orderRow, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { again, DAY, HOUR, MINUTE, ticks } from '#testing/stories/money.ts'
import { decide, newIncident, ok, onIncident } from '#testing/stories/office.ts'

// Rule: auto-completion is stopped by an open incident that the buyer opened within 48 h of delivery or that staff opened, and
// by an open refund; never by one that the seller or the service opened. Once it is closed, the 48 h check fires at the next
// tick. Deciding for the buyer leaves a refund that is REQUESTED, which stops the clock until an ADMIN sends or rejects it.
//
// Silent: an incident that the buyer opened before the delivery.

const statusOf = async (id: string) => (await orderRow(id))?.status
const earned = ({ seller }: Market) => balance(`seller:${seller.profileId}:available`)
/** Two days after the delivery have passed. */
const twoDays = (from: number) => ticks(from, [48 * HOUR + MINUTE, 48 * HOUR + 2 * MINUTE])

async function delivered() {
  const market = await newMarket()
  const { id } = await deliveredOrder(market)
  return { market, id: id as string, at: Date.now() }
}

describe('an order that arrived', () => {
  it('waits while an incident of its buyer is open, however long, and completes at the next tick after it closes', async () => {
    for (const end of ['dismiss', 'SELLER']) {
      const { market, id, at } = await delivered()
      const { id: incident } = await newIncident(market.buyer, { orderId: id })
      await twoDays(at)
      await ticks(at, [5 * DAY])
      expect([await statusOf(id), await earned(market)]).toEqual(['DELIVERED', 0])
      const support = await again(await signUp('SUPPORT'))
      ok(end === 'dismiss' ? await onIncident(support, incident, end) : await decide(support, incident, end))
      await ticks(at, [5 * DAY + MINUTE, 5 * DAY + 2 * MINUTE])
      expect([await statusOf(id), await earned(market)], end).toEqual(['COMPLETED', 2500])
    }
  })

  it('waits for an incident that its buyer opened in the last hour', async () => {
    const { market, id, at } = await delivered()
    await ticks(at, [47 * HOUR])
    await newIncident(await again(market.buyer), { orderId: id })
    await twoDays(at)
    expect(await statusOf(id)).toBe('DELIVERED')
  })

  it('waits for an incident of staff', async () => {
    const { id, at } = await delivered()
    await newIncident(await signUp('SUPPORT'), { orderId: id })
    await twoDays(at)
    expect(await statusOf(id)).toBe('DELIVERED')
  })

  it('waits for one that its seller opened', async () => {
    const { market, id, at } = await delivered()
    await newIncident(market.seller, { orderId: id })
    await twoDays(at)
    expect([await statusOf(id), await earned(market)]).toEqual(['DELIVERED', 0])
  })

  it('does not wait for one about something else of the same buyer', async () => {
    const [{ market, id, at }, other] = [await delivered(), await delivered()]
    await newIncident(market.buyer, { type: 'PLATFORM' })
    await newIncident(other.market.buyer, { orderId: other.id })
    await twoDays(at)
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['COMPLETED', 'DELIVERED'])
  })

  it('decided for its buyer waits for the refund, and completes when an ADMIN rejects that', async () => {
    const { market, id, at } = await delivered()
    const { id: incident } = await newIncident(market.buyer, { orderId: id })
    ok(await decide(await signUp('SUPPORT'), incident, 'SPLIT', { refundAmount: '5.00' }))
    await twoDays(at)
    expect([await statusOf(id), (await refundOf(id))?.status]).toEqual(['DELIVERED', 'REQUESTED'])
    const admin = await again(await signUp('ADMIN'))
    ok(await call(admin, 'POST', `/refunds/${(await refundOf(id))?.id}/reject`, { reason: 'Pas justifié' }))
    await ticks(at, [3 * DAY, 3 * DAY + MINUTE])
    expect([await statusOf(id), await earned(market)]).toEqual(['COMPLETED', 2500])
  })
})
