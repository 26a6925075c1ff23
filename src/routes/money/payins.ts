import * as z from 'zod'
import { RequestPayin, requestPayin } from '#domain/money/payins/charge.ts'
import { showPayin } from '#domain/money/payins/show.ts'
import { PayinView } from '#domain/money/payins/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'
import { refusalOf } from '#providers/gateways.ts'

export const payins = newRouter()
  .post(
    '/',
    op({
      id: 'requestPayin',
      summary: 'Demander un paiement mobile',
      doc: `Demande un paiement mobile hors de toute commande : le payeur reçoit la demande sur son téléphone. Sans
        orderId, les mêmes montant, devise, réseau et numéro dans les 5 minutes rendent le même paiement, débité une
        fois ; un refus de l'opérateur ferme cette fenêtre. Un orderId déjà pris par un autre débit est refusé. Suivez
        par GET /gatewayB/payin/:orderId.`,
      reasons: [refusalOf('CHARGE'), 'ALREADY_EXISTS', 'PAYMENT_IN_PROGRESS'],
      roles: ['ADMIN'],
      json: RequestPayin,
      status: 201,
      ok: PayinView,
    }),
    async (c) => c.json(ok(await requestPayin(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:orderId',
    op({
      id: 'showPayin',
      summary: 'Un paiement mobile',
      doc: `Un paiement mobile par sa référence, le champ orderId de sa réponse, ou le dernier d'une commande par l'identifiant de celle-ci.
        L'état est celui connu ici ; il avance par les notifications de l'opérateur et par des vérifications régulières.`,
      reasons: [],
      roles: FINANCE,
      param: z.strictObject({ orderId: z.string().max(100) }),
      ok: PayinView,
    }),
    async (c) => c.json(ok(await showPayin(ctx(c), c.req.valid('param').orderId))),
  )
