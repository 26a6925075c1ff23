import { eq } from 'drizzle-orm'
import { expenses } from '#db/schema/money/expenses.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'

export type ExpenseRow = typeof expenses.$inferSelect

export const selectExpense = (ctx: Ctx, id: string) => ctx.db.select().from(expenses).where(eq(expenses.id, id))

/** 404 */
export async function getExpense(ctx: Ctx, id: string): Promise<ExpenseRow> {
  const [expense] = await selectExpense(ctx, id)
  return expense ?? fail('NOT_FOUND')
}
