import { Hono } from 'hono'
import * as z from 'zod'
import { VariantView } from '../../domain/catalogue/products/view.ts'
import { AdjustStock, adjustStock } from '../../domain/catalogue/stock/adjust.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { idIn } from '../../kernel/fields.ts'

export const stock = new Hono<AppEnv>().post(
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
    param: z.strictObject({ variantId: idIn }),
    json: AdjustStock,
    ok: VariantView,
  }),
  async (c) => c.json(ok(await adjustStock(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
)
