import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Reading } from '#kernel/outcome.ts'

/** Reads what became of an attempt from its gateway, with our own token; nothing is written. */
export const readGateway = (ctx: Ctx, tx: GatewayTransaction): Promise<Reading> =>
  ctx.providers.gateways[tx.gateway].read(tx)
