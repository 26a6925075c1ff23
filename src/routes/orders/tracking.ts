import { showTracking, TrackingView } from '#domain/orders/delivery/showing/show-tracking.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const tracking = newRouter().get(
  '/:id/tracking',
  op({
    id: 'showTracking',
    summary: 'Suivre la livraison',
    doc: `Où en est la commande : son état, le livreur, et sa dernière position tant qu'elle est prête, en route ou
      en retour. L'acheteur d'une livraison y lit dropoffCode, de « prête » jusqu'à la remise : il le donne au
      livreur à la réception, pas avant. « proofs » : les photos prises par le livreur. Ouvert à l'acheteur, au vendeur, au livreur et à l'équipe.`,
    reasons: [],
    roles: 'signedIn',
    param: IdParam,
    ok: TrackingView,
  }),
  async (c) => c.json(ok(await showTracking(ctx(c), c.req.valid('param').id))),
)
