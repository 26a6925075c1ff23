import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { orderCancelled } from '../notices.ts'
import type { OrderFile } from '../queries.ts'

/** An order that a refund of the administration ended: its buyer and its seller, who may be packing it, hear that and why. */
export const tellCancelled = (ctx: Ctx, { number, buyerId, sellerUserId }: OrderFile, reason: string | null): Write[] =>
  [buyerId, sellerUserId].flatMap((party) =>
    notify(ctx, party, orderCancelled, { number, reason: reason ?? undefined }),
  )
