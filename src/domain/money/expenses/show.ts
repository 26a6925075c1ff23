import type { Ctx } from '#domain/core/context.ts'
import { getExpense } from './queries.ts'
import { viewExpense } from './view.ts'

/** An expense, for finance. 404 */
export const showExpense = async (ctx: Ctx, id: string) => viewExpense(ctx, await getExpense(ctx, id))
