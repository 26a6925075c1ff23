import { Hono } from 'hono'
import { RejectRefund, rejectRefund } from '../../domain/orders/refunds/reject.ts'
import { RefundView } from '../../domain/orders/refunds/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

export const refunds = new Hono<AppEnv>().post(
  '/:id/reject',
  op({
    id: 'rejectRefund',
    summary: 'Renoncer à un remboursement',
    doc: `Met fin à un remboursement demandé ou échoué, avec le motif : rien n'est rendu, l'argent reste où il est, et
      une commande livrée est conclue d'office au prochain passage si ses 48 heures sont passées. L'incident d'un
      remboursement échoué donne son identifiant. Refusé pour un remboursement en cours ou fini, et quand la commande
      est annulée ou refusée : son argent doit revenir à l'acheteur, par un nouvel envoi. Un autre peut être envoyé
      ensuite par POST /orders/admin/:id/refund.`,
    reasons: ['INVALID_TRANSITION'],
    roles: ['ADMIN'],
    param: IdParam,
    json: RejectRefund,
    ok: RefundView,
  }),
  async (c) => c.json(ok(await rejectRefund(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
)
