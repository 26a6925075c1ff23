import { Hono } from 'hono'
import { adminCancelOrder } from '../../domain/orders/orders/admin-cancel.ts'
import { adminRefundOrder } from '../../domain/orders/orders/admin-refund.ts'
import { CancelOrder } from '../../domain/orders/orders/cancel.ts'
import { OrderView } from '../../domain/orders/orders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

export const staffOrders = new Hono<AppEnv>()
  .post(
    '/:id/cancel',
    op({
      id: 'adminCancelOrder',
      summary: 'Annuler une commande (équipe)',
      doc: `Annule n'importe quelle commande ; déjà annulée, elle est rendue telle quelle. Acheteur et vendeur sont
        prévenus, avec le motif. Aucun argent ne part : s'il y en a, un remboursement attend qu'un ADMIN l'envoie par
        POST /orders/admin/:id/refund. Le stock revient aussitôt, sauf si le colis est en route : il revient quand le
        vendeur confirme le retour.`,
      reasons: [],
      roles: STAFF,
      param: IdParam,
      json: CancelOrder,
      ok: OrderView,
    }),
    async (c) => c.json(ok(await adminCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/refund',
    op({
      id: 'adminRefundOrder',
      summary: 'Rembourser une commande',
      doc: `Envoie à l'acheteur, sur le numéro qui a payé, tout ce qui reste à lui rendre, en reprenant un
        remboursement en attente ou échoué. Avant le départ du colis, la commande est annulée et le stock revient ;
        livrée ou conclue, elle passe REFUNDED, pris sur le vendeur, même sous zéro ; sinon elle garde son état.
        refundedAmount change quand l'opérateur a versé.`,
      reasons: ['INVALID_TRANSITION', 'ALREADY_EXISTS'],
      roles: ['ADMIN'],
      param: IdParam,
      ok: OrderView,
    }),
    async (c) => c.json(ok(await adminRefundOrder(ctx(c), c.req.valid('param').id))),
  )
