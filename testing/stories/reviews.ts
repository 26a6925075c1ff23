// Steps of the tests of reviews.
import { expect } from 'vitest'
import { type Answer, type Caller, call } from '#testing/api.ts'
import { all, first } from '#testing/fixtures/database.ts'
import type { Rider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket } from '#testing/fixtures/orders.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { ok } from './catalogue.ts'

/** An order that its buyer confirmed, with the market that it is of. */
export async function completedOrder(known?: Market, rider?: Rider, more?: Record<string, unknown>) {
  const market = known ?? (await newMarket())
  const order = await deliveredOrder(market, rider, more)
  ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt'))
  return { ...market, market, order, orderId: order.id as string, rider: order.rider as Rider }
}
export type Completed = Awaited<ReturnType<typeof completedOrder>>

type Ratings = { products?: unknown; shop?: unknown; rider?: unknown; pictures?: number }
/** Sends ratings as the form of the operation, with so many pictures. */
export function review(as: Caller, orderId: string, { pictures = 0, ...ratings }: Ratings): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(ratings)) form.set(name, JSON.stringify(value))
  for (let i = 0; i < pictures; i++) form.append('images', new File([jpeg()], `${i}.jpg`, { type: 'image/jpeg' }))
  return call(as, 'POST', `/orders/${orderId}/reviews`, form)
}

/** Rates the product of an order. @returns the review */
export async function rate({ buyer, orderId, productId }: Completed, rating = 5, more: object = {}, pictures = 0) {
  const answer = await review(buyer, orderId, { products: [{ productId, rating, ...more }], pictures })
  return ok(answer).reviews[0]
}

export const ofProduct = async (id: string, query = '') =>
  ok(await call(null, 'GET', `/products/${id}/reviews?${query}`))
export const ofShop = async (id: string, query = '') =>
  ok(await call(null, 'GET', `/seller/shop/${id}/reviews?${query}`))
export const ratingOf = async (id: string) => ok(await call(null, 'GET', `/products/${id}`)).rating

/** Holds that sums and ratings are those of the rows. */
export async function expectSumsOfRows(): Promise<void> {
  const shown = await all(`
    SELECT target_id, rating, count(*) AS count FROM reviews WHERE status = 'VISIBLE' AND annulled = 0 GROUP BY 1, 2 ORDER BY 1, 2`)
  expect(await all('SELECT * FROM review_sums WHERE count > 0 ORDER BY 1, 2')).toEqual(shown)
  const wrong = await first(`
    SELECT count(*) AS n FROM (
      SELECT id, rating_count, rating_sum FROM products UNION ALL SELECT id, rating_count, rating_sum FROM shops
      UNION ALL SELECT id, rating_count, rating_sum FROM riders) t
    WHERE rating_count <> (SELECT count(*) FROM reviews r WHERE r.target_id = t.id AND r.status = 'VISIBLE' AND r.annulled = 0)
      OR rating_sum <> (SELECT coalesce(sum(r.rating), 0) FROM reviews r WHERE r.target_id = t.id AND r.status = 'VISIBLE' AND r.annulled = 0)`)
  expect(wrong).toEqual({ n: 0 })
}
