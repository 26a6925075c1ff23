import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { ReceivedView, rawCallback } from '#http/callback.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import type { GatewayId } from '#providers/gateways.ts'

/** With its line in the register this is a name like the others, and needs no word for the compiler. */
const GATEWAY = 'C' as GatewayId

export const gatewayC = newRouter().post(
  '/callbacks',
  op({
    id: 'receiveGatewayCCallback',
    summary: "Notification de l'opérateur C (webhook)",
    doc: 'Réservé à la passerelle C.',
    reasons: ['UNAUTHORIZED'],
    roles: 'public',
    tier: 'public',
    rawBody: true,
    ok: ReceivedView,
  }),
  async (c) => c.json(ok(await receiveCallback(ctx(c), GATEWAY, await rawCallback(c)))),
)
