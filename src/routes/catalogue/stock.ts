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
    summary: "Ajuster le stock d'une variante",
    roles: ['SELLER'],
    tier: 'authenticated',
    param: z.strictObject({ variantId: idIn }),
    json: AdjustStock,
    ok: VariantView,
  }),
  async (c) => c.json(ok(await adjustStock(ctx(c), c.req.valid('param').variantId, c.req.valid('json')))),
)
