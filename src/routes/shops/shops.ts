import { Hono } from 'hono'
import * as z from 'zod'
import { ListShops, listShops } from '../../domain/shops/shops/list.ts'
import { findShop, findShopBySlug } from '../../domain/shops/shops/queries.ts'
import { PublicShopView, viewPublicShop } from '../../domain/shops/shops/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, line, listOf } from '../../kernel/fields.ts'

const SlugParam = z.strictObject({ slug: line(1, 100) })

export const shops = new Hono<AppEnv>()
  .get(
    '/shops',
    op({
      summary: 'Boutiques',
      roles: 'public',
      tier: 'public',
      query: ListShops,
      ok: listOf('shops', PublicShopView),
    }),
    async (c) => c.json(ok(await listShops(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/shop/slug/:slug',
    op({
      summary: 'Une boutique, par son adresse',
      roles: 'public',
      tier: 'public',
      param: SlugParam,
      ok: PublicShopView,
    }),
    async (c) => c.json(ok(viewPublicShop(ctx(c), await findShopBySlug(ctx(c), c.req.valid('param').slug)))),
  )
  .get(
    '/shop/:id',
    op({
      summary: 'Une boutique',
      roles: 'public',
      tier: 'public',
      param: IdParam,
      ok: PublicShopView,
    }),
    async (c) => c.json(ok(viewPublicShop(ctx(c), await findShop(ctx(c), c.req.valid('param').id)))),
  )
