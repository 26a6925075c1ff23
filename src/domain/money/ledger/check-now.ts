import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { runChecks } from './run-checks.ts'

/** Runs the checks for a person of finance, and notes it in the audit record (docs/accounts.md, Record of acts). */
export async function checkNow(ctx: Ctx) {
  await commit(ctx, [recordAct(ctx, 'ledger.check', 'ledger')])
  return runChecks(ctx)
}
