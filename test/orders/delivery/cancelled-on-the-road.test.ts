import { describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { actOnJob, newRider, newZone, type Rider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, newMarket, orderRow, readyOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { holdWhole } from '#testing/laws.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import { again, HOUR, MINUTE, tickAt } from '#testing/stories/money.ts'
import { type Data, ok } from '#testing/stories/orders.ts'

/** Incidents of a parcel that nobody hears of. */
const lookedFor = async (orderId: string) =>
  (
    await first<{ n: number }>(
      `SELECT count(*) AS n FROM incidents WHERE order_id = ? AND ref GLOB 'overdue:*'`,
      orderId,
    )
  )?.n

/** A parcel that its rider has, or has only taken the job of. */
async function withRider(isPickedUp = true, feeMinor = 300) {
  const [market, rider] = [await newMarket(), await newRider()]
  const at = `SELECT address ->> 'city' AS city FROM shops WHERE id = ?`
  await newZone((await first<{ city: string }>(at, market.seller.shopId))?.city ?? '', { feeMinor })
  const order: Data = await readyOrder(market)
  ok(await actOnJob(rider, order.delivery.id, 'accept'))
  if (isPickedUp) ok(await actOnJob(rider, order.delivery.id, 'pickup', { code: order.pickupCode }))
  return { ...market, rider, order, job: order.delivery.id as string }
}
const staffCancel = async (order: Data) =>
  ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Fraude' }))
const onceMore = async (rider: Rider): Promise<Rider> => ({ ...(await again(rider)), role: 'RIDER' })
/** The mails that somebody was sent. */
async function mails({ email }: Person) {
  await pause(200)
  return inbox(email)
}

describe('a parcel whose order staff cancelled on the road', () => {
  it('is looked for after 72 hours: an incident, once, and the order stays CANCELLED', async () => {
    const { order, variantId } = await withRider()
    await staffCancel(order)
    const cancelled = Date.now()
    await tickAt(cancelled + 71 * HOUR)
    expect(await lookedFor(order.id)).toBe(0)
    await tickAt(cancelled + 72 * HOUR + MINUTE)
    expect(await lookedFor(order.id)).toBe(1)
    await tickAt(cancelled + 150 * HOUR)
    expect(await lookedFor(order.id)).toBe(1)
    expect((await orderRow(order.id))?.status).toBe('CANCELLED')
    expect(await stockOf(variantId)).toEqual({ stock: 8, held: 0 })
  })

  it('is back in the stock 72 hours after its rider said so, though the seller says nothing', async () => {
    const { order, variantId, rider, job, seller } = await withRider()
    await staffCancel(order)
    const cancelled = Date.now()
    await tickAt(cancelled + 10 * HOUR)
    ok(await actOnJob(await onceMore(rider), job, 'returned'))
    const returned = Date.now()
    await tickAt(returned + 71 * HOUR)
    expect(await stockOf(variantId)).toEqual({ stock: 8, held: 0 })
    await tickAt(returned + 72 * HOUR + MINUTE)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', dueAt: null })
    const late = await again(seller)
    expect(tally(await together(3, () => actOnOrder(late, order.id, 'return-received')))).toEqual({ 409: 3 })
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('that the seller took in is looked for no more', async () => {
    const { order, variantId, seller } = await withRider()
    await staffCancel(order)
    ok(await actOnOrder(seller, order.id, 'return-received'))
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', dueAt: null })
    await tickAt(Date.now() + 80 * HOUR)
    expect(await lookedFor(order.id)).toBe(0)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('leaves nothing held where the fee is one unit, all of which its rider earns', async () => {
    const { order, seller } = await withRider(true, 1)
    expect(order.deliveryFee).toBe('0.01')
    await staffCancel(order)
    ok(await actOnOrder(seller, order.id, 'return-received'))
    const checks = await holdWhole()
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  })

  it('is told of to its rider, who brings it back', async () => {
    const { order, rider } = await withRider()
    await staffCancel(order)
    const told = (await mails(rider)).find(({ subject }) => subject === `Course ${order.number} annulée`)
    expect(told?.text).toMatch(/Rapportez le colis/)
  })
})

describe('a rider who has taken a job and not picked it up', () => {
  it.each(['seller', 'staff'])('is told when the %s cancels the order', async (who) => {
    const { order, rider, seller } = await withRider(false)
    if (who === 'staff') await staffCancel(order)
    else ok(await actOnOrder(seller, order.id, 'seller-cancel', { reason: 'Plus en stock' }))
    const subjects = (await mails(rider)).map(({ subject }) => subject)
    expect(subjects).toContain(`Course ${order.number} annulée`)
  })
})
