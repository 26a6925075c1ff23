import { AddProof, addProof } from '#domain/orders/delivery/carrying/add-proof.ts'
import { deliverDelivery } from '#domain/orders/delivery/carrying/deliver.ts'
import { FailDelivery, failDelivery } from '#domain/orders/delivery/carrying/fail-attempt.ts'
import { HandoverCode, pickUpDelivery } from '#domain/orders/delivery/carrying/pick-up.ts'
import { ReturnDelivery, returnDelivery } from '#domain/orders/delivery/carrying/return.ts'
import { DeliveryView } from '#domain/orders/delivery/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

/** One photo of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

const job = { roles: ['RIDER'], param: IdParam, ok: DeliveryView } as const

/** Acts of a rider on the parcel of a delivery. */
export const parcels = newRouter()
  .post(
    '/:id/pickup',
    op({
      ...job,
      id: 'pickUpDelivery',
      summary: 'Enlever le colis chez le vendeur',
      doc: `Enlève le colis chez le vendeur, avec le code que celui-ci lit dans sa commande : la commande est en route
        et l'acheteur est prévenu. Un livreur qui était hors ligne dit après coup, dans l'ordre, quand chaque étape a eu
        lieu (occurredAt, 24 heures au plus). Cinq codes essayés en 15 minutes bloquent l'enlèvement jusqu'à la fin de ce délai
        (429). Ensuite deliverDelivery, ou failDelivery si la remise échoue.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'INVALID_VERIFICATION_CODE', 'TOO_MANY_REQUESTS'],
      tier: 'credential',
      json: HandoverCode,
    }),
    async (c) => c.json(ok(await pickUpDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/deliver',
    op({
      ...job,
      id: 'deliverDelivery',
      summary: "Remettre le colis à l'acheteur",
      doc: `Remet le colis à l'acheteur, avec le code que celui-ci lit dans le suivi de sa commande : la commande est
        livrée, l'acheteur est prévenu. La part du livreur est disponible quand la commande est conclue : par
        l'acheteur, ou automatiquement après 48 heures. Cinq codes essayés en 15 minutes bloquent la remise jusqu'à la
        fin de ce délai (429).`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'INVALID_VERIFICATION_CODE', 'TOO_MANY_REQUESTS'],
      tier: 'credential',
      json: HandoverCode,
    }),
    async (c) => c.json(ok(await deliverDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/fail',
    op({
      ...job,
      id: 'failDelivery',
      summary: 'Signaler un échec de livraison',
      doc: `Signale que la remise a échoué ; l'acheteur est prévenu de la raison. La première fois, le livreur garde
        le colis et réessaie (deliverDelivery) ; la seconde, dix minutes après au plus tôt, le colis retourne chez le vendeur.
        Une fois rendu, le livreur appelle returnDelivery.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: FailDelivery,
    }),
    async (c) => c.json(ok(await failDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/returned',
    op({
      ...job,
      id: 'returnDelivery',
      summary: 'Rendre le colis au vendeur',
      doc: `Le livreur a rapporté le colis au vendeur : la course est finie et ne compte plus dans ses trois. La
        commande se termine quand le vendeur confirme le retour, ou automatiquement après 72 heures ; le
        livreur reçoit alors sa part des frais, et après l'arrivée du remboursement si l'équipe l'a remboursée.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: ReturnDelivery,
    }),
    async (c) => c.json(ok(await returnDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/proofs',
    op({
      ...job,
      id: 'addProof',
      summary: 'Ajouter une photo en preuve',
      doc: `Le livreur montre le colis enlevé, remis ou rendu : une photo (JPEG, PNG ou WebP, 5 Mo au plus), cinq par
        course, dès l'enlèvement. L'acheteur et le vendeur les voient dans le suivi (showTracking).`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'CONFLICT'],
      form: AddProof,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
    }),
    async (c) => c.json(ok(await addProof(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
  )
