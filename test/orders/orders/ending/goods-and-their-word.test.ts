import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  newMarket,
  orderRow,
  postOrder,
  readyOrder,
  refundOf,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { refuse } from '#testing/sandbox.ts'

const HOUR = 3_600_000
const PICKUP = { fulfillmentMethod: 'PICKUP' }
const report = { type: 'ORDER', title: 'Litige', description: 'Nous ne sommes pas d’accord sur cette commande.' }

const statusOf = async (id: string) => (await orderRow(id))?.status
const complain = async (as: Person, orderId: string): Promise<string> =>
  (await call(as, 'POST', '/incidents', { ...report, orderId })).data.id
const decide = async (incident: string, body: object): Promise<Answer> =>
  call(await signUp('SUPPORT'), 'POST', `/incidents/${incident}/resolve`, { note: 'Décidé', ...body })

/** A parcel that its rider has taken at the shop. */
async function onTheRoad() {
  const [market, rider] = [await newMarket(), await newRider()]
  const ready = await readyOrder(market)
  const act = (action: string, body?: object) => call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
  expect((await act('accept')).status).toBe(200)
  expect((await act('pickup', { code: ready.pickupCode })).status).toBe(200)
  return { market, rider, act, id: String(ready.id), deliveryId: String(ready.delivery.id) }
}

describe('a decision for the seller', () => {
  it('ends an order whose buyer keeps the code at the counter, and pays the seller', async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market, PICKUP)
    expect((await decide(await complain(market.seller, id), { outcome: 'SELLER' })).status).toBe(200)
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(0)
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
    const { data } = await call(market.buyer, 'GET', `/orders/${id}/timeline`)
    expect(JSON.stringify(data)).toContain('complete-by-decision')
    await minuteCronAfter(80 * HOUR)
    expect(await statusOf(id)).toBe('COMPLETED')
  })

  it('ends one on the road, pays the rider too, and closes the job', async () => {
    const { market, rider, id, deliveryId } = await onTheRoad()
    expect((await decide(await complain(market.seller, id), { outcome: 'SELLER' })).status).toBe(200)
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await balance(`rider:${rider.riderId}:available`)).toBe(160)
    const { data } = await call(await signUp('SUPPORT'), 'GET', `/deliveries/${deliveryId}`)
    expect(data.status).toBe('DELIVERED')
  })
})

describe('a decision for the seller beside a refund that waits', () => {
  it('rejects it: nothing goes back once the seller is paid', async () => {
    const market = await newMarket()
    const { id } = await deliveredOrder(market)
    const incident = await complain(market.buyer, id)
    await decide(incident, { outcome: 'SPLIT', refundAmount: '5.00' })
    expect(await refundOf(id)).toMatchObject({ status: 'REQUESTED' })
    expect((await decide(await complain(market.buyer, id), { outcome: 'SELLER' })).status).toBe(200)
    expect(await refundOf(id)).toMatchObject({ status: 'REJECTED' })
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
  })
})

describe('an open incident of a party', () => {
  it('stops the clock of an order that waits at the counter, and gives it back when it ends', async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market, PICKUP)
    const incident = await complain(market.seller, id)
    await minuteCronAfter(80 * HOUR)
    expect(await statusOf(id)).toBe('READY_FOR_PICKUP')
    await call(await signUp('SUPPORT'), 'POST', `/incidents/${incident}/dismiss`, { note: 'Réglé' })
    await minuteCronAfter(2 * HOUR)
    expect(await statusOf(id)).toBe('CANCELLED')
  })
})

describe('a parcel that is lost', () => {
  it('ends its order with a refund that an ADMIN decides, frees the rider, and brings no stock back', async () => {
    const { market, rider, id, deliveryId } = await onTheRoad()
    const before = await stockOf(market.variantId)
    const lost = (as: Person, body: object = { reason: 'Introuvable' }) =>
      call(as, 'POST', `/deliveries/${deliveryId}/lost`, body)
    expect((await lost(rider)).status).toBe(403)
    await minuteCronAfter(73 * HOUR)
    const support = await signUp('SUPPORT')
    expect((await lost(support, {})).status).toBe(400)
    expect(await lost(support)).toMatchObject({ status: 200, data: { status: 'CANCELLED' } })
    expect(await lost(support)).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect(await statusOf(id)).toBe('CANCELLED')
    expect(await refundOf(id)).toMatchObject({ status: 'REQUESTED' })
    expect(await stockOf(market.variantId)).toEqual(before)
    expect(await first('SELECT active_jobs AS jobs FROM riders WHERE id = ?', rider.riderId)).toEqual({ jobs: 0 })
    const open = await first(
      `SELECT count(*) AS n FROM incidents WHERE order_id = ? AND status IN ('OPEN', 'INVESTIGATING')`,
      id,
    )
    expect(open).toEqual({ n: 0 })
  })

  it('is so by the decision of an incident too', async () => {
    const { market, id } = await onTheRoad()
    const incident = await complain(market.buyer, id)
    expect((await decide(incident, { outcome: 'LOST', refundAmount: '1.00' })).status).toBe(400)
    expect((await decide(incident, { outcome: 'LOST' })).data.resolution).toMatchObject({ outcome: 'LOST' })
    expect(await statusOf(id)).toBe('CANCELLED')
  })

  it('has a clock of 72 hours again when its incident is dismissed, and another incident after it', async () => {
    const { id } = await onTheRoad()
    await minuteCronAfter(73 * HOUR)
    const incidents = () =>
      first<{ n: number; id: string }>(
        `SELECT count(*) AS n, max(id) AS id FROM incidents WHERE order_id = ? AND ref GLOB 'overdue:*'`,
        id,
      )
    const found = await incidents()
    expect(found?.n).toBe(1)
    await call(await signUp('ADMIN'), 'POST', `/incidents/${found?.id}/dismiss`, { note: 'Le livreur a répondu' })
    expect((await orderRow(id))?.dueAt).toBe(Date.now() + 72 * HOUR)
    await minuteCronAfter(73 * HOUR)
    expect((await incidents())?.n).toBe(2)
  })
})

describe('stock', () => {
  it('of what the buyer has comes back with the goods, and not with the cancellation of staff', async () => {
    const market = await newMarket()
    const { id } = await deliveredOrder(market)
    const sold = await stockOf(market.variantId)
    const cancelled = await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Litige' })
    expect(cancelled.data.status).toBe('CANCELLED')
    expect(await stockOf(market.variantId)).toEqual(sold)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(200)
    expect((await stockOf(market.variantId))?.stock).toBe((sold?.stock ?? 0) + 2)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(409)
    const admin = await signUp('ADMIN')
    const reject = { reason: 'Trop tard' }
    expect((await call(admin, 'POST', `/refunds/${(await refundOf(id))?.id}/reject`, reject)).status).toBe(409)
  })

  it('does not come back where the refund is refused: the buyer keeps the goods', async () => {
    const market = await newMarket()
    const { id } = await deliveredOrder(market)
    const sold = await stockOf(market.variantId)
    await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Litige' })
    const admin = await signUp('ADMIN')
    const refused = await call(admin, 'POST', `/refunds/${(await refundOf(id))?.id}/reject`, { reason: 'Non fondé' })
    expect(refused.status).toBe(200)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(409)
    expect(await stockOf(market.variantId)).toEqual(sold)
  })

  it('is held two minutes after a phone refused, for somebody who never completed an order', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber: phone })
    await refuse(phone)
    await minuteCronAfter(60_000)
    expect(await statusOf(placed.data.id)).toBe('PENDING_PAYMENT')
    await minuteCronAfter(2 * 60_000)
    expect(await statusOf(placed.data.id)).toBe('CANCELLED')
    expect((await stockOf(market.variantId))?.held).toBe(0)
  })

  it('is held for the rest of the time to pay once another phone is asked', async () => {
    const market = await newMarket()
    const [phone, other] = [freshPhone(), freshPhone()]
    const placed = await postOrder(market, { payerPhoneNumber: phone })
    await refuse(phone)
    await minuteCronAfter(60_000)
    const again = { payerPhoneNumber: other, network: 'vodacom', countryCode: 'CD' }
    expect((await actOnOrder(market.buyer, placed.data.id, 'pay', again)).status).toBeLessThan(300)
    await minuteCronAfter(5 * 60_000)
    expect(await statusOf(placed.data.id)).toBe('PENDING_PAYMENT')
  })

  it('is not kept from others by somebody whose orders end unpaid', async () => {
    const market = await newMarket({ stock: 100 })
    for (let i = 0; i < 2; i++) {
      const { data } = await postOrder(market)
      await run(
        "UPDATE gateway_transactions SET status = 'failed' WHERE id IN (SELECT payin_id FROM payin_shares WHERE order_id = ?)",
        data.id,
      )
      expect((await actOnOrder(market.buyer, data.id, 'cancel')).status).toBe(200)
    }
    const many = (quantity: number) => postOrder(market, { items: [{ variantId: market.variantId, quantity }] })
    expect(await many(6)).toMatchObject({ status: 409, error: { reason: 'TOO_MANY_UNPAID' } })
    expect((await many(5)).status).toBe(201)
  })

  it('is not kept from others by a second account that pays from the same phone', async () => {
    const market = await newMarket({ stock: 50 })
    const [phone, second] = [freshPhone(), await signUp()]
    const place = (buyer: Person, quantity: number, payerPhoneNumber = phone) =>
      postOrder({ ...market, buyer }, { payerPhoneNumber, items: [{ variantId: market.variantId, quantity }] })
    for (let i = 0; i < 2; i++) {
      const { data } = await place(market.buyer, 1)
      await run(
        "UPDATE gateway_transactions SET status = 'failed' WHERE id IN (SELECT payin_id FROM payin_shares WHERE order_id = ?)",
        data.id,
      )
      expect((await actOnOrder(market.buyer, data.id, 'cancel')).status).toBe(200)
    }
    const refused = await place(second, 6)
    expect(refused).toMatchObject({ status: 409, error: { reason: 'TOO_MANY_UNPAID' } })
    expect(refused.error?.message).toMatch(/au plus 5 pièces.*un cinquième du stock/)
    expect((await place(second, 5)).status).toBe(201)
    const third = await signUp()
    expect((await place(third, 5)).status).toBe(201)
    expect(await place(third, 1)).toMatchObject({ status: 409, error: { reason: 'TOO_MANY_UNPAID' } })
    expect((await place(await signUp(), 20, freshPhone())).status).toBe(201)
  })
})

describe('a second failed attempt', () => {
  it('is at least ten minutes after we heard of the first, whatever the rider says', async () => {
    const { act } = await onTheRoad()
    const said = (minutes: number) => ({
      reasonCode: 'BUYER_ABSENT',
      occurredAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    })
    await minuteCronAfter(12 * 60_000)
    expect((await act('fail', said(11))).status).toBe(200)
    expect(await act('fail', said(0))).toMatchObject({ status: 409 })
  })
})

describe('goods that the buyer has though staff cancelled', () => {
  it('on the road: who is for the seller is told the way, and the parcel declared lost pays the seller once its refund is refused', async () => {
    const { market, rider, id, deliveryId } = await onTheRoad()
    const [support, admin] = [await signUp('SUPPORT'), await signUp('ADMIN')]
    expect((await call(support, 'POST', `/orders/admin/${id}/cancel`, { reason: 'Annulée par erreur' })).status).toBe(
      200,
    )
    const incident = await complain(market.seller, id)
    const decided = await decide(incident, { outcome: 'SELLER' })
    expect([decided.status, decided.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(decided.error?.message).toContain('refuse ce remboursement')
    const waiting = () =>
      first<{ id: string }>(`SELECT id FROM refunds WHERE order_id = ? AND status = 'REQUESTED'`, id)
    const reject = async () =>
      call(admin, 'POST', `/refunds/${(await waiting())?.id}/reject`, { reason: 'Le client a les articles' })
    expect((await reject()).status).toBe(200)
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(2500)
    expect(
      (await call(support, 'POST', `/deliveries/${deliveryId}/lost`, { reason: 'Reste chez le client' })).status,
    ).toBe(200)
    expect((await reject()).status).toBe(200)
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(0)
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
    expect(await balance(`rider:${rider.riderId}:available`)).toBe(0)
  })

  it('after a decision for the seller: they come back to the stock when the seller has them', async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market, PICKUP)
    const before = await stockOf(market.variantId)
    expect((await decide(await complain(market.seller, id), { outcome: 'SELLER' })).status).toBe(200)
    expect(
      (await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Accord trouvé' })).status,
    ).toBe(200)
    expect((await actOnOrder(market.seller, id, 'return-received')).status).toBe(200)
    expect(await stockOf(market.variantId)).not.toEqual(before)
  })
})
