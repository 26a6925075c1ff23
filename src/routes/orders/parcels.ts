import { Hono } from 'hono'
import { deliverDelivery } from '../../domain/orders/delivery/deliver.ts'
import { FailDelivery, failDelivery } from '../../domain/orders/delivery/fail-attempt.ts'
import { HandoverCode, pickUpDelivery } from '../../domain/orders/delivery/pick-up.ts'
import { returnDelivery } from '../../domain/orders/delivery/return.ts'
import { DeliveryView } from '../../domain/orders/delivery/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const job = { roles: ['RIDER'], param: IdParam, ok: DeliveryView } as const

/** What a rider does with the parcel of a delivery. */
export const parcels = new Hono<AppEnv>()
  .post(
    '/:id/pickup',
    op({
      ...job,
      summary: 'Enlever le colis chez le vendeur',
      tier: 'credential',
      json: HandoverCode,
    }),
    async (c) => c.json(ok(await pickUpDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/deliver',
    op({
      ...job,
      summary: "Remettre le colis à l'acheteur",
      tier: 'credential',
      json: HandoverCode,
    }),
    async (c) => c.json(ok(await deliverDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/fail',
    op({
      ...job,
      summary: 'Signaler un échec de livraison',
      tier: 'authenticated',
      json: FailDelivery,
    }),
    async (c) => c.json(ok(await failDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/returned',
    op({
      ...job,
      summary: 'Rendre le colis au vendeur',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await returnDelivery(ctx(c), c.req.valid('param').id))),
  )
