import { Hono } from 'hono'
import * as z from 'zod'
import { CreateProfile, createProfile } from '../../domain/shops/profiles/create.ts'
import { findMyProfile } from '../../domain/shops/profiles/find-mine.ts'
import { SellerProfileView, viewSellerProfile } from '../../domain/shops/profiles/view.ts'
import { CreateShop, createShop } from '../../domain/shops/shops/create.ts'
import { ListShops, listShops } from '../../domain/shops/shops/list.ts'
import { listMyShops } from '../../domain/shops/shops/list-mine.ts'
import { publishShop, unpublishShop } from '../../domain/shops/shops/publish.ts'
import { findShop, findShopBySlug } from '../../domain/shops/shops/queries.ts'
import { UpdateShop, updateShop } from '../../domain/shops/shops/update.ts'
import { PublicShopView, ShopView, viewPublicShop, viewShop } from '../../domain/shops/shops/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam, line, listOf } from '../../kernel/fields.ts'

const MyShops = z.object({ shops: z.array(ShopView), quota: z.object({ used: z.int(), max: z.int() }) })
const SlugParam = z.strictObject({ slug: line(1, 100) })

export const seller = new Hono<AppEnv>()
  .post(
    '/profile',
    op({
      summary: 'Devenir vendeur',
      roles: 'signedIn',
      tier: 'authenticated',
      json: CreateProfile,
      status: 201,
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(viewSellerProfile(await createProfile(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/profile/me',
    op({ summary: 'Mon profil vendeur', roles: ['SELLER'], tier: 'authenticated', ok: SellerProfileView }),
    async (c) => c.json(ok(viewSellerProfile(await findMyProfile(ctx(c))))),
  )
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
  .post(
    '/shop',
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
    '/shop/me',
    op({ summary: 'Mes boutiques', roles: ['SELLER'], tier: 'authenticated', ok: MyShops }),
    async (c) => {
      const { shops, quota } = await listMyShops(ctx(c))
      return c.json(ok({ shops: shops.map((shop) => viewShop(ctx(c), shop)), quota }))
    },
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
    op({ summary: 'Une boutique', roles: 'public', tier: 'public', param: IdParam, ok: PublicShopView }),
    async (c) => c.json(ok(viewPublicShop(ctx(c), await findShop(ctx(c), c.req.valid('param').id)))),
  )
  .put(
    '/shop/:id',
    op({
      summary: 'Modifier ma boutique',
      roles: ['SELLER'],
      tier: 'authenticated',
      param: IdParam,
      json: UpdateShop,
      ok: ShopView,
    }),
    async (c) => c.json(ok(viewShop(ctx(c), await updateShop(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/shop/:id/publish',
    op({ summary: 'Publier ma boutique', roles: ['SELLER'], tier: 'authenticated', param: IdParam, ok: ShopView }),
    async (c) => c.json(ok(viewShop(ctx(c), await publishShop(ctx(c), c.req.valid('param').id)))),
  )
  .post(
    '/shop/:id/unpublish',
    op({ summary: 'Dépublier ma boutique', roles: ['SELLER'], tier: 'authenticated', param: IdParam, ok: ShopView }),
    async (c) => c.json(ok(viewShop(ctx(c), await unpublishShop(ctx(c), c.req.valid('param').id)))),
  )
