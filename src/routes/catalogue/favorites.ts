import * as z from 'zod'
import { AddFavorite, addFavorite } from '#domain/catalogue/favorites/add.ts'
import { ListFavorites, listFavorites } from '#domain/catalogue/favorites/list.ts'
import { listFavoriteIds } from '#domain/catalogue/favorites/list-ids.ts'
import { readFavoriteAgain } from '#domain/catalogue/favorites/read-again.ts'
import { RemoveFavorite, removeFavorite } from '#domain/catalogue/favorites/remove.ts'
import { FavoriteView } from '#domain/catalogue/favorites/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { id, listOf } from '#kernel/fields.ts'

const favorites$ = listOf('favorites', FavoriteView)

export const favorites = newRouter()
  .get(
    '/',
    op({
      id: 'listFavorites',
      summary: 'Mes favoris',
      doc: "Ses produits et boutiques favoris, les plus récents d'abord. Ce qui n'est plus visible reste, avec target null.",
      reasons: [],
      roles: 'signedIn',
      query: ListFavorites,
      ok: favorites$,
    }),
    async (c) => c.json(ok(await listFavorites(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'addFavorite',
      summary: 'Ajouter un favori',
      doc: 'Garde un produit en vente ou une boutique publiée ; le refaire rend le même favori. 1000 au plus.',
      reasons: ['NOT_FOUND', 'CONFLICT'],
      roles: 'signedIn',
      json: AddFavorite,
      status: 201,
      ok: FavoriteView,
      again: (ctx, { id }) => readFavoriteAgain(ctx, String(id)),
    }),
    async (c) => c.json(ok(await addFavorite(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/ids',
    op({
      id: 'listFavoriteIds',
      summary: 'Identifiants de mes favoris',
      doc: 'Les identifiants de tous ses favoris, pour marquer une page de produits ou de boutiques.',
      reasons: [],
      roles: 'signedIn',
      ok: z.object({ productIds: z.array(id), shopIds: z.array(id) }),
    }),
    async (c) => c.json(ok(await listFavoriteIds(ctx(c)))),
  )
  .delete(
    '/:type/:targetId',
    op({
      id: 'removeFavorite',
      summary: 'Retirer un favori',
      doc: "Retire un favori ; s'il n'y est pas, la réponse est la même. type vaut PRODUCT ou SHOP.",
      reasons: [],
      roles: 'signedIn',
      param: RemoveFavorite,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeFavorite(ctx(c), c.req.valid('param')))),
  )
