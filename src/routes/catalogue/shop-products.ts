import { Hono } from 'hono'
import * as z from 'zod'
import { createProduct } from '../../domain/catalogue/products/create.ts'
import { ListShopProducts, listShopProducts } from '../../domain/catalogue/products/list-in-shop.ts'
import { CreateProduct } from '../../domain/catalogue/products/new-product.ts'
import { SetProductStatus, setProductStatus } from '../../domain/catalogue/products/set-status.ts'
import { ProductView } from '../../domain/catalogue/products/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, idIn, listOf } from '../../kernel/fields.ts'

const products$ = listOf('products', ProductView)
/** Ten pictures of 5 MiB, and the fields. */
const MAX_FORM_BYTES = 51 * 1024 * 1024

export const shopProducts = new Hono<AppEnv>()
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
