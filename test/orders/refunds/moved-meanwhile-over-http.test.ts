import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, type Market, newMarket, paidOrder, readyOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults } from '#testing/sandbox.ts'
import {
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  ok,
  readRefund,
  refundByCode,
  refusal,
} from '#testing/stories/books.ts'
import { BUSY, booksAgree, firstStep, orderStatus, passes } from '#testing/stories/decisions.ts'
import { again, HOUR, MINUTE } from '#testing/stories/money.ts'
import { feed } from '#testing/stories/office.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.3: approvals are bound to what was decided about: the terms of a refund hold the order's state; it moved: 409, ask anew.
// While a refund of the whole order is PROCESSING, ready, handover, pickup, deliver and confirm are 409 REQUEST_IN_PROGRESS, and
// seller and rider are told when it begins.
//
// Silent: whether the buyer confirms beside a part on its way; the reason of the 409; by which channel they are told (a notice in the app counts).

clockGoesOn()
afterEach(() => clearFaults())

const PICKUP = { fulfillmentMethod: 'PICKUP' }
const job = (as: Caller, order: Data, action: string, body?: object) =>
  call(as, 'POST', `/deliveries/${order.delivery.id}/${action}`, body)

/** An order as far as it goes. */
async function underWay(
  stage: 'paid' | 'accepted' | 'preparing' | 'ready' | 'collected' | 'road' | 'delivered',
  more: object = {},
) {
  const [market, rider] = [await newMarket(), await newRider()]
  let order: Data
  if (stage === 'paid' || stage === 'accepted' || stage === 'preparing') {
    order = await paidOrder(market, { ...more })
    if (stage !== 'paid') ok(await actOnOrder(market.seller, order.id, 'accept'))
    if (stage === 'preparing') ok(await actOnOrder(market.seller, order.id, 'prepare'))
  } else {
    order = await readyOrder(market, { ...more })
    if (stage === 'collected')
      ok(await actOnOrder(market.seller, order.id, 'handover', { code: await pickupCode(market, order) }))
    if (stage === 'road' || stage === 'delivered') {
      ok(await job(rider, order, 'accept'))
      ok(await job(rider, order, 'pickup', { code: order.pickupCode }))
      if (stage === 'delivered') ok(await job(rider, order, 'deliver', { code: await dropoff(market, order) }))
    }
  }
  return { market, rider, order, id: order.id as string, phone: order.payerPhoneNumber as string }
}
const pickupCode = async ({ buyer }: Market, order: Data): Promise<string> =>
  ok(await call(buyer, 'GET', `/orders/${order.id}`)).pickupCode
const dropoff = async ({ buyer }: Market, order: Data): Promise<string> =>
  ok(await call(buyer, 'GET', `/orders/${order.id}/tracking`)).dropoffCode
const asked = (admin: Person, id: string, more: object = {}) =>
  firstStep(admin, () => askRefund(admin, { orderId: id, ...more }))

describe('a code that was asked for before the order moved', () => {
  const moves: [string, Parameters<typeof underWay>, (of: Awaited<ReturnType<typeof underWay>>) => Promise<unknown>][] =
    [
      ['accepted', ['paid'], ({ market, id }) => actOnOrder(market.seller, id, 'accept')],
      [
        'handed over',
        ['ready', PICKUP],
        async ({ market, order, id }) =>
          actOnOrder(market.seller, id, 'handover', { code: await pickupCode(market, order) }),
      ],
      [
        'picked up by its rider',
        ['ready'],
        async ({ rider, order }) => {
          ok(await job(rider, order, 'accept'))
          return job(rider, order, 'pickup', { code: order.pickupCode })
        },
      ],
      [
        'delivered',
        ['road'],
        async ({ market, rider, order }) => job(rider, order, 'deliver', { code: await dropoff(market, order) }),
      ],
      [
        'completed by its buyer',
        ['collected', PICKUP],
        ({ market, id }) => actOnOrder(market.buyer, id, 'confirm-receipt'),
      ],
    ]
  it.each(moves)(
    '8.2.3 approves nothing once it was %s: 409, nothing moved, and a new one does',
    async (_, how, move) => {
      const admin = await signUp('ADMIN')
      const of = await underWay(...how)
      const step = await asked(admin, of.id)
      const moved = (await move(of)) as { error?: unknown }
      expect(moved.error).toBeUndefined()
      const before = await orderStatus(of.id)
      const changes = await changesOf(async () =>
        expect((await confirmRefund(admin, step.pendingId, step.code)).status).toBe(409),
      )
      expect(changes).toEqual({})
      expect(await orderStatus(of.id)).toBe(before)
      await refundByCode(admin, { orderId: of.id })
      await ends(of.phone, 'approve')
      expect((await refundOf(of.id))?.status).toBe('SUCCEEDED')
      await booksAgree()
    },
  )

  it('8.2.3 nor of a part', async () => {
    const admin = await signUp('ADMIN')
    const { market, id } = await underWay('collected', PICKUP)
    const step = await asked(admin, id, { amount: '5.00' })
    ok(await actOnOrder(market.buyer, id, 'confirm-receipt'))
    expect((await confirmRefund(admin, step.pendingId, step.code)).status).toBe(409)
  })

  it('8.2.3 nor once the clock completed it', async () => {
    const { id } = await underWay('accepted')
    await passes(71 * HOUR + 55 * MINUTE)
    const admin = await again(await signUp('ADMIN'))
    const step = await asked(admin, id)
    await passes(6 * MINUTE)
    if ((await orderStatus(id)) === 'ACCEPTED') return
    expect((await confirmRefund(admin, step.pendingId, step.code)).status).toBeGreaterThanOrEqual(400)
  })

  it('8.2.3 of an order that stood still approves', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await underWay('ready')
    const step = await asked(admin, id)
    ok(await confirmRefund(admin, step.pendingId, step.code))
    await ends(phone, 'approve')
    await booksAgree()
  })
})

describe('while a refund of the whole order is on its way', () => {
  const steps: [
    string,
    Parameters<typeof underWay>,
    (of: Awaited<ReturnType<typeof underWay>>) => Promise<() => ReturnType<typeof call>>,
  ][] = [
    [
      'ready',
      ['preparing'],
      async ({ market, id }) =>
        () =>
          actOnOrder(market.seller, id, 'ready'),
    ],
    [
      'handover',
      ['ready', PICKUP],
      async ({ market, order, id }) => {
        const code = await pickupCode(market, order)
        return () => actOnOrder(market.seller, id, 'handover', { code })
      },
    ],
    [
      'pickup',
      ['ready'],
      async ({ rider, order }) => {
        ok(await job(rider, order, 'accept'))
        return () => job(rider, order, 'pickup', { code: order.pickupCode })
      },
    ],
    [
      'deliver',
      ['road'],
      async ({ market, rider, order }) => {
        const code = await dropoff(market, order)
        return () => job(rider, order, 'deliver', { code })
      },
    ],
    [
      'confirm',
      ['delivered'],
      async ({ market, id }) =>
        () =>
          actOnOrder(market.buyer, id, 'confirm-receipt'),
    ],
  ]
  it.each(steps)(
    '8.2.3 %s is 409 REQUEST_IN_PROGRESS and moves nothing; when the refund fails it goes on',
    async (_, how, prepare) => {
      const of = await underWay(...how)
      const step = await prepare(of)
      const refund = await refundByCode(await signUp('ADMIN'), { orderId: of.id })
      const before = await orderStatus(of.id)
      const changes = await changesOf(async () => expect(refusal(await step())).toEqual(BUSY))
      expect(changes).toEqual({})
      expect(await orderStatus(of.id)).toBe(before)
      await ends(of.phone, 'refuse')
      expect((await readRefund(await signUp('ADMIN'), refund)).status).toBe('FAILED')
      ok(await step())
      await booksAgree()
    },
  )

  it.each(steps.filter(([name]) => name !== 'confirm'))(
    '8.2.3 a part of it stops nothing: %s',
    async (_, how, prepare) => {
      const of = await underWay(...how)
      const step = await prepare(of)
      await refundByCode(await signUp('ADMIN'), { orderId: of.id, amount: '2.00' })
      ok(await step())
      await ends(of.phone, 'approve')
      await booksAgree()
    },
  )

  it('8.2.3 seller and rider are told when it begins', async () => {
    const { market, rider, id, order } = await underWay('road')
    const notices = async (as: Person) =>
      ((await feed(as)).notifications as Data[]).filter(
        (one) => JSON.stringify(one).includes(id) || JSON.stringify(one).includes(order.number),
      ).length
    const before = [await notices(market.seller), await notices(rider)]
    await refundByCode(await signUp('ADMIN'), { orderId: id })
    await passes(MINUTE)
    const now = [await notices(await again(market.seller)), await notices({ ...(await again(rider)), role: 'RIDER' })]
    expect([now[0] ?? 0, now[1] ?? 0].map((count, i) => count > (before[i] ?? 0))).toEqual([true, true])
  })
})
