import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import { acceptedOrder, faults, ok, refusal } from '#testing/stories/books.ts'
import { mailsBy, orderStatus, passes } from '#testing/stories/decisions.ts'
import { again, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { feed } from '#testing/stories/office.ts'
import { addItem, cartOf, type Data, PICKUP, payBy, quote } from '#testing/stories/orders.ts'

// Rule 8.4.6: hours may pass midnight. In a closure (closedFrom <= now < closedTo, null = until reopened) cart lines have the issue
// SHOP_CLOSED, and quote, order, checkout and pay are 409 SHOP_CLOSED with availableAt, held in the commit. Outside hours ordering is
// allowed; the seller's 24 h begin at the next opening, and the buyer is told. Orders before it keep their clocks. Shop shows isOpen,
// opensAt, closureNote 0-200; lists take openNow.
//
// Silent: where availableAt stands (details or message; the day must be in the answer); day 0 (taken as Sunday); how the buyer is told
// (mail or notice); what closedFrom without closedTo is before it begins.

/** A Monday to come, 10:00 in Bukavu; tests go on from one week to the next. */
let week = 0
const monday = () => {
  const from = Date.UTC(2027, 2, 1, 8) + 7 * DAY * week
  return from
}
beforeEach(() => {
  week++
  vi.useFakeTimers({ toFake: ['Date'], now: monday() })
})
afterEach(() => clearFaults())
const iso = (ms: number) => new Date(ms).toISOString()
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })

const edit = async ({ seller }: Market, change: object): Promise<Answer> =>
  call(await again(seller), 'PUT', `/seller/shop/${seller.shopId}`, change)
const shop = async ({ seller }: Market): Promise<Data> => ok(await call(guest, 'GET', `/seller/shop/${seller.shopId}`))
const order = async (market: Market, buyer: Person = market.buyer) =>
  call(await again(buyer), 'POST', '/orders', orderBody(market, PICKUP))
/** 409 SHOP_CLOSED that says from when it sells again. */
function closed(answer: Answer, until: number | null) {
  expect(refusal(answer)).toEqual([409, 'SHOP_CLOSED'])
  if (until !== null) expect(JSON.stringify(answer.error)).toContain(iso(until).slice(0, 10))
}

describe('a closure', () => {
  it('8.4.6 sells nothing: the cart says so, quote, order, checkout and pay are 409 SHOP_CLOSED with availableAt', async () => {
    const market = await newMarket()
    ok(await addItem(market.buyer, market.variantId, 2))
    const { quoteId } = ok(await quote(market.buyer, PICKUP))
    const before = ok(await order(market))
    const until = Date.now() + 7 * DAY
    ok(await edit(market, { closedFrom: iso(Date.now() - HOUR), closedTo: iso(until), closureNote: 'Congé annuel' }))
    const cart = await cartOf(market.buyer)
    expect(cart.items[0].issue).toBe('SHOP_CLOSED')
    closed(await quote(market.buyer, PICKUP), until)
    closed(await order(market), until)
    const paying = { paymentMethod: 'MOBILE_MONEY', ...payBy(freshPhone()) }
    closed(await call(market.buyer, 'POST', '/orders/checkout', { ...PICKUP, ...paying }), until)
    closed(await call(market.buyer, 'POST', '/orders/checkout', { quoteId, ...paying }), until)
    const { refuse } = await import('#testing/sandbox.ts')
    const { first } = await import('#testing/fixtures/database.ts')
    const phone =
      (await first<{ phone: string }>('SELECT phone FROM gateway_transactions WHERE subject_id = ?', before.id))
        ?.phone ?? ''
    await refuse(phone)
    closed(await call(market.buyer, 'POST', `/orders/${before.id}/pay`, payBy(freshPhone())), until)
    expect(await shop(market)).toMatchObject({ isOpen: false, closureNote: 'Congé annuel' })
    expect(Date.parse((await shop(market)).opensAt)).toBe(until)
  })

  it('8.4.6 that is still to come refuses nothing, and at closedTo it is over', async () => {
    const market = await newMarket()
    const [from, to] = [Date.now() + HOUR, Date.now() + 3 * HOUR]
    ok(await edit(market, { closedFrom: iso(from), closedTo: iso(to) }))
    ok(await order(market))
    at(from - 1)
    expect((await shop(market)).isOpen).toBe(true)
    at(from)
    expect((await shop(market)).isOpen).toBe(false)
    closed(await order(market), to)
    at(to - 1)
    closed(await order(market), to)
    at(to)
    expect((await shop(market)).isOpen).toBe(true)
    ok(await order(market))
  })

  it('8.4.6 without an end lasts until it is taken back', async () => {
    const market = await newMarket()
    ok(await edit(market, { closedFrom: iso(Date.now() - HOUR), closedTo: null }))
    at(monday() + 40 * DAY)
    closed(await order(market), null)
    expect(await shop(market)).toMatchObject({ isOpen: false, opensAt: null })
    ok(await edit(market, { closedFrom: null, closedTo: null }))
    ok(await order(market))
    week += 6
  })

  it('8.4.6 of one shop of a cart stops the checkout, and the other sells alone', async () => {
    const [one, two] = [await newMarket(), await newMarket()]
    for (const { variantId } of [one, two]) ok(await addItem(one.buyer, variantId, 1))
    ok(await edit(two, { closedFrom: iso(Date.now() - HOUR), closedTo: iso(Date.now() + DAY) }))
    const cart = await cartOf(one.buyer)
    expect(Object.fromEntries(cart.items.map(({ variantId, issue }: Data) => [variantId, issue]))).toEqual({
      [one.variantId]: null,
      [two.variantId]: 'SHOP_CLOSED',
    })
    closed(await quote(one.buyer, PICKUP), Date.now() + DAY)
    expect(ok(await call(one.buyer, 'GET', '/orders/me')).orders).toEqual([])
    const line = cart.items.find(({ variantId }: Data) => variantId === two.variantId)
    ok(await call(one.buyer, 'DELETE', `/cart/items/${line.id}`))
    ok(await quote(one.buyer, PICKUP))
  })

  it('8.4.6 leaves orders of before their clocks, and takes money that was asked for before', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const waiting = ok(
      await call(market.buyer, 'POST', '/orders', orderBody(market, { ...PICKUP, payerPhoneNumber: phone })),
    )
    const accepted = await acceptedOrder({ ...market }, PICKUP)
    ok(await edit(market, { closedFrom: iso(Date.now() - 1), closedTo: iso(Date.now() + 30 * DAY) }))
    await approve(phone)
    expect(await orderStatus(waiting.id)).toBe('PENDING_SELLER_REVIEW')
    await passes(24 * HOUR + MINUTE)
    expect(await orderStatus(waiting.id)).toBe('REJECTED')
    await passes(48 * HOUR + MINUTE)
    expect(await orderStatus(accepted.id)).toBe('CANCELLED')
    week++
  })

  it('8.4.6 is held in the commit: closing and ordering at once leave no order of a closed shop that was refused', async () => {
    const market = await newMarket({ stock: 100 })
    const [, ...answers] = await Promise.all([
      edit(market, { closedFrom: iso(Date.now() - 1), closedTo: iso(Date.now() + DAY) }),
      ...Array.from({ length: 3 }, () =>
        call(market.buyer, 'POST', '/orders', orderBody(market, { ...PICKUP, quantity: 1 })),
      ),
    ])
    const made = answers.filter(({ status }) => status === 201).length
    for (const answer of answers) if (answer.error) expect(refusal(answer)).toEqual([409, 'SHOP_CLOSED'])
    expect(ok(await call(market.buyer, 'GET', '/orders/me')).orders).toHaveLength(made)
  })

  it('8.4.6 has a note of 200 characters at most, and an end after its beginning', async () => {
    const market = await newMarket()
    const times = { closedFrom: iso(Date.now()), closedTo: iso(Date.now() + DAY) }
    ok(await edit(market, { ...times, closureNote: 'x'.repeat(200) }))
    expect(faults(await edit(market, { ...times, closureNote: 'x'.repeat(201) }))).toEqual(['closureNote'])
    expect((await edit(market, { closedFrom: iso(Date.now() + DAY), closedTo: iso(Date.now()) })).status).toBe(400)
  })
})

describe('hours', () => {
  // Days of UTC+2: Monday is 1.
  const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, open: '08:00', close: '18:00' }))
  const local = (day: number, hour: number, minute = 0) =>
    monday() + (day - 1) * DAY + (hour - 10) * HOUR + minute * MINUTE

  it('8.4.6 say whether it is open now and when it opens next', async () => {
    const market = await newMarket()
    ok(await edit(market, { openingHours: WEEK }))
    expect((await shop(market)).isOpen).toBe(true)
    at(local(1, 7, 59))
    expect(await shop(market)).toMatchObject({ isOpen: false, opensAt: iso(local(1, 8)) })
    at(local(1, 18))
    expect(await shop(market)).toMatchObject({ isOpen: false, opensAt: iso(local(2, 8)) })
    at(local(5, 19))
    expect(await shop(market)).toMatchObject({ isOpen: false, opensAt: iso(local(8, 8)) })
  })

  it('8.4.6 may pass midnight', async () => {
    const market = await newMarket()
    ok(await edit(market, { openingHours: [{ day: 5, open: '18:00', close: '02:00' }] }))
    for (const [day, hour, isOpen] of [
      [5, 17, false],
      [5, 18, true],
      [5, 23, true],
      [6, 1, true],
      [6, 2, false],
      [6, 23, false],
      [4, 23, false],
    ] as const) {
      at(local(day, hour))
      expect((await shop(market)).isOpen, `${day} ${hour}`).toBe(isOpen)
    }
  })

  it('8.4.6 outside them ordering is allowed, the 24 h of the seller begin at the next opening, and the buyer is told', async () => {
    const market = await newMarket()
    ok(await edit(market, { openingHours: WEEK }))
    at(local(5, 20))
    const phone = freshPhone()
    const buyer = await again(market.buyer)
    const placed = ok(await call(buyer, 'POST', '/orders', orderBody(market, { ...PICKUP, payerPhoneNumber: phone })))
    const seen = ((await feed(buyer)).notifications as Data[]).length
    const mails = await mailsBy(market.buyer, () => approve(phone))
    expect(mails.length + ((await feed(buyer)).notifications as Data[]).length - seen).toBeGreaterThan(0)
    expect(await orderStatus(placed.id)).toBe('PENDING_SELLER_REVIEW')
    // Friday evening; it opens on Monday at 8: the 24 h end on Tuesday at 8.
    await minuteCronAfter(local(7, 12) - Date.now())
    expect(await orderStatus(placed.id)).toBe('PENDING_SELLER_REVIEW')
    await minuteCronAfter(local(9, 7, 55) - Date.now())
    expect(await orderStatus(placed.id)).toBe('PENDING_SELLER_REVIEW')
    await minuteCronAfter(local(9, 8, 2) - Date.now())
    expect(await orderStatus(placed.id)).toBe('REJECTED')
    week += 2
  })

  it('8.4.6 within them the 24 h begin with the payment, also of a shop without hours', async () => {
    for (const openingHours of [WEEK, []]) {
      const market = await newMarket()
      ok(await edit(market, { openingHours }))
      const phone = freshPhone()
      const { id } = ok(
        await call(
          await again(market.buyer),
          'POST',
          '/orders',
          orderBody(market, { ...PICKUP, payerPhoneNumber: phone }),
        ),
      )
      await approve(phone)
      const paid = Date.now()
      await minuteCronAfter(23 * HOUR)
      expect(await orderStatus(id)).toBe('PENDING_SELLER_REVIEW')
      await minuteCronAfter(paid + 24 * HOUR + 2 * MINUTE - Date.now())
      expect(await orderStatus(id)).toBe('REJECTED')
      at(monday())
    }
  })

  it('8.4.6 openNow lists the shops and products that are open', async () => {
    const [open, shut] = [await newMarket(), await newMarket()]
    ok(await edit(open, { openingHours: WEEK }))
    ok(await edit(shut, { openingHours: [{ day: 0, open: '08:00', close: '09:00' }] }))
    const city = (await shop(shut)).address.city
    const names = async (query: string) =>
      (ok(await call(guest, 'GET', `/seller/shops?limit=100&${query}`)).shops as Data[]).map(({ id }) => id)
    expect(await names(`openNow=true&city=${encodeURIComponent(city)}`)).not.toContain(shut.seller.shopId)
    expect(await names(`city=${encodeURIComponent(city)}`)).toContain(shut.seller.shopId)
    expect(await names(`openNow=true&city=${encodeURIComponent((await shop(open)).address.city)}`)).toContain(
      open.seller.shopId,
    )
    const products = async (shopId: string) =>
      ok(await call(guest, 'GET', `/products?shopId=${shopId}&openNow=true`)).products.length
    expect([await products(open.seller.shopId), await products(shut.seller.shopId)]).toEqual([1, 0])
    ok(await edit(open, { closedFrom: iso(Date.now() - 1), closedTo: iso(Date.now() + DAY) }))
    expect(await products(open.seller.shopId)).toBe(0)
  })
})
