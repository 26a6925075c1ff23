import { describe, expect, it, vi } from 'vitest'
import { type Caller, call, guest, reasons, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { refundOf } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, expectUnknownIs404, faults, GONE, INVALID, ok, refusal } from '#testing/stories/catalogue.ts'
import {
  type Completed,
  completedOrder,
  expectSumsOfRows,
  ofProduct,
  rate,
  ratingOf,
  review,
} from '#testing/stories/reviews.ts'

const REPORT = { reasonCode: 'BLACKMAIL', comment: 'Il veut un rabais.' }
const report = (as: Caller, id: string, body: object = REPORT) => call(as, 'POST', `/reviews/${id}/report`, body)
const decide = (as: Caller, id: string, decision: 'approve' | 'reject', body: object = { reason: 'Vu' }) =>
  call(as, 'POST', `/moderation/reviews/${id}/${decision}`, body)
const queue = async (staff: Caller, query = '') =>
  ok(await call(staff, 'GET', `/moderation/reviews?limit=100&${query}`)).reviews as { id: string }[]
const tagsFor = async (...ids: string[]) =>
  (await all<{ tag: string }>('SELECT tag FROM purges')).filter(({ tag }) => ids.some((id) => id.endsWith(tag))).length

/** Holds that nobody but its author and staff sees a review, counts it, or reads its words or pictures. */
async function expectHidden(
  { productId, product }: Completed & { product: { slug: string } },
  id: string,
  picture?: string,
) {
  const seen = await ofProduct(productId)
  expect(seen.reviews).toEqual([])
  expect(seen.summary).toEqual({ count: 0, average: null, byRating: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } })
  expect(await ratingOf(productId)).toEqual({ average: null, count: 0 })
  const listed = ok(await call(guest, 'GET', `/products?limit=100`)).products.find(
    (one: { id: string }) => one.id === productId,
  )
  expect(listed?.rating ?? { average: null, count: 0 }).toEqual({ average: null, count: 0 })
  expect(await page(`p/${product.slug}`)).not.toContain('AggregateRating')
  if (picture) expect((await call(guest, 'GET', picture)).status).toBe(404)
  expect(await tagsFor(id, productId)).toBe(2)
  await expectSumsOfRows()
}
const page = async (path: string) => {
  const { exports } = await import('cloudflare:workers')
  return (await exports.default.fetch(new Request(`http://localhost:8787/${path}`))).text()
}
const pathOf = (url: string) => new URL(url).pathname.replace('/api/v1', '')
async function reviewed() {
  const done = await completedOrder()
  const product = ok(await call(guest, 'GET', `/products/${done.productId}`))
  const made = await rate(done, 5, { comment: 'Bon café.', images: [0] }, 1)
  return { ...done, product, made, id: made.id as string, picture: pathOf(made.images[0].url) }
}

describe('words that wait for staff', () => {
  it.each([
    'Appelez-moi au 0810 000 123',
    '+243.810.000.123',
    'ٱتصل ٠٨١٠٠٠٠١٢٣',
    'écrivez à a@b.cd',
    'Moins cher sur monsite.com !',
    'www.monsite',
    'https://t.me/x',
  ])('are those with a number or a link: %s', async (comment) => {
    const done = await completedOrder()
    const product = ok(await call(guest, 'GET', `/products/${done.productId}`))
    const made = await rate(done, 1, { comment })
    expect(made.status).toBe('PENDING')
    expect((await ofProduct(done.productId)).reviews).toEqual([])
    expect(await ratingOf(done.productId)).toEqual({ average: null, count: 0 })
    expect(await page(`p/${product.slug}`)).not.toContain('AggregateRating')
    expect(await count("notifications WHERE type = 'review.received' AND user_id = ?", done.seller.id)).toBe(0)
    const staff = await signUp('SUPPORT')
    expect((await queue(staff)).find(({ id }) => id === made.id)).toMatchObject({
      comment,
      report: null,
      authorId: done.buyer.id,
    })
    ok(await decide(staff, made.id, 'approve', {}))
    expect(await ratingOf(done.productId)).toEqual({ average: 1, count: 1 })
    expect(await count("notifications WHERE type = 'review.received' AND user_id = ?", done.seller.id)).toBe(1)
  })

  it.each(['Payé 25 000 FC, reçu en 2 jours.', 'Bon.Merci', 'Café 1kg (lot 2026-11)'])(
    'are no others: %s',
    async (comment) => {
      expect((await rate(await completedOrder(), 5, { comment })).status).toBe('VISIBLE')
    },
  )

  it('may come with an edit, also of what staff approved', async () => {
    const { buyer, id, productId, picture, ...done } = await reviewed()
    const staff = await signUp('ADMIN')
    const edit = (body: object) => call(buyer, 'PUT', `/reviews/${id}`, body)
    expect(ok(await edit({ comment: 'Voir www.ici.cd' })).status).toBe('PENDING')
    await expectHidden({ ...done, buyer, productId }, id, picture)
    ok(await decide(staff, id, 'approve'))
    expect(ok(await edit({ rating: 4 })).status).toBe('VISIBLE')
    expect(ok(await edit({ comment: '0810000123' })).status).toBe('PENDING')
    expect(ok(await edit({ comment: 'Rien' })).status).toBe('PENDING')
  })
})

describe('a report of a review', () => {
  it('hides it until staff decide; what they approve is reported no more', async () => {
    const { seller, id, picture, ...done } = await reviewed()
    expect(ok(await report(seller, id))).toMatchObject({ reviewId: id, ...REPORT })
    await expectHidden({ ...done, seller }, id, picture)
    expect(refusal(await report(await signUp(), id))).toEqual(GONE)
    const staff = await signUp('SUPPORT')
    expect((await queue(staff)).find((one) => one.id === id)).toMatchObject({
      report: { reporterId: seller.id, ...REPORT },
      status: 'PENDING',
    })
    expect(ok(await decide(staff, id, 'approve'))).toMatchObject({ status: 'VISIBLE', report: null })
    expect(await ratingOf(done.productId)).toEqual({ average: 5, count: 1 })
    expect((await call(guest, 'GET', picture)).status).toBe(200)
    expect(refusal(await report(seller, id))).toEqual(INVALID)
    ok(await call(done.buyer, 'PUT', `/reviews/${id}`, { rating: 1 }))
    ok(await report(seller, id, { reasonCode: 'FALSE' }))
  })

  it('is by anybody who is signed in, but its author; never of a rider’s rating', async () => {
    const done = await completedOrder()
    const { reviews } = ok(await review(done.buyer, done.orderId, { shop: { rating: 1 }, rider: { rating: 1 } }))
    const [ofShop, ofRider] = reviews.map(({ id }: { id: string }) => id)
    expect((await report(guest, ofShop)).status).toBe(401)
    expect((await report(done.buyer, ofShop)).status).toBe(403)
    expect(refusal(await report(done.rider, ofRider))).toEqual(GONE)
    await expectUnknownIs404(done.seller, 'POST', (id) => `/reviews/${id}/report`, REPORT)
    expect(faults(await report(done.seller, ofShop, { reasonCode: 'UGLY' }))).toEqual(['reasonCode'])
    const answers = await together(5, async () => report(await signUp(), ofShop))
    expect(reasons(answers)).toEqual({ ok: 1, NOT_FOUND: 4 })
  })
})

describe('a decision about a review', () => {
  it('hides it with a reason that its author reads, and shows it again', async () => {
    const { id, picture, ...done } = await reviewed()
    const staff = await signUp('SUPPORT')
    expect(faults(await decide(staff, id, 'reject', {}))).toEqual(['reason'])
    expect(ok(await decide(staff, id, 'reject', { reason: 'Injures' })).status).toBe('HIDDEN')
    await expectHidden(done, id, picture)
    const [mine] = ok(await call(done.buyer, 'GET', '/reviews/me')).reviews
    expect(mine).toMatchObject({ id, status: 'HIDDEN', decisionReason: 'Injures' })
    expect((await queue(staff, 'status=HIDDEN')).some((one) => one.id === id)).toBe(true)
    expect((await queue(staff)).some((one) => one.id === id)).toBe(false)
    expect(refusal(await decide(staff, id, 'reject'))).toEqual(INVALID)
    for (const [method, body] of [
      ['PUT', { rating: 1 }],
      ['DELETE', undefined],
    ] as const)
      expect(refusal(await call(done.buyer, method, `/reviews/${id}`, body))).toEqual(INVALID)
    expect(
      refusal(await review(done.buyer, done.orderId, { products: [{ productId: done.productId, rating: 5 }] })),
    ).toEqual([409, 'ALREADY_EXISTS'])
    ok(await decide(staff, id, 'approve'))
    expect((await ofProduct(done.productId)).summary.count).toBe(1)
    expect(refusal(await decide(staff, id, 'approve'))).toEqual(INVALID)
  })

  it('is of staff, and not about their own', async () => {
    const { id, buyer, rider, seller, ...done } = await reviewed()
    await expectStaffOnly('GET', '/moderation/reviews')
    for (const decision of ['approve', 'reject'])
      await expectStaffOnly('POST', `/moderation/reviews/${id}/${decision}`, { reason: 'Vu' })
    await expectUnknownIs404(await signUp('ADMIN'), 'POST', (some) => `/moderation/reviews/${some}/reject`, {
      reason: 'Vu',
    })
    const reporter = await signUp('SUPPORT')
    ok(await report(reporter, id))
    expect((await decide(reporter, id, 'reject')).status).toBe(403)
    const answers = await together(4, async (i) => decide(await signUp('SUPPORT'), id, i % 2 ? 'approve' : 'reject'))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    void [buyer, rider, seller, done]
    await expectSumsOfRows()
  })
})

describe('an answer', () => {
  const answer = (as: Caller, id: string, body = 'Merci, à bientôt.') =>
    call(as, 'POST', `/reviews/${id}/answer`, { body })

  it('is the shop’s, once, and ends what its author may change', async () => {
    const { id, seller, buyer, productId, orderId } = await reviewed()
    expect(refusal(await answer(await newShopkeeper(), id))).toEqual(GONE)
    expect((await answer(buyer, id)).status).toBe(403)
    expect((await answer(guest, id)).status).toBe(401)
    expect(faults(await answer(seller, id, 'Appelez le 0810000123'))).toEqual(['body'])
    await expectUnknownIs404(seller, 'POST', (some) => `/reviews/${some}/answer`, { body: 'Merci' })
    expect(reasons(await together(5, () => answer(seller, id)))).toEqual({ ok: 1, ALREADY_EXISTS: 4 })
    expect((await ofProduct(productId)).reviews[0].answer).toEqual({
      body: 'Merci, à bientôt.',
      at: expect.any(String),
    })
    const [told] = ok(await call(buyer, 'GET', '/notifications')).notifications
    expect(told).toMatchObject({ type: 'review.answered', data: { orderId } })
    expect(refusal(await call(buyer, 'PUT', `/reviews/${id}`, { rating: 1 }))).toEqual(INVALID)
    expect(refusal(await call(buyer, 'DELETE', `/reviews/${id}`))).toEqual(INVALID)
  })

  it('is of what everybody sees', async () => {
    const { id, seller } = await reviewed()
    ok(await report(seller, id))
    expect(refusal(await answer(seller, id))).toEqual(GONE)
  })
})

describe('an order that is undone', () => {
  it('takes its reviews from everybody once it is wholly refunded, and until then', async () => {
    const { id, picture, ...done } = await reviewed()
    const paid = (status: string) => run('UPDATE orders SET payment_status = ? WHERE id = ?', status, done.orderId)
    await paid('PARTIALLY_REFUNDED')
    expect((await ofProduct(done.productId)).summary.count).toBe(1)
    await paid('REFUNDED')
    await expectHidden(done, id, picture)
    expect(ok(await call(done.buyer, 'GET', '/reviews/me')).reviews[0].status).toBe('HIDDEN')
    expect(refusal(await call(done.buyer, 'PUT', `/reviews/${id}`, { rating: 1 }))).toEqual(INVALID)
    expect(refusal(await review(done.buyer, done.orderId, { shop: { rating: 1 } }))).toEqual(INVALID)
    ok(await decide(await signUp('SUPPORT'), id, 'reject'))
    await paid('PAID')
    expect((await ofProduct(done.productId)).summary.count).toBe(0)
    await expectSumsOfRows()
  })

  it('takes its reviews from everybody when staff cancel it', async () => {
    const { id, picture, ...done } = await reviewed()
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${done.orderId}/cancel`, { reason: 'Fraude' }))
    expect(await refundOf(done.orderId)).toBeTruthy()
    await expectHidden(done, id, picture)
  })
})

describe('a wanted review', () => {
  const asked = (id: string) => count("notifications WHERE type = 'review.wanted' AND user_id = ?", id)

  it('is asked for a day after the order completed, once', async () => {
    const { buyer } = await completedOrder()
    await minuteCronAfter(23 * 60 * 60_000)
    expect(await asked(buyer.id)).toBe(0)
    await minuteCronAfter(25 * 60 * 60_000)
    expect(await asked(buyer.id)).toBe(1)
    await minuteCronAfter(49 * 60 * 60_000)
    expect(await asked(buyer.id)).toBe(1)
    expect(await count('review_wishes')).toBe(0)
    vi.useRealTimers()
  })

  it('is not asked for what was reviewed or undone', async () => {
    const [reviewedOne, undone] = [await completedOrder(), await completedOrder()]
    await rate(reviewedOne)
    await run("UPDATE orders SET payment_status = 'REFUNDED' WHERE id = ?", undone.orderId)
    await minuteCronAfter(25 * 60 * 60_000)
    expect([await asked(reviewedOne.buyer.id), await asked(undone.buyer.id)]).toEqual([0, 0])
    await run("UPDATE orders SET payment_status = 'PAID' WHERE id = ?", undone.orderId)
    vi.useRealTimers()
  })
})

it('the review of an account that is gone has no name, and still counts', async () => {
  const { buyer, productId } = await reviewed()
  await changeUser(buyer.id, 'deleted_at = 1')
  expect((await ofProduct(productId)).reviews[0].author).toEqual({ firstName: 'Compte supprimé', initial: null })
  expect(await ratingOf(productId)).toEqual({ average: 5, count: 1 })
})

it('the pages of a product and its shop say their averages, to people and to robots', async () => {
  const { product, buyer, orderId } = await reviewed()
  ok(await review(buyer, orderId, { shop: { rating: 2 } }))
  const [ofProduct, ofShop] = [await page(`p/${product.slug}`), await page(`b/${product.shop.slug}`)]
  expect(ofProduct).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":5,"reviewCount":1}')
  expect(ofProduct).toContain('5 sur 5 (1 avis)')
  expect(ofShop).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":2,"reviewCount":1}')
})
