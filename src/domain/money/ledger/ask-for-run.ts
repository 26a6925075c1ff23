import { sql } from 'drizzle-orm'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectChecks, viewChecks } from './last-verdicts.ts'

/**
 * Asks for a run of the hourly checks, which the next minute makes, however many ask for it; notes it in the audit record
 * (docs/accounts.md, Record of acts).
 */
export async function askForRun(ctx: Ctx) {
  return viewChecks(
    await commit(
      ctx,
      [
        ctx.db.run(sql`UPDATE law_clock SET run_asked_at = coalesce(run_asked_at, ${ctx.now})`),
        recordAct(ctx, 'ledger.check', 'ledger'),
      ],
      ...selectChecks(ctx),
    ),
  )
}
