import { Hono } from 'hono'
import { acceptDelivery } from '../../domain/orders/delivery/accept.ts'
import { findDelivery } from '../../domain/orders/delivery/find-delivery.ts'
import { ListAvailable, listAvailable } from '../../domain/orders/delivery/list-available.ts'
import { ListMyDeliveries, listMyDeliveries } from '../../domain/orders/delivery/list-mine.ts'
import { releaseDelivery } from '../../domain/orders/delivery/release.ts'
import { DeliveryList, DeliveryView } from '../../domain/orders/delivery/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const job = { roles: ['RIDER'], param: IdParam, ok: DeliveryView } as const

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
    op({
      summary: 'Mes courses',
      roles: ['RIDER'],
      tier: 'authenticated',
      query: ListMyDeliveries,
      ok: DeliveryList,
    }),
    async (c) => c.json(ok(await listMyDeliveries(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      summary: 'Voir une course',
      roles: ['RIDER', 'SUPPORT', 'ADMIN'],
      tier: 'authenticated',
      param: IdParam,
      ok: DeliveryView,
    }),
    async (c) => c.json(ok(await findDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/accept',
    op({
      ...job,
      summary: 'Prendre une course',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await acceptDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/release',
    op({
      ...job,
      summary: 'Rendre une course',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await releaseDelivery(ctx(c), c.req.valid('param').id))),
  )
