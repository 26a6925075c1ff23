import { Hono } from 'hono'
import {
  ConfigurationView,
  ReadConfiguration,
  readConfiguration,
} from '../../domain/money/gateways/active-configuration.ts'
import { receiveCallbackA } from '../../domain/money/gateways/receive-callback.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { ReceivedView, rawCallback } from '../../http/callback.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

const callback = { roles: 'public', tier: 'public', rawBody: true, ok: ReceivedView } as const

export const gatewayA = new Hono<AppEnv>()
  .get(
    '/active-configuration',
    op({
      summary: 'Configuration active de la passerelle A',
      roles: FINANCE,
      tier: 'authenticated',
      query: ReadConfiguration,
      ok: ConfigurationView,
    }),
    async (c) => c.json(ok(await readConfiguration(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/callbacks/deposits',
    op({
      ...callback,
      summary: "Rappel d'un dépôt de l'opérateur A",
    }),
    async (c) => c.json(ok(await receiveCallbackA(ctx(c), 'deposit', await rawCallback(c)))),
  )
  .post(
    '/callbacks/payouts',
    op({
      ...callback,
      summary: "Rappel d'un versement de l'opérateur A",
    }),
    async (c) => c.json(ok(await receiveCallbackA(ctx(c), 'payout', await rawCallback(c)))),
  )
  .post(
    '/callbacks/refunds',
    op({
      ...callback,
      summary: "Rappel d'un remboursement de l'opérateur A",
    }),
    async (c) => c.json(ok(await receiveCallbackA(ctx(c), 'refund', await rawCallback(c)))),
  )
