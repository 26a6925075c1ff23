import { Hono } from 'hono'
import * as z from 'zod'
import { createProduct } from '../../domain/catalogue/products/create.ts'
import { findProduct, findProductBySlug } from '../../domain/catalogue/products/find.ts'
import { listProducts } from '../../domain/catalogue/products/list.ts'
import { ListShopProducts, listShopProducts } from '../../domain/catalogue/products/list-in-shop.ts'
import { CreateProduct } from '../../domain/catalogue/products/new-product.ts'
import { ListProducts } from '../../domain/catalogue/products/product-query.ts'
import { SetProductStatus, setProductStatus } from '../../domain/catalogue/products/set-status.ts'
import { ProductView, VariantView } from '../../domain/catalogue/products/view.ts'
import { AdjustStock, adjustStock } from '../../domain/catalogue/stock/adjust.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { cacheForGuests } from '../../http/cache.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, idIn, listOf } from '../../kernel/fields.ts'
import { categories } from './categories.ts'

const products$ = listOf('products', ProductView)
/** Ten pictures of 5 MiB, and the fields. */
const MAX_FORM_BYTES = 51 * 1024 * 1024

export const products = new Hono<AppEnv>()
  .route('/categories', categories)
  .get(
    '/shop/:shopId',
    op({
      summary: "Produits d'une de mes boutiques",
      roles: ['SELLER'],
      tier: 'authenticated',
      param: z.strictObject({ shopId: idIn }),
      query: ListShopProducts,
      ok: products$,
    }),
    async (c) => c.json(ok(await listShopProducts(ctx(c), c.req.valid('param').shopId, c.req.valid('query')))),
  )
  .get(
    '/slug/:slug',
    op({
      summary: 'Un produit par son adresse',
      roles: 'public',
      knowsCaller: true,
      tier: 'public',
      param: z.strictObject({ slug: z.string() }),
      ok: ProductView,
    }),
    ...cacheForGuests,
    async (c) => c.json(ok(await findProductBySlug(ctx(c), c.req.valid('param').slug))),
  )
  .post(
    '/variants/:variantId/stock',
    op({
      summary: "Ajuster le stock d'une variante",
      roles: ['SELLER'],
      tier: 'authenticated',
      param: z.strictObject({ variantId: idIn }),
      json: AdjustStock,
      ok: VariantView,
    }),
    async (c) => c.json(ok(await adjustStock(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
  )
  .get(
    '/',
    op({ summary: 'Produits en vente', roles: 'public', tier: 'public', query: ListProducts, ok: products$ }),
    ...cacheForGuests,
    async (c) => c.json(ok(await listProducts(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      summary: 'Créer un produit',
      roles: ['SELLER'],
      tier: 'authenticated',
      form: CreateProduct,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
      ok: ProductView,
    }),
    async (c) => c.json(ok(await createProduct(ctx(c), c.req.valid('form'))), 201),
  )
  .get(
    '/:id',
    op({ summary: 'Un produit', roles: 'public', knowsCaller: true, tier: 'public', param: IdParam, ok: ProductView }),
    ...cacheForGuests,
    async (c) => c.json(ok(await findProduct(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/status',
    op({
      summary: "Changer l'état d'un produit",
      roles: ['SELLER'],
      tier: 'authenticated',
      param: IdParam,
      json: SetProductStatus,
      ok: ProductView,
    }),
    async (c) => c.json(ok(await setProductStatus(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
