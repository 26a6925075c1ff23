import { Hono } from 'hono'
import { receiveCallbackB } from '../../domain/money/gateways/receive-callback.ts'
import { NetworksView, readNetworks } from '../../domain/money/payins/networks.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { ReceivedView, rawCallback } from '../../http/callback.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const gatewayB = new Hono<AppEnv>()
  .get(
    '/networks',
    op({
      summary: 'Réseaux de paiement mobile',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: NetworksView,
    }),
    async (c) => c.json(ok(readNetworks())),
  )
  .post(
    '/callbacks',
    op({
      summary: "Rappel de l'opérateur B",
      roles: 'public',
      tier: 'public',
      rawBody: true,
      ok: ReceivedView,
    }),
    async (c) => c.json(ok(await receiveCallbackB(ctx(c), await rawCallback(c)))),
  )
