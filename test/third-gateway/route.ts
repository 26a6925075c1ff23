import { receiveCallback } from '../../src/domain/money/gateways/receive-callback.ts'
import { ReceivedView, rawCallback } from '../../src/http/callback.ts'
import { op } from '../../src/http/op.ts'
import { ctx, ok } from '../../src/http/reply.ts'
import { newRouter } from '../../src/http/router.ts'
import type { GatewayId } from '../../src/providers/gateways.ts'

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
