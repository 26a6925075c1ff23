import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, type Market, newMarket, paidOrder, readyOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { availableOf, changesOf, ends, ok, pendingOf, refundByCode, refusal } from '#testing/stories/books.ts'
import {
  booksAgree,
  hearsOfIt,
  incidentsAbout,
  openAbout,
  orderStatus,
  passes,
  refundsOf,
  waitingOrder,
} from '#testing/stories/decisions.ts'
import { again, breaks, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { decide, INVALID, newIncident, onIncident } from '#testing/stories/office.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.4: a decision for the seller ends the order: SELLER on READY_FOR_PICKUP, OUT_FOR_DELIVERY, RETURNING or DELIVERED completes
// it (event complete-by-decision; seller and rider paid). An open incident of a party or of staff stops every clock of its order but
// the payment's.
// Rule 8.2.5: a REQUESTED refund mails the ADMINs when it is born and has an incident after 24 h; incidents of the service about money
// end by the end of their matter, never by a word, and SUPPORT neither resolves nor dismisses them. Dismissing a lost parcel gives
// the order a new clock of 72 h.
//
// Silent: what of the fee a job that nobody had taken leaves, and to whom; the status with which an ADMIN's word about an incident of
// money is refused; whether the clock that was stopped fires at once or begins anew.

clockGoesOn()
afterEach(() => clearFaults())

const PICKUP = { fulfillmentMethod: 'PICKUP' }
const job = (as: Caller, order: Data, action: string, body?: object) =>
  call(as, 'POST', `/deliveries/${order.delivery.id}/${action}`, body)
const asRider = async (rider: Person): Promise<Person> => ({ ...(await again(rider)), role: 'RIDER' })

type Stage =
  | 'unpaid'
  | 'paid'
  | 'accepted'
  | 'pickup'
  | 'ready'
  | 'taken'
  | 'road'
  | 'returning'
  | 'returned'
  | 'delivered'
  | 'collected'
type Case = { market: Market; rider: Person; order: Data; id: string; phone: string }
/** An order as far as it goes, of 25.00 and where a rider brings it 2.00. */
async function at(stage: Stage): Promise<Case> {
  const [market, rider] = [await newMarket(), await newRider()]
  let order: Data
  if (stage === 'unpaid') {
    const phone = freshPhone()
    order = { ...(await waitingOrder(market, phone)), payerPhoneNumber: phone }
  } else if (stage === 'paid' || stage === 'accepted') {
    order = await paidOrder(market)
    if (stage === 'accepted') ok(await actOnOrder(market.seller, order.id, 'accept'))
  } else {
    order = await readyOrder(market, stage === 'pickup' || stage === 'collected' ? PICKUP : {})
    if (stage === 'collected') {
      const { pickupCode } = ok(await call(market.buyer, 'GET', `/orders/${order.id}`))
      ok(await actOnOrder(market.seller, order.id, 'handover', { code: pickupCode }))
    }
    if (['taken', 'road', 'returning', 'returned', 'delivered'].includes(stage)) ok(await job(rider, order, 'accept'))
    if (['road', 'returning', 'returned', 'delivered'].includes(stage))
      ok(await job(rider, order, 'pickup', { code: order.pickupCode }))
    if (stage === 'returning' || stage === 'returned') {
      ok(await job(rider, order, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))
      await passes(11 * MINUTE)
      ok(await job(await asRider(rider), order, 'fail', { reasonCode: 'BUYER_REFUSED' }))
      if (stage === 'returned') ok(await job(await asRider(rider), order, 'returned'))
    }
    if (stage === 'delivered') {
      const { dropoffCode } = ok(await call(market.buyer, 'GET', `/orders/${order.id}/tracking`))
      ok(await job(rider, order, 'deliver', { code: dropoffCode }))
    }
  }
  return { market, rider, order, id: order.id as string, phone: order.payerPhoneNumber as string }
}
const told = async (as: Person, id: string, more: object = {}): Promise<string> =>
  (await newIncident(await again(as), { orderId: id, ...more })).id
const support = async () => again(await signUp('SUPPORT'))
const earnedBy = async (rider: Person) => {
  const { balances } = ok(await call(await asRider(rider), 'GET', '/wallet'))
  return balances.find(({ currency }: Data) => currency === 'USD')?.available ?? '0.00'
}

describe('a decision for the seller', () => {
  it.each<[Stage, 'buyer' | 'seller' | 'rider' | 'staff', string | null]>([
    ['pickup', 'seller', null],
    ['ready', 'buyer', null],
    ['taken', 'seller', null],
    ['road', 'seller', '1.60'],
    ['road', 'buyer', '1.60'],
    ['returning', 'seller', '1.60'],
    ['returned', 'seller', '1.60'],
    ['delivered', 'buyer', '1.60'],
    ['delivered', 'staff', '1.60'],
    ['collected', 'buyer', null],
  ])(
    '8.2.4 completes an order at %s, told by the %s: seller and rider are paid, the buyer gets nothing back',
    async (stage, who, share) => {
      const { market, rider, id, order } = await at(stage)
      const teller = who === 'staff' ? await signUp('SUPPORT') : who === 'rider' ? rider : market[who]
      const incident = await told(teller, id)
      ok(await decide(await support(), incident, 'SELLER'))
      expect(await orderStatus(id)).toBe('COMPLETED')
      expect([
        await balance(availableOf(market)),
        await balance(pendingOf(market)),
        await balance(`order:${id}:held`),
      ]).toEqual([2500, 0, 0])
      if (share) expect(await earnedBy(rider)).toBe(share)
      const { events } = ok(await call(await again(market.buyer), 'GET', `/orders/${id}/timeline`))
      expect(events.map(({ event }: Data) => event)).toContain('complete-by-decision')
      expect(await refundsOf(id)).toEqual([])
      expect(ok(await call(await again(market.seller), 'GET', `/orders/${id}`)).status).toBe('COMPLETED')
      await booksAgree()
      await passes(80 * HOUR)
      expect(await orderStatus(id)).toBe('COMPLETED')
      expect(await balance(availableOf(market))).toBe(2500)
      expect(order.id).toBe(id)
    },
  )

  it('8.2.4 is not the word of the same member of the team who opened the incident: 403, another one decides', async () => {
    const { market, id } = await at('delivered')
    const teller = await support()
    const incident = await told(teller, id)
    expect((await decide(await again(teller), incident, 'SELLER')).status).toBe(403)
    expect(await orderStatus(id)).toBe('DELIVERED')
    expect(await balance(availableOf(market))).toBe(0)
    ok(await decide(await support(), incident, 'SELLER'))
    expect(await orderStatus(id)).toBe('COMPLETED')
    await booksAgree()
  })

  it('8.2.4 frees the rider of a job that it ends', async () => {
    const { market, rider, id } = await at('road')
    ok(await decide(await support(), await told(market.seller, id), 'SELLER'))
    expect(ok(await call(await asRider(rider), 'GET', '/riders/me')).activeJobs).toBe(0)
  })

  it('8.2.4 leaves an order that is not ready yet as it is', async () => {
    for (const stage of ['paid', 'accepted'] as const) {
      const { market, id } = await at(stage)
      const before = await orderStatus(id)
      const changes = await changesOf(async () =>
        ok(await decide(await support(), await told(market.buyer, id), 'SELLER')),
      )
      expect([changes, await orderStatus(id)]).toEqual([{}, before])
    }
  })

  it('8.2.4 pays once for two decisions at once', async () => {
    const { market, id } = await at('delivered')
    const incident = await told(market.buyer, id)
    const [one, two] = [await support(), await support()]
    const answers = await Promise.all([decide(one, incident, 'SELLER'), decide(two, incident, 'SELLER')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balance(availableOf(market))).toBe(2500)
    await booksAgree()
  })
})

describe('an open incident of a party or of staff', () => {
  it.each<[Stage, 'buyer' | 'seller' | 'staff', number]>([
    ['paid', 'buyer', 24 * HOUR],
    ['paid', 'seller', 24 * HOUR],
    ['accepted', 'seller', 72 * HOUR],
    ['accepted', 'staff', 72 * HOUR],
    ['pickup', 'seller', 72 * HOUR],
    ['ready', 'buyer', 72 * HOUR],
    ['returned', 'buyer', 72 * HOUR],
    ['returned', 'staff', 72 * HOUR],
    ['delivered', 'seller', 48 * HOUR],
    ['delivered', 'buyer', 48 * HOUR],
    ['collected', 'staff', 48 * HOUR],
  ])('8.2.4 stops the clock of an order at %s, told by %s; closed, it goes on', async (stage, who, clock) => {
    const { market, id, variant } = await (async () => ({ ...(await at(stage)), variant: 0 }))()
    const before = await orderStatus(id)
    const incident = await told(who === 'staff' ? await signUp('SUPPORT') : market[who], id)
    await passes(clock + MINUTE)
    await passes(clock)
    expect([await orderStatus(id), variant]).toEqual([before, 0])
    expect(await refundsOf(id)).toEqual([])
    ok(await onIncident(await support(), incident, 'dismiss'))
    await passes(clock + MINUTE)
    expect(await orderStatus(id)).not.toBe(before)
  })

  it('8.2.4 does not stop the clock of the payment', async () => {
    const { market, id } = await at('unpaid')
    await told(market.buyer, id)
    await passes(16 * MINUTE)
    await passes(MINUTE)
    expect(await orderStatus(id)).toBe('CANCELLED')
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })
})

describe('a refund in REQUESTED', () => {
  const born: [string, () => Promise<{ id: string; act: () => Promise<unknown> }>][] = [
    [
      'a staff cancel',
      async () => {
        const { id } = await at('paid')
        return {
          id,
          act: async () => ok(await call(await support(), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Litige' })),
        }
      },
    ],
    [
      'an incident that is split',
      async () => {
        const { market, id } = await at('delivered')
        const incident = await told(market.buyer, id)
        return { id, act: async () => ok(await decide(await support(), incident, 'SPLIT', { refundAmount: '6.00' })) }
      },
    ],
    [
      'an incident decided for the buyer',
      async () => {
        const { market, id } = await at('collected')
        const incident = await told(market.buyer, id)
        return { id, act: async () => ok(await decide(await support(), incident, 'BUYER')) }
      },
    ],
  ]
  it.each(born)(
    '8.2.5 born of %s mails every ADMIN at once, and has an incident after 24 h, which ends when it is sent',
    async (_, make) => {
      const other = await signUp('ADMIN')
      const { id, act } = await make()
      await hearsOfIt(other, act)
      const [refund] = await refundsOf(id)
      expect(refund.status).toBe('REQUESTED')
      const before = (await openAbout(refund.id)).length
      await passes(23 * HOUR)
      expect((await openAbout(refund.id)).length).toBe(before)
      await hearsOfIt(other, async () => {
        await passes(HOUR + MINUTE)
        await passes(HOUR)
      })
      expect((await openAbout(refund.id)).length).toBe(before + 1)
      await passes(DAY)
      expect((await openAbout(refund.id)).length).toBe(before + 1)
      const admin = await again(await signUp('ADMIN'))
      await refundByCode(admin, { orderId: id })
      await ends(
        (
          await import('#testing/fixtures/database.ts').then(({ first }) =>
            first<{ phone: string }>('SELECT phone FROM gateway_transactions WHERE subject_id = ?', refund.id),
          )
        )?.phone ?? '',
        'approve',
      )
      await passes(2 * MINUTE)
      expect((await openAbout(refund.id)).length).toBe(0)
      await booksAgree()
    },
  )

  it('8.2.5 its incident ends when it is rejected, and there is none where it was decided within a day', async () => {
    const { id } = await at('collected')
    ok(await call(await support(), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Litige' }))
    const [refund] = await refundsOf(id)
    await passes(25 * HOUR)
    expect((await openAbout(refund.id)).length).toBe(1)
    ok(
      await call(await again(await signUp('ADMIN')), 'POST', `/refunds/${refund.id}/reject`, {
        reason: 'Plainte fausse',
      }),
    )
    await passes(2 * MINUTE)
    expect(await openAbout(refund.id)).toEqual([])

    const quick = await at('collected')
    ok(await call(await support(), 'POST', `/orders/admin/${quick.id}/cancel`, { reason: 'Litige' }))
    const [soon] = await refundsOf(quick.id)
    ok(
      await call(await again(await signUp('ADMIN')), 'POST', `/refunds/${soon.id}/reject`, {
        reason: 'Plainte fausse',
      }),
    )
    await passes(26 * HOUR)
    expect(await incidentsAbout(soon.id)).toEqual([])
  })
})

describe('an incident of the service about money', () => {
  /** A refund of 5.00 that its operator did not pay. */
  async function failed() {
    const { id, phone } = await at('accepted')
    const refund = await refundByCode(await signUp('ADMIN'), { orderId: id, amount: '5.00' })
    await ends(phone, 'refuse')
    const [incident] = await openAbout(refund)
    return { id, phone, refund, incident: incident?.id ?? '' }
  }
  const words = [
    ['resolve', { outcome: 'SELLER', note: 'Vu' }],
    ['dismiss', { note: 'Vu' }],
  ] as const

  it('8.2.5 is ended by no word, neither of SUPPORT (403) nor of an ADMIN, and ends with its matter', async () => {
    const { phone, refund, incident } = await failed()
    for (const [how, body] of words) {
      expect((await onIncident(await support(), incident, how, body)).status, how).toBe(403)
      const { status } = await onIncident(await signUp('ADMIN'), incident, how, body)
      expect([403, 409], how).toContain(status)
    }
    expect((await openAbout(refund)).map(({ id }) => id)).toEqual([incident])
    ok(await call(await signUp('ADMIN'), 'POST', `/refunds/${refund}/retry`, {}))
    await ends(phone, 'approve')
    await passes(2 * MINUTE)
    expect(await openAbout(refund)).toEqual([])
    await booksAgree()
  })

  it('8.2.5 of a refund that waits is ended by no word either', async () => {
    const { id } = await at('collected')
    ok(await call(await support(), 'POST', `/orders/admin/${id}/cancel`, { reason: 'Litige' }))
    const [refund] = await refundsOf(id)
    await passes(25 * HOUR)
    const [incident] = await openAbout(refund.id)
    for (const [how, body] of words) {
      expect((await onIncident(await support(), incident?.id ?? '', how, body)).status, how).toBe(403)
      expect([403, 409], how).toContain(
        (await onIncident(await again(await signUp('ADMIN')), incident?.id ?? '', how, body)).status,
      )
    }
    expect((await openAbout(refund.id)).length).toBe(1)
  })

  it('8.2.5 of what could not be sent ends when it leaves', async () => {
    await breaks('B', 'unauthorized', { kind: 'payout' })
    const { id, market } = await at('paid')
    const before = new Set((await openAll()).map((one) => one.id))
    ok(await actOnOrder(market.seller, id, 'reject', { reason: 'Rupture' }))
    await passes(HOUR + 5 * MINUTE)
    await passes(HOUR)
    const fresh = (await openAll()).filter((one) => !before.has(one.id))
    expect(fresh.length).toBeGreaterThan(0)
    for (const { id: incident } of fresh)
      for (const [how, body] of words) {
        expect((await onIncident(await support(), incident, how, body)).status, how).toBe(403)
        expect([403, 409], how).toContain(
          (await onIncident(await again(await signUp('ADMIN')), incident, how, body)).status,
        )
      }
    await clearFaults()
    await passes(HOUR)
    await passes(HOUR)
    expect((await openAll()).filter((one) => fresh.some((was) => was.id === one.id))).toEqual([])
  })

  it('8.2.5 those of people are ended by a word as before', async () => {
    const { market, id } = await at('delivered')
    const incident = await told(market.buyer, id)
    ok(await onIncident(await support(), incident, 'dismiss', { note: 'Réglé' }))
  })

  const openAll = async () => (await import('#testing/stories/decisions.ts')).openIncidents()
})

describe('a parcel that is looked for', () => {
  it('8.2.5 dismissed, has a new clock of 72 h: it is told again, and not before', async () => {
    const { id } = await at('road')
    await passes(72 * HOUR + 2 * MINUTE)
    const [first] = await openAbout(id)
    expect(first).toBeDefined()
    ok(await onIncident(await support(), first?.id ?? '', 'dismiss', { note: 'Le livreur a répondu' }))
    await passes(71 * HOUR)
    expect(await openAbout(id)).toEqual([])
    await passes(HOUR + 2 * MINUTE)
    expect((await openAbout(id)).length).toBe(1)
    expect(await orderStatus(id)).toBe('OUT_FOR_DELIVERY')
  })

  it('8.2.5 so it is on its way back', async () => {
    const { id } = await at('returning')
    await passes(72 * HOUR + 2 * MINUTE)
    const [first] = await openAbout(id)
    expect(first).toBeDefined()
    ok(await onIncident(await support(), first?.id ?? '', 'dismiss', { note: 'En route' }))
    await passes(71 * HOUR)
    expect(await openAbout(id)).toEqual([])
    await passes(HOUR + 2 * MINUTE)
    expect((await openAbout(id)).length).toBe(1)
    expect(INVALID[0]).toBe(409)
    expect(refusal(await decide(await support(), first?.id ?? '', 'SELLER'))[0]).toBe(409)
  })
})
