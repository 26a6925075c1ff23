import type * as z from 'zod'
import type { Ctx } from '../../core/context.ts'
import { readStatement } from './read-statement.ts'
import type { ShowStatement } from './show-statement.ts'

/** The same statement on pages of A4, to be printed or kept (docs/money.md, Wallet). 400, 409. */
export async function printStatement(ctx: Ctx, { month }: z.output<typeof ShowStatement>) {
  const statement = await readStatement(ctx, month)
  const { statementPages } = await import('./statement-pages.ts')
  return { name: `releve-${statement.month}.pdf`, bytes: statementPages(statement) }
}
