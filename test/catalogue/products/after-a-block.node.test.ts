import { expect, it } from 'vitest'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { removeProductImage } from '#domain/catalogue/products/editing/remove-image.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { updateProduct } from '#domain/catalogue/products/editing/update.ts'
import { changeStocks } from '#domain/catalogue/stock/change-many.ts'
import { moveStock } from '#domain/catalogue/stock/move.ts'
import { setStock } from '#domain/catalogue/stock/set.ts'
import { setThreshold } from '#domain/catalogue/stock/set-threshold.ts'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { editVariant } from '#domain/catalogue/variants/edit.ts'
import { removeVariant } from '#domain/catalogue/variants/remove.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeShop } from '#domain/shops/shops/close.ts'
import { CreateShop, createShop } from '#domain/shops/shops/create.ts'
import { publishShop, unpublishShop } from '#domain/shops/shops/publish.ts'
import { updateShop } from '#domain/shops/shops/update.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'

const domain = openDomain((fresh) => {
  addMarket(fresh)
  const plan = { id: 'plan', slug: 'plan', name: 'Plan', max_products: 9, max_photos_per_product: 9, max_shops: 9 }
  const at = { created_at: NOW, updated_at: NOW }
  fresh.add('plans', { ...plan, ...at })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', current_period_start: NOW, current_period_end: NOW + 1e9 }
  fresh.add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, status: 'ACTIVE', ...at })
  const picture = { product_id: 'prod', content_type: 'image/jpeg', created_at: NOW }
  for (const position of [0, 1])
    fresh.add('product_images', { id: `i${position}`, key: `${position}.jpg`, ...picture, position })
})
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })

const product = {
  ...{
    shopId: 'shop',
    subcategoryId: 'sub',
    name: 'Savon',
    description: 'Un savon de Bukavu, fait main.',
    currency: 'USD',
  },
  ...{ variants: [{ price: '5', stock: 1 }], images: undefined, 'images[]': undefined },
} as never

/** Acts of a seller; each works while they are there. */
const acts: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  createProduct: (ctx) => createProduct(ctx, product),
  updateProduct: (ctx) => updateProduct(ctx, 'prod', { name: 'Thé' }),
  setProductStatus: (ctx) => setProductStatus(ctx, 'prod', { status: 'ARCHIVED' }),
  deleteProduct: (ctx) => deleteProduct(ctx, 'prod'),
  removeProductImage: (ctx) => removeProductImage(ctx, 'prod', 'i1'),
  addVariant: (ctx) => addVariant(ctx, 'prod', { price: '5', stock: 1 } as never),
  editVariant: (ctx) => editVariant(ctx, 'v1', { name: 'Grand' }),
  removeVariant: (ctx) => removeVariant(ctx, 'v2'),
  moveStock: (ctx) => moveStock(ctx, 'v1', { type: 'RESTOCK', amount: 1 }),
  setStock: (ctx) => setStock(ctx, 'v1', { stock: 3, expectedStock: 10, reason: 'Comptage' }),
  setThreshold: (ctx) => setThreshold(ctx, 'v1', { lowStockThreshold: 1 }),
  changeStocks: (ctx) => changeStocks(ctx, { items: [{ variantId: 'v1', type: 'RESTOCK', amount: 1 }] }),
  createShop: (ctx) => createShop(ctx, CreateShop.parse(SHOP)),
  updateShop: (ctx) => updateShop(ctx, 'shop', { prepMinutes: 5 }),
  unpublishShop: (ctx) => unpublishShop(ctx, 'shop'),
  closeShop: (ctx) => closeShop(ctx, 'shop'),
}

it.each(Object.entries(acts))(
  '%s: of a seller who is there, and of none who was blocked meanwhile',
  async (_name, act) => {
    await act(seller())
    domain.run("UPDATE users SET blocked_at = 1 WHERE id = 'seller'")
    domain.run("UPDATE shops SET status = 'PUBLISHED'")
    domain.run("UPDATE products SET status = 'DRAFT', deleted_at = NULL")
    domain.run("UPDATE variants SET deleted_at = NULL, stock = 10 WHERE id IN ('v1', 'v2')")
    domain.run(
      "INSERT OR REPLACE INTO product_images (id, key, product_id, content_type, position, created_at) VALUES ('i1', '9.jpg', 'prod', 'image/jpeg', 7, 1)",
    )
    await expect(act(seller())).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'TOKEN_EXPIRED' })
  },
)

it('nothing goes to staff, and no shop opens, once its seller is blocked', async () => {
  domain.run("UPDATE users SET blocked_at = 1 WHERE id = 'seller'")
  domain.run("UPDATE products SET status = 'DRAFT', moderation_status = 'REJECTED'")
  await expect(submitProduct(seller(), 'prod')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  domain.run("UPDATE shops SET status = 'DRAFT'")
  await expect(publishShop(seller(), 'shop')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
