import * as z from 'zod'
import { VariantView } from '#domain/catalogue/products/view.ts'
import { AdjustStock, adjustStock } from '#domain/catalogue/stock/adjust.ts'
import { ListMovements, listMovements } from '#domain/catalogue/stock/list-movements.ts'
import { SetStock, setStock } from '#domain/catalogue/stock/set.ts'
import { SetThreshold, setThreshold } from '#domain/catalogue/stock/set-threshold.ts'
import { showStock } from '#domain/catalogue/stock/show.ts'
import { StockMovementView, StockView } from '#domain/catalogue/stock/view.ts'
import { EditVariant, editVariant } from '#domain/catalogue/variants/edit.ts'
import { removeVariant } from '#domain/catalogue/variants/remove.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { idIn, listOf } from '#kernel/fields.ts'

const VariantParam = z.strictObject({ variantId: idIn })
const movements$ = listOf('movements', StockMovementView)

/** Acts on one variant, and on its stock. */
export const stock = newRouter()
  .put(
    '/:variantId',
    op({
      id: 'editVariant',
      summary: 'Modifier une variante',
      doc: `Change le nom, le prix, la référence ou les attributs d'une variante : seuls les champs envoyés changent. Le
        stock a ses propres opérations. version est celle du produit. Les variantes d'un produit font ensemble 16 Kio au plus.`,
      reasons: ['FORBIDDEN', 'CONFLICT', 'ALREADY_EXISTS', 'VERSION_MISMATCH'],
      roles: ['SELLER'],
      param: VariantParam,
      json: EditVariant,
      ok: VariantView,
    }),
    async (c) => c.json(ok(await editVariant(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
  )
  .delete(
    '/:variantId',
    op({
      id: 'removeVariant',
      summary: 'Supprimer une variante',
      doc: `Retire une variante ; ses commandes la gardent. Refusé pour la dernière du produit, et tant qu'une commande de
        cette variante n'est pas terminée. La première qui reste devient celle par défaut.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'IN_USE'],
      roles: ['SELLER'],
      param: VariantParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeVariant(ctx(c), c.req.valid('param').variantId))),
  )
  .get(
    '/:variantId/stock',
    op({
      id: 'showStock',
      summary: "Stock d'une variante",
      doc: "Le stock, ce qui en est réservé à des commandes à payer, le disponible et le seuil. Pour le vendeur et l'équipe.",
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'SUPPORT', 'ADMIN'],
      param: VariantParam,
      ok: StockView,
    }),
    async (c) => c.json(ok(await showStock(ctx(c), c.req.valid('param').variantId))),
  )
  .post(
    '/:variantId/stock',
    op({
      id: 'adjustStock',
      summary: "Ajuster le stock d'une variante",
      doc: `Ajoute des unités au stock d'une variante (amount positif) ou en retire (négatif), et garde le mouvement
        avec son type libre et son motif. Le stock ne descend ni sous zéro, ni sous ce qui est réservé à des commandes
        en attente de paiement. Les ajustements simultanés passent l'un après l'autre ; la réponse donne le stock
        obtenu.`,
      reasons: ['FORBIDDEN', 'INSUFFICIENT_STOCK'],
      roles: ['SELLER'],
      param: VariantParam,
      json: AdjustStock,
      ok: VariantView,
    }),
    async (c) => c.json(ok(await adjustStock(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
  )
  .put(
    '/:variantId/stock',
    op({
      id: 'setStock',
      summary: "Fixer le stock d'une variante",
      doc: `Fixe le stock après un comptage : expectedStock est le stock que vous aviez lu, reason le motif. L'écart devient
        un mouvement ADJUSTMENT. Refusé si le stock a changé depuis, ou sous ce qui est réservé : « details » dit combien.`,
      reasons: ['FORBIDDEN', 'VERSION_MISMATCH', 'INSUFFICIENT_STOCK'],
      roles: ['SELLER'],
      param: VariantParam,
      json: SetStock,
      ok: VariantView,
    }),
    async (c) => c.json(ok(await setStock(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
  )
  .put(
    '/:variantId/stock/threshold',
    op({
      id: 'setThreshold',
      summary: "Fixer le seuil de stock bas d'une variante",
      doc: 'Au seuil ou dessous, le disponible est bas : GET /products/stock/shop/:shopId?lowOnly=true. null : jamais bas.',
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      param: VariantParam,
      json: SetThreshold,
      ok: VariantView,
    }),
    async (c) => c.json(ok(await setThreshold(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
  )
  .get(
    '/:variantId/stock/movements',
    op({
      id: 'listMovements',
      summary: "Mouvements de stock d'une variante",
      doc: `Les entrées et sorties, les plus récentes d'abord. type est le mot exact du mouvement ; from et to, un jour ou un
        instant, to exclu sauf un jour. Pour le vendeur et l'équipe. total plafonne à 1000.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'SUPPORT', 'ADMIN'],
      param: VariantParam,
      query: ListMovements,
      ok: movements$,
    }),
    async (c) => c.json(ok(await listMovements(ctx(c), c.req.valid('param').variantId, c.req.valid('query')))),
  )
