import { describe, expect, it } from 'vitest'
import { wholes } from '#db/law.ts'
import { REVIEW_LAWS } from '#domain/money/ledger/review-laws.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdNight } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { add, run, rows } = domain

/** A completed order, reviewed by its buyer. */
function addReviews(): void {
  addOrder(domain, { status: 'COMPLETED', payment_status: 'PAID', reached_at: JSON.stringify({ COMPLETED: NOW }) })
  add('deliveries', {
    ...{ id: 'd1', order_id: 'o1', status: 'DELIVERED', rider_id: 'rd', pickup: '{}', dropoff: '{}' },
    ...{ fee_minor: 1, rider_earning_minor: 1, currency: 'USD', created_at: NOW, updated_at: NOW },
  })
  const by = {
    order_id: 'o1',
    shop_id: 'shop',
    author_id: 'buyer',
    status: 'VISIBLE',
    created_at: NOW,
    updated_at: NOW,
  }
  add('reviews', { id: 'r1', ...by, target_type: 'PRODUCT', target_id: 'prod', rating: 4 })
  add('reviews', { id: 'r2', ...by, target_type: 'SHOP', target_id: 'shop', rating: 5 })
  add('reviews', { id: 'r3', ...by, target_type: 'RIDER', target_id: 'rd', rating: 1 })
}
const change = (set: string, id: string) => run(`UPDATE reviews SET ${set} WHERE id = '${id}'`)

const BREAKS: Record<string, [what: string, breakIt: () => void][]> = {
  'the numbers of visible reviews by their rating are those of their rows': [
    ['one more', () => run('UPDATE review_sums SET count = 2')],
    ['a row that nobody counted', () => void [run('DROP TRIGGER reviews_recounted'), change('rating = 2', 'r1')]],
    ['a hidden one', () => void [run('DROP TRIGGER reviews_recounted'), change("status = 'HIDDEN'", 'r2')]],
    [
      'one that is gone',
      () => void [run('DROP TRIGGER reviews_discounted'), run("DELETE FROM reviews WHERE id = 'r3'")],
    ],
  ],
  'the rating of a product, shop or rider is that of its visible reviews': [
    ['another sum of a product', () => run('UPDATE products SET rating_sum = 5, rating_rank = 25 * 10000 / 6')],
    ['another number of a shop', () => run('UPDATE shops SET rating_count = 2')],
    ['another sum of a rider', () => run('UPDATE riders SET rating_sum = 2')],
    ['another place of a product', () => run('UPDATE products SET rating_rank = 50000')],
    [
      'numbers that nobody added up',
      () => void [run('DROP TRIGGER review_sums_moved'), run('UPDATE review_sums SET count = 0')],
    ],
  ],
  'a review is of an order of its author that completed, with what it is about, and of no shop of their own': [
    ['of another', () => change("author_id = 'rider'", 'r1')],
    ['of an order that did not complete', () => run("UPDATE orders SET reached_at = '{}'")],
    ['of another shop', () => change("shop_id = 'x'", 'r2')],
    ['of a shop in which nothing was bought', () => change("target_id = 'x'", 'r2')],
    ['of a product that was not bought', () => change("target_id = 'x'", 'r1')],
    ['of a rider who brought nothing', () => change("target_id = 'x'", 'r3')],
    ['of one’s own shop', () => run("UPDATE seller_profiles SET user_id = 'buyer'")],
  ],
  'reviews of orders that were cancelled or wholly refunded since are annulled, and no others': [
    [
      'refunded unseen',
      () => void [run('DROP TRIGGER reviews_annulled'), run("UPDATE orders SET payment_status = 'REFUNDED'")],
    ],
    ['annulled for nothing', () => change('annulled = 1', 'r1')],
  ],
}

it('there is a way to break every law of reviews', () => {
  expect(Object.keys(BREAKS)).toEqual(Object.keys(REVIEW_LAWS))
})

it('a review needs neither the lines nor the delivery of its order', () => {
  addReviews()
  run('DELETE FROM order_items')
  run('DELETE FROM deliveries')
  expect(Object.values(wholes(REVIEW_LAWS)).flatMap((law) => rows(law))).toEqual([])
})

describe.each(Object.entries(BREAKS))('%s', (law, breaks) => {
  it.each(breaks)('%s', async (_what, breakIt) => {
    addReviews()
    await holdNight(domain, HOUR_MS)
    expect(rows('SELECT ref FROM incidents')).toEqual([])
    breakIt()
    await holdNight(domain, DAY_MS + HOUR_MS)
    const held = rows("SELECT ref FROM incidents WHERE ref GLOB 'law:*'").filter(({ ref }) => String(ref).includes(law))
    expect(held).toHaveLength(1)
  })
})
