import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { runChecks } from './run-checks.ts'

/** The same checks, asked for by a person of finance, which is in the record of acts (docs/accounts.md, Record of acts). */
export async function checkNow(ctx: Ctx) {
  await commit(ctx, [audited(ctx, 'ledger.check', 'ledger')])
  return runChecks(ctx)
}
