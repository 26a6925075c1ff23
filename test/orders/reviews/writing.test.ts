import { describe, expect, it, vi } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { expectUnknownIs404, faults, GONE, INVALID, ok, refusal } from '#testing/stories/catalogue.ts'
import {
  completedOrder,
  expectSumsOfRows,
  ofProduct,
  ofShop,
  rate,
  ratingOf,
  review,
} from '#testing/stories/reviews.ts'

const DAY = 24 * 60 * 60_000
const TWICE = [409, 'ALREADY_EXISTS']
const OWN = [403, 'OWN_SHOP']

describe('reviewing an order', () => {
  it('rates its products with pictures, its shop and its rider, and everybody sees the first two', async () => {
    const done = await completedOrder()
    const { buyer, orderId, productId, seller, rider } = done
    await changeUser(buyer.id, 'name = ?', 'Aline Mapendo Bahati')
    const { reviews } = ok(
      await review(buyer, orderId, {
        products: [{ productId, rating: 4, comment: 'Très bon café.', images: [1, 0] }],
        shop: { rating: 5, comment: 'Vendeur poli.' },
        rider: { rating: 2, reasonCode: 'LATE' },
        pictures: 2,
      }),
    )
    expect(reviews).toMatchObject([
      { target: { type: 'PRODUCT', id: productId }, rating: 4, comment: 'Très bon café.', status: 'VISIBLE', orderId },
      { target: { type: 'SHOP', id: seller.shopId }, rating: 5, images: [] },
      { target: { type: 'RIDER', id: rider.riderId }, rating: 2, reasonCode: 'LATE', comment: null },
    ])
    const seen = await ofProduct(productId)
    expect(seen.reviews).toEqual([
      {
        ...{ id: reviews[0].id, target: { type: 'PRODUCT', id: productId }, rating: 4, comment: 'Très bon café.' },
        images: [expect.objectContaining({ width: 2, height: 2 }), expect.anything()],
        author: { firstName: 'Aline', initial: 'M' },
        ...{ status: 'VISIBLE', answer: null, createdAt: expect.any(String) },
      },
    ])
    expect(seen.summary).toEqual({ count: 1, average: 4, byRating: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 } })
    expect((await ofShop(seller.shopId)).reviews).toMatchObject([{ rating: 5, comment: 'Vendeur poli.' }])
    expect(await ratingOf(productId)).toEqual({ average: 4, count: 1 })
    expect(ok(await call(guest, 'GET', `/seller/shop/${seller.shopId}`)).rating).toEqual({ average: 5, count: 1 })
    const path = new URL(seen.reviews[0].images[0].url).pathname.replace('/api/v1', '')
    expect((await call(guest, 'GET', path)).status).toBe(200)
    const mine = ok(await call(buyer, 'GET', '/reviews/me'))
    expect(mine.reviews.map(({ id }: { id: string }) => id)).toEqual(
      reviews.map(({ id }: { id: string }) => id).reverse(),
    )
    expect(mine.pagination.total).toBe(3)
    const [told] = ok(await call(seller, 'GET', '/notifications')).notifications
    expect(told).toMatchObject({ type: 'review.received', data: { orderId, shopId: seller.shopId } })
    await expectSumsOfRows()
  })

  it('is once for each thing, also of many at once; what is left may follow', async () => {
    const done = await completedOrder()
    const { buyer, orderId, productId } = done
    const products = [{ productId, rating: 3 }]
    expect(reasons(await together(8, () => review(buyer, orderId, { products })))).toEqual({ ok: 1, ALREADY_EXISTS: 7 })
    expect(refusal(await review(buyer, orderId, { products, shop: { rating: 5 } }))).toEqual(TWICE)
    expect((await ofShop(done.seller.shopId)).reviews).toEqual([])
    ok(await review(buyer, orderId, { shop: { rating: 5 } }))
    await expectSumsOfRows()
  })

  it('is the buyer’s: others hear 404, a guest 401', async () => {
    const { orderId, seller, rider } = await completedOrder()
    for (const other of [seller, rider, await signUp(), await signUp('ADMIN')])
      expect(refusal(await review(other, orderId, { shop: { rating: 1 } }))).toEqual(GONE)
    expect((await review(guest, orderId, { shop: { rating: 1 } })).status).toBe(401)
    for (const id of ['01990000-0000-7000-8000-000000000000', 'pas-un-id'])
      expect(refusal(await review(seller, id, { shop: { rating: 1 } }))).toEqual(GONE)
    expect(await count('reviews WHERE order_id = ?', orderId)).toBe(0)
  })

  it('is of a completed order, for sixty days', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    expect(refusal(await review(market.buyer, delivered.id, { shop: { rating: 5 } }))).toEqual(INVALID)
    const { buyer, orderId } = await completedOrder()
    const at = (days: number) =>
      run(
        `UPDATE orders SET reached_at = json_set(reached_at, '$.COMPLETED', ?) WHERE id = ?`,
        Date.now() - days * DAY,
        orderId,
      )
    await at(60)
    expect(refusal(await review(buyer, orderId, { shop: { rating: 5 } }))).toEqual(INVALID)
    await at(59.99)
    ok(await review(buyer, orderId, { shop: { rating: 5 } }))
  })

  it('is about what the order had: another product is 404, a rider whom it had not 400', async () => {
    const [done, other] = [await completedOrder(), await newMarket()]
    const products = [{ productId: other.productId, rating: 5 }]
    expect(refusal(await review(done.buyer, done.orderId, { products }))).toEqual(GONE)
    await run('UPDATE deliveries SET rider_id = NULL WHERE order_id = ?', done.orderId)
    expect(faults(await review(done.buyer, done.orderId, { rider: { rating: 5 } }))).toEqual(['rider'])
    await run('UPDATE deliveries SET rider_id = ? WHERE order_id = ?', done.rider.riderId, done.orderId)
  })

  it('names its faults', async () => {
    const { buyer, orderId, productId } = await completedOrder()
    const fault = async (ratings: Parameters<typeof review>[2]) => faults(await review(buyer, orderId, ratings))
    const product = { productId, rating: 5 }
    expect(await fault({})).toEqual(['products'])
    expect(await fault({ shop: { rating: 6 } })).toEqual(['shop.rating'])
    expect(await fault({ shop: { rating: 0 } })).toEqual(['shop.rating'])
    expect(await fault({ shop: { rating: 4.5 } })).toEqual(['shop.rating'])
    expect(await fault({ shop: { rating: 5, comment: 'x'.repeat(1001) } })).toEqual(['shop.comment'])
    expect(await fault({ rider: { rating: 5, reasonCode: 'UGLY' } })).toEqual(['rider.reasonCode'])
    expect(await fault({ products: [product, product] })).toEqual(['products'])
    expect(await fault({ products: [{ ...product, images: [0, 1, 2, 3] }], pictures: 4 })).toEqual([
      'products.0.images',
    ])
    for (const images of [[], [1], [0, 0]])
      expect(await fault({ products: [{ ...product, images }], pictures: 1 })).toEqual(['products'])
    expect(await count('reviews WHERE order_id = ?', orderId)).toBe(0)
  })

  it('is not by the shop itself, whatever account paid', async () => {
    const done = await completedOrder()
    const { payerPhoneNumber } = done.order
    await run(
      `INSERT INTO wallets (owner_id, owner_kind, user_id, payout_phone, created_at) VALUES (?, 'seller', ?, ?, 1)
       ON CONFLICT DO UPDATE SET payout_phone = excluded.payout_phone`,
      ...[done.seller.profileId, done.seller.id, payerPhoneNumber],
    )
    expect(refusal(await review(done.buyer, done.orderId, { shop: { rating: 5 } }))).toEqual(OWN)
    await run('UPDATE wallets SET payout_phone = NULL WHERE owner_id = ?', done.seller.profileId)
    ok(await review(done.buyer, done.orderId, { shop: { rating: 5 } }))
  })

  it('is twenty times a day of a person, and of all who pay with one number', async () => {
    const done = await completedOrder()
    const counted = (key: string, made: number) =>
      run(
        'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count',
        key,
        made,
        Date.now() + DAY,
      )
    const both = { products: [{ productId: done.productId, rating: 1 }], shop: { rating: 1 } }
    await counted(`reviews:${done.buyer.id}`, 19)
    expect((await review(done.buyer, done.orderId, both)).status).toBe(429)
    await counted(`reviews:${done.buyer.id}`, 18)
    await counted(`reviews-paid-by:${done.order.payerPhoneNumber}`, 19)
    expect((await review(done.buyer, done.orderId, both)).status).toBe(429)
    await counted(`reviews-paid-by:${done.order.payerPhoneNumber}`, 18)
    ok(await review(done.buyer, done.orderId, both))
  })

  it('shows a rider’s average to the rider and staff, from twenty ratings on', async () => {
    const done = await completedOrder()
    ok(await review(done.buyer, done.orderId, { rider: { rating: 3 } }))
    const average = async () => ok(await call(done.rider, 'GET', '/riders/me')).ratingAverage
    expect(await average()).toBeNull()
    const more = (rating: number, i: number) =>
      run(
        `INSERT INTO reviews (id, order_id, target_type, target_id, shop_id, author_id, rating, status, created_at, updated_at)
         SELECT ?, ?, 'RIDER', target_id, shop_id, author_id, ?, 'VISIBLE', 1, 1 FROM reviews WHERE order_id = ?`,
        ...[`r-${i}-${done.orderId}`, `o-${i}-${done.orderId}`, rating, done.orderId],
      )
    for (let i = 0; i < 18; i++) await more(5, i)
    expect(await average()).toBeNull()
    await more(4, 18)
    expect(await average()).toBe(4.85)
    const staff = await signUp('SUPPORT')
    expect(ok(await call(staff, 'GET', `/riders/${done.rider.riderId}`)).ratingAverage).toBe(4.85)
    expect(JSON.stringify(ok(await call(done.buyer, 'GET', `/orders/${done.orderId}`)))).not.toContain('ating')
    await run(`DELETE FROM reviews WHERE order_id LIKE 'o-%'`)
  })
})

describe('a list of reviews', () => {
  it('is the newest first, or the lowest, in pages', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const ratings = [5, 1, 3, 1]
    const ids: string[] = []
    for (const rating of ratings) {
      const done = await completedOrder({ ...market, buyer: await signUp() }, rider)
      ids.push((await rate(done, rating)).id)
    }
    const [a, b, c, d] = ids
    const idsOf = ({ reviews }: { reviews: { id: string }[] }) => reviews.map(({ id }) => id)
    expect(idsOf(await ofProduct(market.productId))).toEqual([d, c, b, a])
    expect(idsOf(await ofProduct(market.productId, 'sort=lowest'))).toEqual([d, b, c, a])
    const second = await ofProduct(market.productId, 'sort=lowest&limit=2&page=2')
    expect(idsOf(second)).toEqual([c, a])
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 4, totalPages: 2 })
    expect(second.summary).toEqual({ count: 4, average: 2.5, byRating: { 1: 2, 2: 0, 3: 1, 4: 0, 5: 1 } })
    expect(faults(await call(guest, 'GET', `/products/${market.productId}/reviews?sort=best`))).toEqual(['sort'])
    const [row] = await all<{ rank: number }>('SELECT rating_rank AS rank FROM products WHERE id = ?', market.productId)
    expect(row?.rank).toBe(Math.floor(((20 + 10) * 10_000) / (5 + 4)))
  })

  it('is 404 of a product or shop that guests do not see', async () => {
    const done = await completedOrder()
    await rate(done)
    await expectUnknownIs404(guest, 'GET', (id) => `/products/${id}/reviews`)
    await expectUnknownIs404(guest, 'GET', (id) => `/seller/shop/${id}/reviews`)
    ok(await call(done.seller, 'POST', `/products/${done.productId}/status`, { status: 'ARCHIVED' }))
    expect(refusal(await call(guest, 'GET', `/products/${done.productId}/reviews`))).toEqual(GONE)
    await run("UPDATE shops SET status = 'SUSPENDED' WHERE id = ?", done.seller.shopId)
    expect(refusal(await call(guest, 'GET', `/seller/shop/${done.seller.shopId}/reviews`))).toEqual(GONE)
    await run("UPDATE shops SET status = 'PUBLISHED' WHERE id = ?", done.seller.shopId)
  })

  it('sorts products by their rating, in which a mean of four weighs as five reviews', async () => {
    const market = await newMarket()
    const more = async (rank: number) => {
      const other = await newMarket()
      await run(
        'UPDATE products SET shop_id = ?, rating_rank = ? WHERE id = ?',
        market.seller.shopId,
        rank,
        other.productId,
      )
      return other.productId
    }
    const [worse, better] = [await more(39_000), await more(41_000)]
    const { products } = ok(await call(guest, 'GET', `/products?shopId=${market.seller.shopId}&sort=rating`))
    const ids = products.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([better, market.productId, worse])
    const within = `/products?shopId=${market.seller.shopId}&sort=rating&minPrice=1&maxPrice=99999`
    expect(ok(await call(guest, 'GET', within)).products.map(({ id }: { id: string }) => id)).toEqual(ids)
    await run('UPDATE products SET rating_rank = (20 + rating_sum) * 10000 / (5 + rating_count)')
    await run(
      'UPDATE products SET shop_id = (SELECT s.id FROM shops s WHERE s.seller_profile_id = products.seller_profile_id LIMIT 1)',
    )
  })
})

describe('changing a review', () => {
  it('is its author’s, for seven days', async () => {
    const done = await completedOrder()
    const { id } = await rate(done, 5, { comment: 'Bien.' })
    const edit = (body: object, as = done.buyer) => call(as, 'PUT', `/reviews/${id}`, body)
    expect(ok(await edit({ rating: 2, comment: 'Pas si bien.' }))).toMatchObject({ rating: 2, comment: 'Pas si bien.' })
    await expectSumsOfRows()
    expect(await ratingOf(done.productId)).toEqual({ average: 2, count: 1 })
    expect(ok(await edit({ comment: null }))).toMatchObject({ rating: 2, comment: null })
    expect(faults(await edit({ reasonCode: 'LATE' }))).toEqual(['reasonCode'])
    expect(faults(await edit({ rating: 7 }))).toEqual(['rating'])
    for (const other of [done.seller, await signUp()]) {
      expect(refusal(await edit({ rating: 1 }, other))).toEqual(GONE)
      expect(refusal(await call(other, 'DELETE', `/reviews/${id}`))).toEqual(GONE)
    }
    await expectUnknownIs404(done.buyer, 'PUT', (some) => `/reviews/${some}`, { rating: 1 })
    await run('UPDATE reviews SET created_at = ? WHERE id = ?', Date.now() - 7 * DAY, id)
    expect(refusal(await edit({ rating: 1 }))).toEqual(INVALID)
    expect(refusal(await call(done.buyer, 'DELETE', `/reviews/${id}`))).toEqual(INVALID)
  })

  it('of a rider takes a reason and no words', async () => {
    const done = await completedOrder()
    const { reviews } = ok(await review(done.buyer, done.orderId, { rider: { rating: 3 } }))
    const edit = (body: object) => call(done.buyer, 'PUT', `/reviews/${reviews[0].id}`, body)
    expect(faults(await edit({ comment: 'Lent' }))).toEqual(['comment'])
    expect(ok(await edit({ rating: 1, reasonCode: 'RUDE' }))).toMatchObject({ rating: 1, reasonCode: 'RUDE' })
  })

  it('ends with its deletion, pictures and all; the order may then be reviewed anew', async () => {
    const done = await completedOrder()
    const { id, images } = await rate(done, 1, { images: [0] }, 1)
    const path = new URL(images[0].url).pathname.replace('/api/v1', '')
    expect((await call(guest, 'GET', path)).status).toBe(200)
    expect(ok(await call(done.buyer, 'DELETE', `/reviews/${id}`))).toEqual({ deleted: true })
    expect((await ofProduct(done.productId)).summary.count).toBe(0)
    await vi.waitFor(async () => expect((await call(guest, 'GET', path)).status).toBe(404))
    expect(refusal(await call(done.buyer, 'DELETE', `/reviews/${id}`))).toEqual(GONE)
    await expectSumsOfRows()
    await rate(done, 4)
    expect(await ratingOf(done.productId)).toEqual({ average: 4, count: 1 })
  })
})

describe('who may not be flattered, or shown in full', () => {
  it('a rider who brought their own purchase rates the goods, and not themselves', async () => {
    const rider = await newRider()
    const done = await completedOrder({ ...(await newMarket()), buyer: rider }, rider)
    const own = await review(rider, done.orderId, { rider: { rating: 5 } })
    expect(own.status).toBe(403)
    await rate(done, 4)
    expect(await count("reviews WHERE order_id = ? AND target_type = 'RIDER'", done.orderId)).toBe(0)
  })

  it('an author is a first name and an initial, also behind a space that does not break', async () => {
    const done = await completedOrder()
    await changeUser(done.buyer.id, 'name = ?', 'Aline\u00a0Bahati')
    await rate(done, 5)
    const { reviews } = await ofProduct(done.productId)
    expect(reviews[0].author).toEqual({ firstName: 'Aline', initial: 'B' })
  })
})
