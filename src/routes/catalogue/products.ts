import { Hono } from 'hono'
import * as z from 'zod'
import { findProduct, findProductBySlug } from '../../domain/catalogue/products/find.ts'
import { listProducts } from '../../domain/catalogue/products/list.ts'
import { ListProducts } from '../../domain/catalogue/products/product-query.ts'
import { ProductView } from '../../domain/catalogue/products/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { cacheForGuests } from '../../http/cache.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, listOf } from '../../kernel/fields.ts'

const products$ = listOf('products', ProductView)

export const products = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Produits en vente',
      roles: 'public',
      tier: 'public',
      query: ListProducts,
      ok: products$,
    }),
    ...cacheForGuests,
    async (c) => c.json(ok(await listProducts(ctx(c), c.req.valid('query')))),
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
  .get(
    '/:id',
    op({
      summary: 'Un produit',
      roles: 'public',
      knowsCaller: true,
      tier: 'public',
      param: IdParam,
      ok: ProductView,
    }),
    ...cacheForGuests,
    async (c) => c.json(ok(await findProduct(ctx(c), c.req.valid('param').id))),
  )
