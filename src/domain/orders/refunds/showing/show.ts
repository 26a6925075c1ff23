import type { Ctx } from '#domain/core/context.ts'
import { getRefund } from '../queries.ts'
import { viewRefund } from '../view.ts'

/** A refund, for staff and finance. 404 */
export const showRefund = async (ctx: Ctx, id: string) => viewRefund(ctx, await getRefund(ctx, id))
