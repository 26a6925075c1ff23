import { Hono } from 'hono'
import { acceptDelivery } from '../../domain/orders/delivery/accept.ts'
import { deliverDelivery } from '../../domain/orders/delivery/deliver.ts'
import { FailDelivery, failDelivery } from '../../domain/orders/delivery/fail-attempt.ts'
import { findDelivery } from '../../domain/orders/delivery/find-delivery.ts'
import { ListAvailable, listAvailable } from '../../domain/orders/delivery/list-available.ts'
import { ListMyDeliveries, listMyDeliveries } from '../../domain/orders/delivery/list-mine.ts'
import { HandoverCode, pickUpDelivery } from '../../domain/orders/delivery/pick-up.ts'
import { releaseDelivery } from '../../domain/orders/delivery/release.ts'
import { returnDelivery } from '../../domain/orders/delivery/return.ts'
import { DeliveryList, DeliveryView } from '../../domain/orders/delivery/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const job = { roles: ['RIDER'], tier: 'authenticated', param: IdParam, ok: DeliveryView } as const

export const deliveries = new Hono<AppEnv>()
  .get(
    '/available',
    op({
      summary: 'Courses à prendre',
      roles: ['RIDER'],
      tier: 'authenticated',
      query: ListAvailable,
      ok: DeliveryList,
    }),
    async (c) => c.json(ok(await listAvailable(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/me',
    op({ summary: 'Mes courses', roles: ['RIDER'], tier: 'authenticated', query: ListMyDeliveries, ok: DeliveryList }),
    async (c) => c.json(ok(await listMyDeliveries(ctx(c), c.req.valid('query')))),
  )
  .get('/:id', op({ ...job, summary: 'Voir une course', roles: ['RIDER', 'SUPPORT', 'ADMIN'] }), async (c) =>
    c.json(ok(await findDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post('/:id/accept', op({ ...job, summary: 'Prendre une course' }), async (c) =>
    c.json(ok(await acceptDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post('/:id/release', op({ ...job, summary: 'Rendre une course' }), async (c) =>
    c.json(ok(await releaseDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/pickup',
    op({ ...job, summary: 'Enlever le colis chez le vendeur', tier: 'credential', json: HandoverCode }),
    async (c) => c.json(ok(await pickUpDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/deliver',
    op({ ...job, summary: "Remettre le colis à l'acheteur", tier: 'credential', json: HandoverCode }),
    async (c) => c.json(ok(await deliverDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/fail', op({ ...job, summary: 'Signaler un échec de livraison', json: FailDelivery }), async (c) =>
    c.json(ok(await failDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post('/:id/returned', op({ ...job, summary: 'Rendre le colis au vendeur' }), async (c) =>
    c.json(ok(await returnDelivery(ctx(c), c.req.valid('param').id))),
  )
