import { Hono } from 'hono'
import { ApproveRider, DecideRider, decideRider } from '../../domain/orders/riders/decide.ts'
import { findRider } from '../../domain/orders/riders/find-rider.ts'
import { ListRiders, listRiders } from '../../domain/orders/riders/list-riders.ts'
import { RiderList, RiderView } from '../../domain/orders/riders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

const byStaff = { roles: STAFF, param: IdParam, ok: RiderView } as const

export const staffRiders = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Lister les livreurs',
      roles: STAFF,
      tier: 'authenticated',
      query: ListRiders,
      ok: RiderList,
    }),
    async (c) => c.json(ok(await listRiders(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      ...byStaff,
      summary: 'Voir un livreur',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await findRider(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/approve',
    op({
      ...byStaff,
      summary: 'Approuver un livreur',
      tier: 'authenticated',
      json: ApproveRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...byStaff,
      summary: 'Refuser un livreur',
      tier: 'authenticated',
      json: DecideRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/:id/suspend',
    op({
      ...byStaff,
      summary: 'Suspendre un livreur',
      tier: 'authenticated',
      json: DecideRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'suspend', c.req.valid('json')))),
  )
  .post(
    '/:id/reactivate',
    op({
      ...byStaff,
      summary: 'Rétablir un livreur',
      tier: 'authenticated',
      json: ApproveRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reactivate', c.req.valid('json')))),
  )
