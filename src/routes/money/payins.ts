import { Hono } from 'hono'
import * as z from 'zod'
import { RequestPayin, requestPayin } from '../../domain/money/payins/charge.ts'
import { findPayin } from '../../domain/money/payins/find.ts'
import { PayinView, viewPayin } from '../../domain/money/payins/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

export const payins = new Hono<AppEnv>()
  .post(
    '/',
    op({
      summary: 'Demander un paiement mobile',
      roles: ['ADMIN'],
      tier: 'authenticated',
      json: RequestPayin,
      status: 201,
      ok: PayinView,
    }),
    async (c) => c.json(ok(viewPayin(await requestPayin(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/:orderId',
    op({
      summary: 'Un paiement mobile',
      roles: FINANCE,
      tier: 'authenticated',
      param: z.strictObject({ orderId: z.string().max(100) }),
      ok: PayinView,
    }),
    async (c) => c.json(ok(viewPayin(await findPayin(ctx(c), c.req.valid('param').orderId)))),
  )
