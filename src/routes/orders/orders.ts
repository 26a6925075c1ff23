import * as z from 'zod'
import { PayinView } from '#domain/money/payins/view.ts'
import { checkOrderPayment } from '#domain/orders/orders/buying/check-payment.ts'
import { OrderPayinView, PayOrder, payOrder } from '#domain/orders/orders/buying/pay.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import { CancelOrder, cancelOrder } from '#domain/orders/orders/ending/cancel.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { ListOrders, listMyOrders } from '#domain/orders/orders/showing/list.ts'
import { showOrder } from '#domain/orders/orders/showing/show.ts'
import { OrderList, OrderView, OrderWithPayin } from '#domain/orders/orders/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { refusalOf } from '#providers/gateways.ts'

const mine = { roles: 'signedIn', param: IdParam, ok: OrderView } as const

export const orders = newRouter()
  .get(
    '/me',
    op({
      id: 'listMyOrders',
      summary: 'Mes commandes',
      doc: `Les commandes que la personne connectée a passées, les plus récentes d'abord, au besoin dans un seul état.
        expiresAt dit jusqu'à quand une commande impayée garde son stock, autoCompleteAt quand une commande livrée
        sera conclue d'office.`,
      reasons: [],
      roles: 'signedIn',
      query: ListOrders,
      ok: OrderList,
    }),
    async (c) => c.json(ok(await listMyOrders(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'placeOrder',
      needsTerms: true,
      summary: 'Commander',
      doc: `Commande dans une boutique : le stock est gardé 15 minutes et le payeur reçoit une demande sur son téléphone. La
        réponse joint « payin » ; sa fin arrive par le direct (guide, « Commander et payer »), et se lit par
        showOrder. Si l'opérateur refuse (MBIYOPAY_PAYIN_FAILED), la commande existe : « details » nomme
        orderId, repayez-la par payOrder avant l'expiresAt de showOrder, 2 minutes plus tard pour qui n'a encore
        rien conclu. Envoyez « Idempotency-Key » : sans elle, deux appels font deux commandes. Un acheteur a au
        plus trois commandes impayées à la fois (dix après une première commande conclue). Un téléphone a au
        plus trois demandes sans réponse ; d'un numéro ni prouvé ni déjà payeur, une seule par acheteur :
        PAYMENT_IN_PROGRESS, « details » nomme ce qui attend (orderId, checkoutId), si c'est à l'appelant. Après
        dix refus en une heure il n'en reçoit plus (429). deliveryAddress est compris dans la ville de la
        boutique. SHOP_CLOSED : « details » nomme availableAt.`,
      reasons: [
        'NOT_FOUND',
        'OWN_SHOP',
        'INSUFFICIENT_STOCK',
        'PRICE_CHANGED',
        'SHOP_CLOSED',
        'OUT_OF_REACH',
        'TOO_MANY_UNPAID',
        'PAYMENT_IN_PROGRESS',
        refusalOf('ORDER'),
      ],
      roles: 'signedIn',
      json: PlaceOrder,
      status: 201,
      ok: OrderWithPayin,
      readAgainAt: '/api/v1/orders/:id',
    }),
    async (c) => c.json(ok(await placeOrder(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      ...mine,
      id: 'showOrder',
      summary: 'Une commande',
      doc: `Une commande, pour son acheteur, son vendeur, son livreur et l'équipe ; elle n'existe pas pour les autres.
        Quand elle est prête, pickupCode y figure : pour l'acheteur si elle se retire en boutique (il le dit au
        vendeur), pour le vendeur si elle se livre (il le dit au livreur). Son acheteur y lit aussi de quoi la suivre : le
        dernier paiement (payin), dropoffCode tant qu'il est à lui, et lastLocation du livreur.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showOrder(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/pay',
    op({
      id: 'payOrder',
      needsTerms: true,
      summary: 'Payer à nouveau',
      doc: `Redemande le paiement d'une commande impayée, au besoin depuis un autre numéro ou réseau, jusqu'à
        expiresAt, ensuite 410 : 15 minutes après la commande, mais 2 minutes après un refus, tant que l'acheteur n'a encore conclu
        aucune commande. Un nouvel essai rend le reste des 15 minutes ; la réponse a l'expiresAt qui vaut alors. Refusé tant
        qu'un paiement précédent peut encore aboutir. Après un 400, relisez expiresAt par showOrder ; « details » de PAYMENT_IN_PROGRESS le nomme. Suivez par
        checkOrderPayment.`,
      reasons: [refusalOf('ORDER'), 'PAYMENT_IN_PROGRESS', 'SHOP_CLOSED', 'GONE', 'INVALID_TRANSITION'],
      roles: 'signedIn',
      param: IdParam,
      json: PayOrder,
      status: 201,
      ok: OrderPayinView,
    }),
    async (c) => c.json(ok(await payOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
  .post(
    '/:id/payment/check-status',
    op({
      id: 'checkOrderPayment',
      summary: 'Vérifier le paiement',
      doc: `Demande à l'opérateur ce qu'est devenu le dernier paiement de la commande, applique sa réponse et rend la
        commande et le paiement à jour. Pour suivre un paiement, lisez plutôt GET /orders/:id, que l'annonce de l'opérateur
        avance aussitôt ; appelez ceci s'il tarde plus de 30 s. Dans les 10 s qui suivent l'envoi, ou moins de 30 s après une autre
        question, rien n'est demandé. Si l'opérateur ne répond pas, rien ne change. Réservé à l'acheteur.`,
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: z.object({ order: OrderView, payin: PayinView }),
      again: (ctx, _, { id }) => checkOrderPayment(ctx, id),
    }),
    async (c) => c.json(ok(await checkOrderPayment(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/cancel',
    op({
      ...mine,
      id: 'cancelOrder',
      summary: 'Annuler ma commande',
      doc: `L'acheteur renonce. Impayée, la commande rend son stock, sauf si un paiement est en cours ; payée et pas
        encore acceptée, elle est remboursée en entier sur le numéro qui a payé, le stock revient et le vendeur est
        prévenu. Dès que le vendeur a accepté, ce n'est plus possible.`,
      reasons: ['PAYMENT_IN_PROGRESS', 'INVALID_TRANSITION'],
      json: CancelOrder,
    }),
    async (c) => c.json(ok(await cancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/confirm-receipt',
    op({
      ...mine,
      id: 'confirmReceipt',
      summary: 'Confirmer la réception',
      doc: `L'acheteur confirme qu'il a reçu sa commande livrée : elle est conclue (COMPLETED), le vendeur et le
        livreur peuvent retirer leur part, et le vendeur est prévenu. Sans confirmation, cela se fait automatiquement 48 heures
        après la livraison. Refusé pendant qu'un remboursement est en cours.`,
      reasons: ['INVALID_TRANSITION', 'REQUEST_IN_PROGRESS'],
    }),
    async (c) => c.json(ok(await confirmReceipt(ctx(c), c.req.valid('param').id))),
  )
