import type { Ctx } from '#domain/core/context.ts'
import { hmac } from '#kernel/digest.ts'

/** One code proves that the parcel left the shop, the other that it reached the buyer. */
export type Handover = 'pickup' | 'dropoff'

/** The six digits of one hand-over: worked out from the order, so that they are nowhere to be read. */
export async function handoverCode(ctx: Ctx, kind: Handover, orderId: string): Promise<string> {
  const digest = await hmac(ctx.settings.codeSecret, `handover:${kind}:${orderId}`)
  return String(BigInt(`0x${digest.slice(0, 16)}`) % 1_000_000n).padStart(6, '0')
}
