import { Hono } from 'hono'
import { AcceptOrder, acceptOrder } from '../../domain/orders/orders/accept.ts'
import { HandoverOrder, handoverOrder } from '../../domain/orders/orders/handover.ts'
import { ListOrders, listSellerOrders } from '../../domain/orders/orders/list.ts'
import { prepareOrder } from '../../domain/orders/orders/prepare.ts'
import { readyOrder } from '../../domain/orders/orders/ready.ts'
import { RejectOrder, rejectOrder } from '../../domain/orders/orders/reject.ts'
import { returnReceived } from '../../domain/orders/orders/return-received.ts'
import { SellerCancelOrder, sellerCancelOrder } from '../../domain/orders/orders/seller-cancel.ts'
import { OrderList, OrderView, viewOrder } from '../../domain/orders/orders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const sold = { roles: ['SELLER'], param: IdParam, ok: OrderView } as const

export const sellerOrders = new Hono<AppEnv>()
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
    '/:id/accept',
    op({
      ...sold,
      summary: 'Accepter une commande',
      tier: 'authenticated',
      json: AcceptOrder,
    }),
    async (c) => c.json(ok(viewOrder(await acceptOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/reject',
    op({
      ...sold,
      summary: 'Refuser une commande',
      tier: 'authenticated',
      json: RejectOrder,
    }),
    async (c) => c.json(ok(viewOrder(await rejectOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/prepare',
    op({
      ...sold,
      summary: 'Préparer une commande',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(viewOrder(await prepareOrder(ctx(c), c.req.valid('param').id)))),
  )
  .post(
    '/:id/ready',
    op({
      ...sold,
      summary: 'Déclarer une commande prête',
      tier: 'authenticated',
    }),
    async (c) => {
      const { order, pickupCode } = await readyOrder(ctx(c), c.req.valid('param').id)
      return c.json(ok(viewOrder(order, pickupCode ? { pickupCode } : {})))
    },
  )
  .post(
    '/:id/handover',
    op({
      ...sold,
      summary: "Remettre une commande à l'acheteur",
      tier: 'credential',
      json: HandoverOrder,
    }),
    async (c) => c.json(ok(viewOrder(await handoverOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/seller-cancel',
    op({
      ...sold,
      summary: 'Annuler une commande acceptée',
      tier: 'authenticated',
      json: SellerCancelOrder,
    }),
    async (c) => c.json(ok(viewOrder(await sellerCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .post(
    '/:id/return-received',
    op({
      ...sold,
      summary: 'Confirmer le retour du colis',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(viewOrder(await returnReceived(ctx(c), c.req.valid('param').id)))),
  )
