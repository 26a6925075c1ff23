import { describe, expect, it } from 'vitest'
import { decideProduct } from '#domain/catalogue/moderation/decide.ts'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { addProductImages } from '#domain/catalogue/products/editing/add-images.ts'
import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { orderProductImages } from '#domain/catalogue/products/editing/order-images.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { updateProduct } from '#domain/catalogue/products/editing/update.ts'
import { changeStocks } from '#domain/catalogue/stock/change-many.ts'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { editVariant } from '#domain/catalogue/variants/edit.ts'
import { removeVariant } from '#domain/catalogue/variants/remove.ts'
import type { Ctx } from '#domain/core/context.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, addPicture, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

// Another request commits between the read and the commit of these verbs.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 2, 3)
  for (const position of [0, 1]) addPicture(market, `i${position}`, position)
  const other = { id: 'other', category_id: 'cat', name: 'Autre', folded_name: 'autre', slug: 'autre', created_at: NOW }
  market.add('subcategories', other)
})

type Acts = (ctx: Ctx) => Promise<unknown>
const NO_FILES = { put: async () => {}, remove: async () => {} } as unknown as Ctx['files']
const seller = () => ({
  ...domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }),
  files: NO_FILES,
})
/** The seller's context, in which something happens before the last thing that is done, which is the commit. */
function interrupted(sql: string | (() => void), trip: number, ctx: Ctx = seller()): Ctx {
  const batch = ctx.db.batch.bind(ctx.db)
  let trips = 0
  const db = Object.assign(Object.create(ctx.db), {
    batch: (...args: Parameters<typeof batch>) => {
      if (++trips === trip) typeof sql === 'string' ? domain.run(sql) : sql()
      return batch(...args)
    },
  })
  return { ...ctx, db }
}
const said = (code: string, reason?: string, more = {}) => ({ code, ...(reason && { reason }), ...more })
const LIMIT = said('CONFLICT', 'PLAN_LIMIT_REACHED')
const UNPAID = said('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
const MISSING = said('NOT_FOUND')
const STALE = said('CONFLICT', 'VERSION_MISMATCH')
const IN_USE = said('CONFLICT', 'IN_USE')
const INVALID = said('CONFLICT', 'INVALID_TRANSITION')

const ENDED = "UPDATE subscriptions SET status = 'EXPIRED'"
const CLOSED = "UPDATE shops SET status = 'CLOSED'"
const DELETED = 'UPDATE products SET deleted_at = 1'
const DATED = 'UPDATE categories SET requires_expiry = 1'
const NO_PLACE = "DELETE FROM subcategories WHERE id = 'other'"
const FRANCS = "UPDATE products SET currency = 'CDF'"

const file = () => new File([jpeg()], 'a.jpg')
const create = (ctx: Ctx) =>
  createProduct(ctx, {
    ...{ shopId: 'shop', subcategoryId: 'other', name: 'Savon', description: 'Un savon de Bukavu, fait main.' },
    ...{ currency: 'USD', variants: [{ price: '5', stock: 1 }], images: [file()] },
  } as never)
const update = (input: object) => (ctx: Ctx) => updateProduct(ctx, 'prod', input as never)
const move = (status: 'PUBLISHED' | 'DRAFT' | 'ARCHIVED') => (ctx: Ctx) => setProductStatus(ctx, 'prod', { status })
const addImage = (ctx: Ctx) => addProductImages(ctx, 'prod', { images: [file()], 'images[]': undefined })
const turn = (ctx: Ctx) => orderProductImages(ctx, 'prod', { imageIds: ['i1', 'i0'] })
const add = (ctx: Ctx) => addVariant(ctx, 'prod', { price: '5', stock: 1 } as never)
const edit = (ctx: Ctx) => editVariant(ctx, 'v1', { price: '6' })
const take = (ctx: Ctx) => changeStocks(ctx, { items: [{ variantId: 'v1', type: 'DAMAGE', amount: -3 }] })
const ordered = () => void addOrder(domain)

const MOVED: [what: string, act: Acts, trip: number, sql: string | (() => void), told: object, before?: string][] = [
  ['createProduct: its subcategory goes', create, 2, NO_PLACE, MISSING],
  ['createProduct: the plan takes no more', create, 2, 'UPDATE plans SET max_products = 1', LIMIT],
  ['createProduct: the plan takes fewer pictures', create, 2, 'UPDATE plans SET max_photos_per_product = 0', LIMIT],
  ['createProduct: the subscription ends', create, 2, ENDED, UNPAID],
  [
    'createProduct: the shop is suspended',
    create,
    2,
    "UPDATE shops SET status = 'SUSPENDED'",
    said('FORBIDDEN', 'SHOP_SUSPENDED'),
  ],
  ['createProduct: the shop closes', create, 2, CLOSED, INVALID],
  ['updateProduct: it is deleted', update({ brand: 'Kivu' }), 2, DELETED, MISSING],
  ['updateProduct: the subcategory goes', update({ subcategoryId: 'other' }), 2, NO_PLACE, MISSING],
  [
    'updateProduct: where it moves a date is asked for',
    update({ subcategoryId: 'other' }),
    2,
    DATED,
    said('VALIDATION_ERROR'),
  ],
  [
    'updateProduct: the date that it loses is asked for',
    update({ expiresAt: null }),
    2,
    DATED,
    said('VALIDATION_ERROR'),
    `UPDATE products SET expires_at = ${NOW + DAY_MS}`,
  ],
  [
    'updateProduct: it is ordered in the currency before',
    update({ currency: 'CDF' }),
    2,
    ordered,
    said('CONFLICT', 'IN_USE', {
      message: 'Une commande de ce produit est en cours : sa devise ne peut pas changer avant.',
    }),
  ],
  [
    'updateProduct: it is edited since',
    update({ brand: 'Kivu', version: 1 }),
    2,
    'UPDATE products SET version = 2',
    STALE,
  ],
  ['deleteProduct: it is ordered', (ctx) => deleteProduct(ctx, 'prod'), 1, ordered, IN_USE],
  ['setProductStatus: its pictures go', move('PUBLISHED'), 1, 'DELETE FROM product_images', INVALID],
  [
    'setProductStatus: the shop is taken back',
    move('PUBLISHED'),
    1,
    "UPDATE shops SET status = 'DRAFT'",
    said('CONFLICT', 'INVALID_TRANSITION', { message: "Publiez d'abord la boutique." }),
  ],
  ['setProductStatus: the subscription ends', move('PUBLISHED'), 1, ENDED, UNPAID],
  [
    'setProductStatus: the subscription of one that comes back ends',
    move('DRAFT'),
    1,
    ENDED,
    UNPAID,
    "UPDATE products SET status = 'ARCHIVED'",
  ],
  [
    'setProductStatus: the shop of one that comes back closes',
    move('DRAFT'),
    1,
    CLOSED,
    said('CONFLICT', 'INVALID_TRANSITION', { message: 'Cette boutique est fermée.' }),
    "UPDATE products SET status = 'ARCHIVED'",
  ],
  [
    'setProductStatus: the plan takes none that comes back',
    move('DRAFT'),
    1,
    'UPDATE plans SET max_products = 0',
    LIMIT,
    "UPDATE products SET status = 'ARCHIVED'",
  ],
  ['addProductImages: it is deleted', addImage, 2, DELETED, MISSING],
  ['addProductImages: the subscription ends', addImage, 2, ENDED, UNPAID],
  ['addProductImages: the shop closes', addImage, 2, CLOSED, INVALID],
  ['addProductImages: the plan takes fewer', addImage, 2, 'UPDATE plans SET max_photos_per_product = 2', LIMIT],
  [
    'orderProductImages: one comes',
    turn,
    1,
    () => addPicture(domain, 'i2', 2),
    said('VALIDATION_ERROR', undefined, { message: 'Donnez chaque image du produit, une seule fois.' }),
  ],
  [
    'orderProductImages: one goes and another comes',
    turn,
    1,
    "UPDATE product_images SET id = 'i9' WHERE id = 'i1'",
    said('VALIDATION_ERROR'),
  ],
  ['addVariant: its product is deleted', add, 1, DELETED, MISSING],
  ['addVariant: the currency changes', add, 1, FRANCS, STALE],
  ['addVariant: the shop closes', add, 1, CLOSED, INVALID],
  ['editVariant: its product is deleted', edit, 1, DELETED, MISSING],
  ['editVariant: it is deleted', edit, 1, "UPDATE variants SET deleted_at = 1 WHERE id = 'v1'", MISSING],
  ['editVariant: the currency changes', edit, 1, FRANCS, STALE],
  [
    'removeVariant: it is deleted',
    (ctx) => removeVariant(ctx, 'v1'),
    1,
    "UPDATE variants SET deleted_at = 1 WHERE id = 'v1'",
    MISSING,
  ],
  [
    'removeVariant: the other one is deleted',
    (ctx) => removeVariant(ctx, 'v1'),
    1,
    "UPDATE variants SET deleted_at = 1 WHERE id = 'v2'",
    INVALID,
  ],
  ['removeVariant: it is ordered', (ctx) => removeVariant(ctx, 'v1'), 1, ordered, IN_USE],
  ['changeStocks: the variant goes', take, 1, "UPDATE variants SET stock_shop_id = NULL WHERE id = 'v1'", MISSING],
  [
    'submitProduct: the shop closes',
    (ctx) => submitProduct(ctx, 'prod'),
    1,
    CLOSED,
    said('CONFLICT', 'INVALID_TRANSITION', { message: 'Cette boutique est fermée.' }),
    "UPDATE products SET moderation_status = 'REJECTED'",
  ],
]

const LEFT = ['products', 'variants', 'product_images', 'stock_movements', 'history', 'moderation_events']
const left = () => LEFT.map((table) => domain.rows(`SELECT * FROM ${table}`))

describe('what stands against it since it was read', () => {
  it.each(MOVED)('%s: refused, and nothing is written', async (_what, act, trip, sql, told, before) => {
    if (before) domain.run(before)
    let then: unknown
    const happens = () => {
      if (typeof sql === 'string') domain.run(sql)
      else sql()
      then = left()
    }
    await expect(act(interrupted(happens, trip))).rejects.toMatchObject(told)
    expect(then).toBeDefined()
    expect(left()).toEqual(then)
  })

  it.each(MOVED.filter(([what]) => !what.startsWith('setProductStatus')))(
    '%s: without that it works',
    async (_what, act, _trip, _sql, _told, before) => {
      if (before) domain.run(before)
      await act(seller())
    },
  )
})

describe('a list of changes', () => {
  const sold = (amount: number) => () =>
    domain.add('stock_movements', {
      ...{ id: crypto.randomUUID(), variant_id: 'v1', type: 'SALE', amount, created_at: NOW },
    })

  it('is looked at again where something was sold since, and tells what is left then', async () => {
    await expect(take(interrupted(sold(-8), 1))).rejects.toMatchObject({
      ...said('CONFLICT', 'INSUFFICIENT_STOCK'),
      details: [{ field: 'items.0.amount', message: 'Il en reste 2 de disponibles.' }],
    })
  })

  it('is written where what was sold since leaves enough', async () => {
    await expect(take(interrupted(sold(-7), 1))).resolves.toMatchObject({ variants: [{ id: 'v1', stock: 0 }] })
  })
})

describe('a decision', () => {
  const PENDING = "UPDATE products SET moderation_status = 'PENDING', version = 3"
  /** Somebody else takes the product on to its next version. */
  const moved = (event: string, set: string) => () => {
    domain.run(`UPDATE products SET version = version + 1, ${set}`)
    domain.add('history', {
      ...{ thing_id: 'prod', version: 4, thing: 'product', event, from_status: 'DRAFT', to_status: 'DRAFT', at: NOW },
    })
  }
  const decide = (first: () => void, version?: number) =>
    decideProduct(interrupted(first, 1, domain.as({ id: 'admin', role: 'ADMIN' })), 'prod', 'approve', {
      ...(version !== undefined && { version }),
    })
  const status = () => domain.row('SELECT moderation_status AS status FROM products')?.status

  it('is not taken over to an edit that came since it was read', async () => {
    domain.run(PENDING)
    await expect(decide(moved('edit', "name = 'Autre'"))).rejects.toMatchObject(STALE)
    expect(status()).toBe('PENDING')
  })

  it.each([
    ['where the product stands', undefined, INVALID],
    ['that the version is another, where it names one', 3, STALE],
  ])('that comes second is told %s', async (_what, version, told) => {
    domain.run(PENDING)
    const first = moved('moderate', "moderation_status = 'APPROVED'")
    await expect(decide(first, version)).rejects.toMatchObject(told)
    expect(status()).toBe('APPROVED')
  })
})
