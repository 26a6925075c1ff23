import * as z from 'zod'
import { VariantView } from '#domain/catalogue/products/view.ts'
import { ChangeStocks, changeStocks, readChangedStocks } from '#domain/catalogue/stock/change-many.ts'
import { ListShopStock, listShopStock } from '#domain/catalogue/stock/list-in-shop.ts'
import { StockedVariantView } from '#domain/catalogue/stock/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { idIn, listOf } from '#kernel/fields.ts'

const variants$ = listOf('variants', StockedVariantView)

export const shopStock = newRouter()
  .get(
    '/shop/:shopId',
    op({
      id: 'listShopStock',
      summary: "Stock d'une de mes boutiques",
      doc: `Les variantes d'une boutique du vendeur connecté avec leur stock, les plus récentes d'abord. lowOnly=true garde
        celles dont le disponible est au seuil ou dessous ; search cherche le début des mots du produit, de la variante et
        de la référence, parmi les 1000 plus récentes. Filtré, total plafonne à 1000.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      param: z.strictObject({ shopId: idIn }),
      query: ListShopStock,
      ok: variants$,
    }),
    async (c) => c.json(ok(await listShopStock(ctx(c), c.req.valid('param').shopId, c.req.valid('query')))),
  )
  .post(
    '/bulk',
    op({
      id: 'changeStocks',
      summary: 'Ajuster plusieurs stocks',
      doc: `Ajuste jusqu'à 100 variantes d'un coup, toutes ou aucune : chaque ligne devient un mouvement. Une variante
        inconnue (404) ou un stock insuffisant (409) refuse l'ensemble ; details nomme les lignes. La réponse suit leur ordre.`,
      reasons: ['FORBIDDEN', 'NOT_FOUND', 'INSUFFICIENT_STOCK'],
      roles: ['SELLER'],
      json: ChangeStocks,
      ok: z.object({ variants: z.array(VariantView) }),
      again: async (ctx, _, sent) => readChangedStocks(ctx, ChangeStocks.parse(await sent.json())),
    }),
    async (c) => c.json(ok(await changeStocks(ctx(c), c.req.valid('json')))),
  )
