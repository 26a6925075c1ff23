import { Hono } from 'hono'
import {
  cancelErasure,
  KeptAccountView,
  ScheduledErasureView,
  ScheduleErasure,
  scheduleErasure,
} from '../../domain/people/profile/schedule-erasure.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const deletion = new Hono<AppEnv>()
  .post(
    '/',
    op({
      summary: 'Demander la suppression de mon compte',
      roles: 'signedIn',
      tier: 'credential',
      json: ScheduleErasure,
      ok: ScheduledErasureView,
    }),
    async (c) => c.json(ok(await scheduleErasure(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/cancel',
    op({
      summary: 'Annuler la suppression de mon compte',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: KeptAccountView,
    }),
    async (c) => c.json(ok(await cancelErasure(ctx(c)))),
  )
