import * as z from 'zod'
import { ListShops, listShops } from '#domain/shops/shops/list.ts'
import { showShop, showShopBySlug } from '#domain/shops/shops/show.ts'
import { PublicShopView } from '#domain/shops/shops/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, line, listOf } from '#kernel/fields.ts'

const SlugParam = z.strictObject({ slug: line(1, 100) })

export const shops = newRouter()
  .get(
    '/shops',
    op({
      id: 'listShops',
      summary: 'Boutiques',
      doc: `Les boutiques publiées, les plus récentes d'abord. search trouve le début des mots du nom, de la
        description ou de la ville, sans accents ni casse ; categoryId garde celles qui vendent un produit de cette
        catégorie ; openNow, les ouvertes à cette heure (UTC+2), ou les autres. Filtré, total plafonne à 1000. Téléphone et e-mail ne sont pas montrés.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      query: ListShops,
      ok: listOf('shops', PublicShopView),
    }),
    async (c) => c.json(ok(await listShops(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/shop/slug/:slug',
    op({
      id: 'showShopBySlug',
      summary: 'Une boutique, par son adresse',
      doc: `Une boutique publiée, par son slug. Brouillon, dépubliée, suspendue ou fermée,
        elle répond 404 à tous : son vendeur la lit dans GET /seller/shop/me.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: SlugParam,
      ok: PublicShopView,
    }),
    async (c) => c.json(ok(await showShopBySlug(ctx(c), c.req.valid('param').slug))),
  )
  .get(
    '/shop/:id',
    op({
      id: 'showShop',
      summary: 'Une boutique',
      doc: `Une boutique publiée, sans son téléphone ni son e-mail. Dans tout autre état elle répond 404 à tous : son
        vendeur la lit dans GET /seller/shop/me. Ses articles se lisent par GET /products?shopId=.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: IdParam,
      ok: PublicShopView,
    }),
    async (c) => c.json(ok(await showShop(ctx(c), c.req.valid('param').id))),
  )
