import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { RejectOrder, rejectOrder } from '#domain/orders/orders/ending/reject.ts'
import { SellerCancelOrder, sellerCancelOrder } from '#domain/orders/orders/ending/seller-cancel.ts'
import { AcceptOrder, acceptOrder } from '#domain/orders/orders/preparing/accept.ts'
import { HandoverOrder, handoverOrder } from '#domain/orders/orders/preparing/handover.ts'
import { prepareOrder } from '#domain/orders/orders/preparing/prepare.ts'
import { readyOrder } from '#domain/orders/orders/preparing/ready.ts'
import { ListOrders, listSellerOrders } from '#domain/orders/orders/showing/list.ts'
import { OrderView, SellerOrderList } from '#domain/orders/orders/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

const sold = { roles: ['SELLER'], param: IdParam, ok: OrderView } as const

export const sellerOrders = newRouter()
  .get(
    '/seller',
    op({
      id: 'listSellerOrders',
      summary: 'Commandes de mes boutiques',
      doc: `Les commandes des boutiques du vendeur connecté, les plus récentes d'abord. Celles en
        PENDING_SELLER_REVIEW attendent sa réponse : il a 24 heures pour accepter ou refuser, sinon la commande est
        refusée d'office et l'acheteur remboursé. « counts » dit combien il y en a dans chaque état.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      query: ListOrders,
      ok: SellerOrderList,
    }),
    async (c) => c.json(ok(await listSellerOrders(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/:id/accept',
    op({
      ...sold,
      id: 'acceptOrder',
      needsTerms: true,
      summary: 'Accepter une commande',
      doc: `Accepte une commande payée, dans les 24 heures : son prix, moins la commission, devient une somme en
        attente du vendeur, disponible quand la commande sera conclue. L'acheteur est prévenu, avec prepMinutes, s'il
        n'est pas donné celui de la boutique. Ensuite prepare, puis ready : sans progrès pendant 72 heures, la commande est annulée et
        remboursée.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: AcceptOrder,
    }),
    async (c) => c.json(ok(await acceptOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...sold,
      id: 'rejectOrder',
      summary: 'Refuser une commande',
      doc: `Refuse une commande payée et pas encore acceptée : l'acheteur est remboursé en entier sur le numéro qui a
        payé, le stock revient, et l'acheteur est prévenu avec le motif.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: RejectOrder,
    }),
    async (c) => c.json(ok(await rejectOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/prepare',
    op({
      ...sold,
      id: 'prepareOrder',
      summary: 'Préparer une commande',
      doc: `Marque une commande acceptée comme en préparation et fait repartir le délai de 72 heures. Étape
        facultative : ready est possible dès l'acceptation.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await prepareOrder(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/ready',
    op({
      ...sold,
      id: 'readyOrder',
      summary: 'Déclarer une commande prête',
      doc: `Déclare la commande prête ; l'acheteur est prévenu. En livraison, une course s'ouvre aux livreurs et la
        réponse donne pickupCode, que le vendeur dira au livreur à l'enlèvement. En retrait, c'est l'acheteur qui a un
        code : le vendeur le lui demande, puis appelle POST /orders/:id/handover.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await readyOrder(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/handover',
    op({
      ...sold,
      id: 'handoverOrder',
      summary: "Remettre une commande à l'acheteur",
      doc: `Remet à l'acheteur, en boutique, une commande prête en retrait, avec le code qu'il lit dans
        GET /orders/:id : elle est livrée, et sera conclue par lui ou seule après 48 heures. Cinq codes essayés en 15
        minutes bloquent la remise jusqu'à la fin de ce délai (429).`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'INVALID_VERIFICATION_CODE', 'TOO_MANY_REQUESTS'],
      tier: 'credential',
      json: HandoverOrder,
    }),
    async (c) => c.json(ok(await handoverOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/seller-cancel',
    op({
      ...sold,
      id: 'sellerCancelOrder',
      summary: 'Annuler une commande acceptée',
      doc: `Le vendeur annule une commande qu'il avait acceptée, tant qu'elle n'est pas partie : le motif est
        obligatoire, l'acheteur est prévenu et remboursé en entier, le stock revient, et la course du livreur est
        annulée.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: SellerCancelOrder,
    }),
    async (c) => c.json(ok(await sellerCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/return-received',
    op({
      ...sold,
      id: 'receiveReturn',
      summary: 'Confirmer le retour du colis',
      doc: `Le vendeur confirme qu'un colis non livré lui est revenu : la commande est annulée, le stock revient,
        l'acheteur est remboursé des articles, et les frais de livraison restent dus au livreur. Si l'équipe avait
        annulé en route, ou si un colis déclaré perdu est retrouvé, seul le stock revient. Sans confirmation, cela se fait automatiquement 72 heures après que le livreur a
        signalé le retour.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await receiveReturn(ctx(c), c.req.valid('param').id))),
  )
