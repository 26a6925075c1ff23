import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { archiveProductsOf } from '../above.ts'
import { shopMachine } from './machine.ts'
import type { Shop } from './view.ts'

/** The writes that close a shop for good and archive its products. 409 INVALID_TRANSITION */
export const closing = (ctx: Ctx, shop: Shop, reason?: string): Write[] => [
  ...transition(ctx, shopMachine, shop, 'close', { reason }),
  ...archiveProductsOf(ctx, shop.id),
]
