import { Hono } from 'hono'
import { adminCancelOrder } from '../../domain/orders/orders/admin-cancel.ts'
import { adminRefundOrder } from '../../domain/orders/orders/admin-refund.ts'
import { CancelOrder } from '../../domain/orders/orders/cancel.ts'
import { OrderView, viewOrder } from '../../domain/orders/orders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

export const staffOrders = new Hono<AppEnv>()
  .post(
    '/:id/cancel',
    op({
      summary: 'Annuler une commande (équipe)',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: CancelOrder,
      ok: OrderView,
    }),
    async (c) => c.json(ok(viewOrder(await adminCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/refund',
    op({
      summary: 'Rembourser une commande',
      roles: ['ADMIN'],
      tier: 'authenticated',
      param: IdParam,
      ok: OrderView,
    }),
    async (c) => c.json(ok(viewOrder(await adminRefundOrder(ctx(c), c.req.valid('param').id)))),
  )
