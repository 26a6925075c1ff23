import { Hono } from 'hono'
import { findTracking, TrackingView } from '../../domain/orders/delivery/find-tracking.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

export const tracking = new Hono<AppEnv>().get(
  '/:id/tracking',
  op({
    summary: 'Suivre la livraison',
    roles: 'signedIn',
    tier: 'authenticated',
    param: IdParam,
    ok: TrackingView,
  }),
  async (c) => c.json(ok(await findTracking(ctx(c), c.req.valid('param').id))),
)
