import { Hono } from 'hono'
import * as z from 'zod'
import { receiveCallbackB } from '../../domain/money/gateways/receive-callback.ts'
import { RequestPayin, requestPayin } from '../../domain/money/payins/charge.ts'
import { findPayin } from '../../domain/money/payins/find.ts'
import { NetworksView, readNetworks } from '../../domain/money/payins/networks.ts'
import { PayinView, viewPayin } from '../../domain/money/payins/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { ReceivedView, rawCallback } from '../../http/callback.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

export const gatewayB = new Hono<AppEnv>()
  .post(
    '/payin',
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
    '/payin/:orderId',
    op({
      summary: 'Un paiement mobile',
      roles: FINANCE,
      tier: 'authenticated',
      param: z.strictObject({ orderId: z.string().max(100) }),
      ok: PayinView,
    }),
    async (c) => c.json(ok(viewPayin(await findPayin(ctx(c), c.req.valid('param').orderId)))),
  )
  .get(
    '/networks',
    op({ summary: 'Réseaux de paiement mobile', roles: 'signedIn', tier: 'authenticated', ok: NetworksView }),
    async (c) => c.json(ok(readNetworks())),
  )
  .post(
    '/callbacks',
    op({ summary: "Rappel de l'opérateur B", roles: 'public', tier: 'public', rawBody: true, ok: ReceivedView }),
    async (c) => c.json(ok(await receiveCallbackB(ctx(c), await rawCallback(c)))),
  )
