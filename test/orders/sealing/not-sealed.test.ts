import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, settleMovement, until } from '#testing/sandbox.ts'
import { again } from '#testing/stories/money.ts'
import { newIncident, newTicket, onIncident, onTicket, rejectOrder } from '#testing/stories/office.ts'
import { checkout, type Data, DELIVERY, filledCart, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { completed, market } from '#testing/stories/sealing/ended-orders.ts'
import { hasLines, leap, letSeal, sealedText, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.2: an order stays in the database until 90 days after its end, and while anything is open about it.

clockGoesOn()

/** An order about which something is open, and the end of that. */
type Held = { id: string; end: () => Promise<unknown> }
const HOLDS: Record<string, () => Promise<Held>> = {
  async 'an open incident of its buyer'() {
    const stall = await market()
    const { id } = await completed(stall)
    const incident = await newIncident(stall.buyer, { orderId: id })
    return {
      id,
      end: async () => ok(await onIncident(await again(support), incident.id, 'dismiss', { note: 'Réglé entre eux' })),
    }
  },
  async 'an open ticket of its buyer'() {
    const stall = await market()
    const { id } = await completed(stall)
    const ticket = await newTicket(stall.buyer, { orderId: id })
    return { id, end: async () => ok(await onTicket(await again(support), ticket.id, 'close')) }
  },
  async 'a refund that waits for an ADMIN'() {
    const stall = await market()
    const { id } = await completed(stall)
    ok(await call(support, 'POST', `/orders/admin/${id}/cancel`, { reason: 'Demande du client' }))
    const refund = await refundOf(id)
    expect(refund?.status).toBe('REQUESTED')
    return {
      id,
      end: async () =>
        ok(
          await call(await again(admin), 'POST', `/refunds/${refund?.id}/reject`, { reason: 'Les articles sont bons' }),
        ),
    }
  },
  async 'a call to a gateway whose end is not known'() {
    const stall = await market()
    const { id } = await paidOrder(stall)
    await rejectOrder(stall.seller, id)
    const sent = await sentRefund(id)
    return {
      id,
      end: async () => {
        await settleMovement(sent.id, 'approve')
        await until(async () => (await refundOf(id))?.status === 'SUCCEEDED', 'the refund')
      },
    }
  },
  async 'another order of its checkout that is on the road'() {
    const { buyer, markets } = await filledCart({}, {})
    const phone = freshPhone()
    const { orders } = ok(await checkout(buyer, phone, DELIVERY)) as Data
    await approve(phone)
    const [over, open] = orders.map(({ id }: Data) => id) as [string, string]
    const sellerOf = async (id: string): Promise<Person> => {
      const { shopId } = ok(await call(buyer, 'GET', `/orders/${id}`))
      return markets.find(({ seller }) => seller.shopId === shopId)?.seller as Person
    }
    const onItsWay = async (id: string) => {
      const [seller, rider] = [await sellerOf(id), await newRider()]
      for (const step of ['accept', 'prepare']) ok(await actOnOrder(seller, id, step))
      const { delivery, pickupCode } = ok(await actOnOrder(seller, id, 'ready'))
      ok(await call(rider, 'POST', `/deliveries/${delivery.id}/accept`))
      ok(await call(rider, 'POST', `/deliveries/${delivery.id}/pickup`, { code: pickupCode }))
      return async () => {
        const reader = await again(buyer)
        const { dropoffCode } = ok(await call(reader, 'GET', `/orders/${id}/tracking`))
        ok(await call(await again(rider), 'POST', `/deliveries/${delivery.id}/deliver`, { code: dropoffCode }))
        ok(await actOnOrder(reader, id, 'confirm-receipt'))
      }
    }
    await (await onItsWay(over))()
    return { id: over, end: await onItsWay(open) }
  },
}

let [support, admin] = [{} as Person, {} as Person]
let [control, young] = ['', '']
const held = new Map<string, Held>()
let left: string[] = []

describe('8.6.2 an order stays in the database', () => {
  beforeAll(async () => {
    support = await signUp('SUPPORT')
    admin = await signUp('ADMIN')
    control = (await completed(await market())).id
    for (const [name, hold] of Object.entries(HOLDS)) held.set(name, await hold())
    await leap(40)
    young = (await completed(await market())).id
    await leap(WARM_DAYS - 42)
  }, 120_000)

  it('for 89 days, with nothing open about it', async () => {
    expect(await hasLines(control)).toBe(true)
    expect(await sealedText()).not.toContain(control)
  })

  describe('after them', () => {
    it('while one of the same age leaves', { timeout: 120_000 }, async () => {
      left = await letSeal(control)
      expect(left).toEqual([])
    })
    // Without one of the same age that was sealed, an order that stays says nothing.
    beforeEach(() => expect(left, 'an order about which nothing is open, and that was not sealed').toEqual([]))

    it('if it ended later', async () => {
      expect(await hasLines(young)).toBe(true)
    })

    it.each(Object.keys(HOLDS))('while there is %s', async (name) => {
      const { id = '' } = held.get(name) ?? {}
      expect(await hasLines(id)).toBe(true)
      expect(await sealedText()).not.toContain(id)
    })

    it('and leaves it once that is over', { timeout: 120_000 }, async () => {
      for (const { end } of held.values()) await end()
      await leap(WARM_DAYS)
      // An order with a refund stays, also when that is over (docs/growth.md, Sealed orders).
      const over = [...held].filter(([name]) => !/refund|call to a gateway/.test(name)).map(([, { id }]) => id)
      expect(await letSeal(...over)).toEqual([])
    })
  })
})
