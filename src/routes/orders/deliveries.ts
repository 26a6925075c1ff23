import { acceptDelivery } from '#domain/orders/delivery/carrying/accept.ts'
import { releaseDelivery } from '#domain/orders/delivery/carrying/release.ts'
import { ListAvailable, listAvailableDeliveries } from '#domain/orders/delivery/showing/list-available.ts'
import { ListMyDeliveries, listMyDeliveries } from '#domain/orders/delivery/showing/list-mine.ts'
import { DeliveryQuoteView, QuoteDelivery, quoteDelivery } from '#domain/orders/delivery/showing/quote.ts'
import { showDelivery } from '#domain/orders/delivery/showing/show-delivery.ts'
import { DeliveryList, DeliveryView } from '#domain/orders/delivery/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

const job = { roles: ['RIDER'], param: IdParam, ok: DeliveryView } as const

export const deliveries = newRouter()
  .get(
    '/quote',
    op({
      id: 'quoteDelivery',
      summary: 'Frais de livraison',
      doc: `Ce que coûte la livraison, d'une boutique à un endroit : les frais de la zone de sa ville qui le couvre,
        et la distance depuis la boutique ; dans une ville sans zone, à moins de 15 km, les frais par défaut, sans
        zoneId. Les mêmes que du devis et de la commande. 404 là où la boutique ne livre pas.`,
      reasons: ['NOT_FOUND'],
      roles: 'signedIn',
      query: QuoteDelivery,
      ok: DeliveryQuoteView,
    }),
    async (c) => c.json(ok(await quoteDelivery(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/available',
    op({
      id: 'listAvailableDeliveries',
      summary: 'Courses à prendre',
      doc: `Les courses sans livreur, les plus proches d'abord (de « lat » et « lng », sinon de sa dernière position), puis
        les plus récentes : celles de ses zones, et, à moins de 15 km, celles qui n'en ont pas ; s'il n'a pas choisi de zones,
        toutes celles à moins de 15 km ou sans coordonnées. Vide pour un livreur OFFLINE ou qui a déjà trois courses.
        Les numéros de téléphone restent masqués tant que la course n'est pas prise (POST /deliveries/:id/accept).`,
      reasons: ['FORBIDDEN', 'RIDER_NOT_ACTIVE'],
      roles: ['RIDER'],
      query: ListAvailable,
      ok: DeliveryList,
    }),
    async (c) => c.json(ok(await listAvailableDeliveries(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/me',
    op({
      id: 'listMyDeliveries',
      summary: 'Mes courses',
      doc: `Les courses du livreur connecté, en cours et passées, les plus récentes d'abord, au besoin dans un seul
        état. Celles qu'il a rendues n'y sont plus.`,
      reasons: ['FORBIDDEN'],
      roles: ['RIDER'],
      query: ListMyDeliveries,
      ok: DeliveryList,
    }),
    async (c) => c.json(ok(await listMyDeliveries(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showDelivery',
      summary: 'Voir une course',
      doc: `Une course : toutes pour l'équipe ; pour un livreur, les siennes, et celles qui attendent encore un
        livreur, sans les numéros de téléphone ni le nom entier de qui la reçoit. Prise par un autre, elle répond 404.`,
      reasons: ['RIDER_NOT_ACTIVE'],
      roles: ['RIDER', 'SUPPORT', 'ADMIN'],
      param: IdParam,
      ok: DeliveryView,
    }),
    async (c) => c.json(ok(await showDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/accept',
    op({
      ...job,
      id: 'acceptDelivery',
      summary: 'Prendre une course',
      doc: `Prend une course sans livreur : le premier l'emporte. Trois courses en cours au plus. La réponse montre
        les numéros du vendeur et de l'acheteur. Ensuite, enlever le colis avec le code du vendeur
        (pickUpDelivery), ou rendre la course avant (releaseDelivery).`,
      reasons: ['FORBIDDEN', 'RIDER_NOT_ACTIVE', 'ALREADY_TAKEN', 'JOB_LIMIT', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await acceptDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/release',
    op({
      ...job,
      id: 'releaseDelivery',
      summary: 'Rendre une course',
      doc: `Rend une course avant l'enlèvement : elle est de nouveau proposée à tous, et ne compte plus dans les trois
        du livreur. Après l'enlèvement ce n'est plus possible.`,
      reasons: ['TOO_MANY_REQUESTS', 'FORBIDDEN', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await releaseDelivery(ctx(c), c.req.valid('param').id))),
  )
