import { describe, expect, it } from 'vitest'
import { addProductImages } from '../../../src/domain/catalogue/products/add-images.ts'
import { PRODUCT_UPLOADS_A_DAY } from '../../../src/kernel/limits.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addMarket, addPicture, addPlan } from '../../in-node/market.ts'

// Rule: pictures that cannot be added are refused before one of them is stored; nothing here can be stored at all.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9, 2)
  addPicture(market, 'first', 0)
})
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const add = (n: number, id = 'prod') =>
  addProductImages(seller(), id, { images: Array.from({ length: n }, (_, i) => new File(['x'], `${i}.jpg`)) })

describe('pictures that are added', () => {
  it('are none of a seller without a subscription', async () => {
    domain.run("UPDATE subscriptions SET status = 'EXPIRED'")
    await expect(add(1)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SUBSCRIPTION_REQUIRED' })
  })

  it('are with those that are there no more than the plan allows', async () => {
    await expect(add(2)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'PLAN_LIMIT_REACHED' })
  })

  it('are no more in a day than one may send', async () => {
    domain.add('attempts', {
      ...{ key: 'product-uploads:seller', count: PRODUCT_UPLOADS_A_DAY.max, window_ends_at: NOW + 60_000 },
    })
    await expect(add(1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 })
  })

  it('are of a product that is there, and at least one', async () => {
    await expect(add(1, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(add(0)).rejects.toMatchObject({ details: [{ field: 'images' }] })
  })
})
