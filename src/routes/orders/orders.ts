import { Hono } from 'hono'
import * as z from 'zod'
import { PayinView, viewPayin } from '../../domain/money/payins/view.ts'
import { findTracking, TrackingView } from '../../domain/orders/delivery/find-tracking.ts'
import { AcceptOrder, acceptOrder } from '../../domain/orders/orders/accept.ts'
import { adminCancelOrder } from '../../domain/orders/orders/admin-cancel.ts'
import { adminRefundOrder } from '../../domain/orders/orders/admin-refund.ts'
import { CancelOrder, cancelOrder } from '../../domain/orders/orders/cancel.ts'
import { checkOrderPayment } from '../../domain/orders/orders/check-payment.ts'
import { confirmReceipt } from '../../domain/orders/orders/confirm-receipt.ts'
import { findOrderFor } from '../../domain/orders/orders/find.ts'
import { HandoverOrder, handoverOrder } from '../../domain/orders/orders/handover.ts'
import { ListOrders, listMyOrders, listSellerOrders } from '../../domain/orders/orders/list.ts'
import { PayOrder, payOrder } from '../../domain/orders/orders/pay.ts'
import { PlaceOrder, placeOrder } from '../../domain/orders/orders/place.ts'
import { prepareOrder } from '../../domain/orders/orders/prepare.ts'
import { readyOrder } from '../../domain/orders/orders/ready.ts'
import { RejectOrder, rejectOrder } from '../../domain/orders/orders/reject.ts'
import { returnReceived } from '../../domain/orders/orders/return-received.ts'
import { SellerCancelOrder, sellerCancelOrder } from '../../domain/orders/orders/seller-cancel.ts'
import { OrderList, OrderView, OrderWithPayin, viewOrder } from '../../domain/orders/orders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

const buyer = { roles: 'signedIn', tier: 'authenticated', param: IdParam, ok: OrderView } as const
const seller = { roles: ['SELLER'], tier: 'authenticated', param: IdParam, ok: OrderView } as const

export const orders = new Hono<AppEnv>()
  .get(
    '/me',
    op({ summary: 'Mes commandes', roles: 'signedIn', tier: 'authenticated', query: ListOrders, ok: OrderList }),
    async (c) => c.json(ok(await listMyOrders(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/seller',
    op({
      summary: 'Commandes de mes boutiques',
      roles: ['SELLER'],
      tier: 'authenticated',
      query: ListOrders,
      ok: OrderList,
    }),
    async (c) => c.json(ok(await listSellerOrders(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/admin/:id/cancel',
    op({ ...buyer, summary: 'Annuler une commande (équipe)', roles: STAFF, json: CancelOrder }),
    async (c) => c.json(ok(viewOrder(await adminCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post('/admin/:id/refund', op({ ...buyer, summary: 'Rembourser une commande', roles: ['ADMIN'] }), async (c) =>
    c.json(ok(viewOrder(await adminRefundOrder(ctx(c), c.req.valid('param').id)))),
  )
  .post(
    '/',
    op({
      summary: 'Commander',
      roles: 'signedIn',
      tier: 'authenticated',
      json: PlaceOrder,
      status: 201,
      ok: OrderWithPayin,
    }),
    async (c) => c.json(ok(await placeOrder(ctx(c), c.req.valid('json'))), 201),
  )
  .get('/:id', op({ ...buyer, summary: 'Une commande' }), async (c) =>
    c.json(ok(await findOrderFor(ctx(c), c.req.valid('param').id))),
  )
  .get('/:id/tracking', op({ ...buyer, summary: 'Suivre la livraison', ok: TrackingView }), async (c) =>
    c.json(ok(await findTracking(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/pay',
    op({ ...buyer, summary: 'Payer à nouveau', json: PayOrder, status: 201, ok: PayinView }),
    async (c) => c.json(ok(viewPayin(await payOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))), 201),
  )
  .post(
    '/:id/payment/check-status',
    op({ ...buyer, summary: 'Vérifier le paiement', ok: z.object({ order: OrderView, payin: PayinView }) }),
    async (c) => c.json(ok(await checkOrderPayment(ctx(c), c.req.valid('param').id))),
  )
  .post('/:id/cancel', op({ ...buyer, summary: 'Annuler ma commande', json: CancelOrder }), async (c) =>
    c.json(ok(viewOrder(await cancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post('/:id/confirm-receipt', op({ ...buyer, summary: 'Confirmer la réception' }), async (c) =>
    c.json(ok(viewOrder(await confirmReceipt(ctx(c), c.req.valid('param').id)))),
  )
  .post('/:id/accept', op({ ...seller, summary: 'Accepter une commande', json: AcceptOrder }), async (c) =>
    c.json(ok(viewOrder(await acceptOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post('/:id/reject', op({ ...seller, summary: 'Refuser une commande', json: RejectOrder }), async (c) =>
    c.json(ok(viewOrder(await rejectOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post('/:id/prepare', op({ ...seller, summary: 'Préparer une commande' }), async (c) =>
    c.json(ok(viewOrder(await prepareOrder(ctx(c), c.req.valid('param').id)))),
  )
  .post('/:id/ready', op({ ...seller, summary: 'Déclarer une commande prête' }), async (c) => {
    const { order, pickupCode } = await readyOrder(ctx(c), c.req.valid('param').id)
    return c.json(ok(viewOrder(order, pickupCode ? { pickupCode } : {})))
  })
  .post(
    '/:id/handover',
    op({ ...seller, summary: "Remettre une commande à l'acheteur", tier: 'credential', json: HandoverOrder }),
    async (c) => c.json(ok(viewOrder(await handoverOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/seller-cancel',
    op({ ...seller, summary: 'Annuler une commande acceptée', json: SellerCancelOrder }),
    async (c) => c.json(ok(viewOrder(await sellerCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post('/:id/return-received', op({ ...seller, summary: 'Confirmer le retour du colis' }), async (c) =>
    c.json(ok(viewOrder(await returnReceived(ctx(c), c.req.valid('param').id)))),
  )
