import { Hono } from 'hono'
import * as z from 'zod'
import { CreateShop, createShop } from '../../domain/shops/shops/create.ts'
import { listMyShops } from '../../domain/shops/shops/list-mine.ts'
import { publishShop, unpublishShop } from '../../domain/shops/shops/publish.ts'
import { UpdateShop, updateShop } from '../../domain/shops/shops/update.ts'
import { ShopView, viewShop } from '../../domain/shops/shops/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const MyShops = z.object({ shops: z.array(ShopView), quota: z.object({ used: z.int(), max: z.int() }) })
const mine = { roles: ['SELLER'], param: IdParam, ok: ShopView } as const

export const myShops = new Hono<AppEnv>()
  .post(
    '/',
    op({
      summary: 'Ouvrir une boutique',
      roles: ['SELLER'],
      tier: 'authenticated',
      json: CreateShop,
      status: 201,
      ok: ShopView,
    }),
    async (c) => c.json(ok(viewShop(ctx(c), await createShop(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/me',
    op({
      summary: 'Mes boutiques',
      roles: ['SELLER'],
      tier: 'authenticated',
      ok: MyShops,
    }),
    async (c) => {
      const { shops, quota } = await listMyShops(ctx(c))
      return c.json(ok({ shops: shops.map((shop) => viewShop(ctx(c), shop)), quota }))
    },
  )
  .put(
    '/:id',
    op({
      ...mine,
      summary: 'Modifier ma boutique',
      tier: 'authenticated',
      json: UpdateShop,
    }),
    async (c) => c.json(ok(viewShop(ctx(c), await updateShop(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/publish',
    op({
      ...mine,
      summary: 'Publier ma boutique',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(viewShop(ctx(c), await publishShop(ctx(c), c.req.valid('param').id)))),
  )
  .post(
    '/:id/unpublish',
    op({
      ...mine,
      summary: 'Dépublier ma boutique',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(viewShop(ctx(c), await unpublishShop(ctx(c), c.req.valid('param').id)))),
  )
