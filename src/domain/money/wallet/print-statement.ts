import type * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { readStatement } from './read-statement.ts'
import type { ShowStatement } from './show-statement.ts'

/** Prints the statement of a month on pages of A4 (docs/money.md, Wallet). @throws 400, 409 as `readStatement` */
export async function printStatement(ctx: Ctx, { month }: z.output<typeof ShowStatement>) {
  const statement = await readStatement(ctx, month)
  const { statementPages } = await import('./statement-pages.ts')
  return { name: `releve-${statement.month}.pdf`, bytes: statementPages(statement) }
}
