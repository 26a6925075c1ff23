import * as z from 'zod'
import { PayCheckout, payCheckout } from '#domain/orders/checkout/pay.ts'
import { PlaceCheckout, placeCheckout } from '#domain/orders/checkout/place.ts'
import { showCheckout } from '#domain/orders/checkout/show.ts'
import { CheckoutView } from '#domain/orders/checkout/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import * as f from '#kernel/fields.ts'
import { refusalOf } from '#providers/gateways.ts'

const CheckoutParam = z.object({ checkoutId: f.idIn })
const mine = { roles: 'signedIn', ok: CheckoutView } as const

export const checkouts = newRouter()
  .post(
    '/',
    op({
      ...mine,
      id: 'placeCheckout',
      needsTerms: true,
      summary: 'Commander mon panier',
      doc: `Commande ce qui a été chiffré (quoteId), ou le panier tel qu'il est : une commande par boutique, une demande
        de paiement par devise (une seule en RWF pour un payeur au Rwanda), tout ou rien. Le stock est gardé 15 minutes et
        les lignes commandées quittent le panier. 400 seulement si toutes les demandes sont refusées : les commandes
        existent, à payer par payCheckout (« details » nomme checkoutId). Une réponse perdue se retrouve dans GET /orders/me (checkoutId). Les lignes à
        revoir sont nommées dans details.`,
      reasons: [
        'NOT_FOUND',
        'OWN_SHOP',
        'CONFLICT',
        'ALREADY_EXISTS',
        'VERSION_MISMATCH',
        'INSUFFICIENT_STOCK',
        'PRICE_CHANGED',
        'SHOP_CLOSED',
        'OUT_OF_REACH',
        'TOO_MANY_UNPAID',
        'PAYMENT_IN_PROGRESS',
        'GONE',
        refusalOf('CHECKOUT'),
      ],
      json: PlaceCheckout,
      status: 201,
    }),
    async (c) => c.json(ok(await placeCheckout(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:checkoutId',
    op({
      ...mine,
      id: 'showCheckout',
      summary: 'Un panier commandé',
      doc: `Ses commandes et toutes ses demandes de paiement, la dernière d'abord. Son état se lit dans celui de ses
        commandes ; celles qui sont annulées ne comptent que si toutes le sont.`,
      reasons: [],
      param: CheckoutParam,
    }),
    async (c) => c.json(ok(await showCheckout(ctx(c), c.req.valid('param').checkoutId))),
  )
  .post(
    '/:checkoutId/pay',
    op({
      ...mine,
      id: 'payCheckout',
      needsTerms: true,
      summary: 'Payer un panier à nouveau',
      doc: `Redemande ce qui n'est ni payé ni annulé, au besoin depuis un autre numéro, jusqu'à expiresAt
        (2 minutes après un refus, comme pour payOrder ; ensuite 410). Refusé tant qu'une demande peut encore aboutir.`,
      reasons: [refusalOf('CHECKOUT'), 'PAYMENT_IN_PROGRESS', 'SHOP_CLOSED', 'GONE', 'INVALID_TRANSITION'],
      param: CheckoutParam,
      json: PayCheckout,
      status: 201,
    }),
    async (c) => c.json(ok(await payCheckout(ctx(c), c.req.valid('param').checkoutId, c.req.valid('json'))), 201),
  )
