import { orderBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newOffer, newPerson, newShopkeeper, type Person, productForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const reason = 'Signalée plusieurs fois'

/** A shop that nobody has suspended yet, and somebody of the team. */
const aShop = async (service: RunningService) => ({
  seller: await newShopkeeper(service),
  staff: await memberOfStaff(service),
})

/** Notes at each takedown the last order before it: both commits are in the order of one database. */
async function watchTakedowns(service: RunningService): Promise<void> {
  await service.sql('CREATE TABLE IF NOT EXISTS race_takedowns (product_id TEXT PRIMARY KEY, last_order INTEGER)')
  await service.sql(
    `CREATE TRIGGER IF NOT EXISTS race_takedowns_noted AFTER INSERT ON moderation_events WHEN NEW.event = 'takedown' BEGIN
       INSERT INTO race_takedowns VALUES (NEW.thing_id, (SELECT coalesce(max(rowid), 0) FROM orders));
     END`,
  )
}

export const shopRaces = [
  race({
    name: 'shop: closed against new orders, one or the other',
    guard: 'leaving',
    operations: ['DELETE /seller/shop/:id', 'POST /orders'],
    stage: async (service) => {
      const buyers: Person[] = []
      for (let i = 0; i < 10; i++) buyers.push(await newPerson(service))
      return buyers
    },
    prepare: async (service, buyers) => ({ buyers, ...(await newOffer(service, 100)) }),
    send: (service, { buyers, ...offer }, i) =>
      i % 5 === 2
        ? call(service, offer.seller, 'DELETE', `/seller/shop/${offer.seller.shopId}`)
        : call(service, buyers[i % buyers.length] ?? null, 'POST', '/orders', orderBody(offer, { quantity: 1 })),
    succeed: { least: 1, most: 50 },
    refusals: ['409 INVALID_TRANSITION', '409 IN_USE', '404 NOT_FOUND', '409 TOO_MANY_UNPAID'],
    check: (service, { seller }) =>
      countFault(
        service,
        0,
        'open orders of a closed shop',
        `SELECT count(*) AS n FROM orders o JOIN shops s ON s.id = o.shop_id
         WHERE s.id = ? AND s.status = 'CLOSED' AND o.status = 'PENDING_PAYMENT'`,
        seller.shopId,
      ),
  }),
  race({
    name: 'order against takedown: none comes after it',
    guard: 'leaving',
    operations: ['POST /orders', 'POST /moderation/products/:id/takedown'],
    stage: async (service) => {
      const buyers: Person[] = []
      for (let i = 0; i < 10; i++) buyers.push(await newPerson(service))
      return { buyers, staff: await memberOfStaff(service) }
    },
    prepare: async (service, stage) => {
      await watchTakedowns(service)
      return { ...stage, ...(await newOffer(service, 100)) }
    },
    send: (service, { buyers, staff, ...offer }, i) =>
      i === 9
        ? call(service, staff, 'POST', `/moderation/products/${offer.productId}/takedown`, { reason })
        : call(service, buyers[i % buyers.length] ?? null, 'POST', '/orders', orderBody(offer, { quantity: 1 })),
    succeed: { least: 1, most: 31 },
    refusals: ['404 NOT_FOUND', '409 TOO_MANY_UNPAID'],
    check: (service, { productId }) =>
      countFault(
        service,
        0,
        'orders after the takedown',
        `SELECT count(*) AS n FROM order_items l JOIN orders o ON o.id = l.order_id
         WHERE l.product_id = ?1 AND o.rowid > coalesce((SELECT t.last_order FROM race_takedowns t WHERE t.product_id = ?1), 0)`,
        productId,
      ),
  }),
  race({
    name: 'shop: suspended while it opens and fills, it stays out of sight',
    guard: 'leaving',
    operations: ['POST /seller/shop/:id/suspend', 'POST /seller/shop/:id/publish', 'POST /products'],
    prepare: async (service) => {
      const shop = await aShop(service)
      await mustCall(service, shop.seller, 'POST', `/seller/shop/${shop.seller.shopId}/unpublish`)
      return shop
    },
    send: async (service, { seller, staff }, i) => {
      if (i === 10) return call(service, staff, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason })
      return i % 10 === 3
        ? call(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1))
        : call(service, seller, 'POST', `/seller/shop/${seller.shopId}/publish`)
    },
    succeed: { least: 1, most: 7 },
    refusals: ['403 SHOP_SUSPENDED', '409 INVALID_TRANSITION', '409 PLAN_LIMIT_REACHED'],
    check: (service, { seller }) =>
      countFault(
        service,
        1,
        'suspended shops without visible products',
        `SELECT count(*) AS n FROM shops s WHERE s.id = ? AND s.status = 'SUSPENDED'
           AND NOT EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.visible = 1)`,
        seller.shopId,
      ),
  }),
]
