import { Hono } from 'hono'
import * as z from 'zod'
import { PayinView, viewPayin } from '../../domain/money/payins/view.ts'
import { CancelOrder, cancelOrder } from '../../domain/orders/orders/cancel.ts'
import { checkOrderPayment } from '../../domain/orders/orders/check-payment.ts'
import { confirmReceipt } from '../../domain/orders/orders/confirm-receipt.ts'
import { findOrderFor } from '../../domain/orders/orders/find.ts'
import { ListOrders, listMyOrders } from '../../domain/orders/orders/list.ts'
import { PayOrder, payOrder } from '../../domain/orders/orders/pay.ts'
import { PlaceOrder, placeOrder } from '../../domain/orders/orders/place.ts'
import { OrderList, OrderView, OrderWithPayin, viewOrder } from '../../domain/orders/orders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const mine = { roles: 'signedIn', param: IdParam, ok: OrderView } as const

export const orders = new Hono<AppEnv>()
  .get(
    '/me',
    op({
      summary: 'Mes commandes',
      roles: 'signedIn',
      tier: 'authenticated',
      query: ListOrders,
      ok: OrderList,
    }),
    async (c) => c.json(ok(await listMyOrders(ctx(c), c.req.valid('query')))),
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
  .get(
    '/:id',
    op({
      ...mine,
      summary: 'Une commande',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await findOrderFor(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/pay',
    op({
      summary: 'Payer à nouveau',
      roles: 'signedIn',
      tier: 'authenticated',
      param: IdParam,
      json: PayOrder,
      status: 201,
      ok: PayinView,
    }),
    async (c) => c.json(ok(viewPayin(await payOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))), 201),
  )
  .post(
    '/:id/payment/check-status',
    op({
      summary: 'Vérifier le paiement',
      roles: 'signedIn',
      tier: 'authenticated',
      param: IdParam,
      ok: z.object({ order: OrderView, payin: PayinView }),
    }),
    async (c) => c.json(ok(await checkOrderPayment(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/cancel',
    op({
      ...mine,
      summary: 'Annuler ma commande',
      tier: 'authenticated',
      json: CancelOrder,
    }),
    async (c) => c.json(ok(viewOrder(await cancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/confirm-receipt',
    op({
      ...mine,
      summary: 'Confirmer la réception',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(viewOrder(await confirmReceipt(ctx(c), c.req.valid('param').id)))),
  )
