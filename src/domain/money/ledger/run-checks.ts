import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { LAWS } from './checks.ts'
import { selectBroken } from './queries.ts'

export const LedgerChecksView = z
  .object({
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        /** Number of things that break the law, as text. */
        difference: z.string(),
      }),
    ),
  })
  .meta({ id: 'LedgerChecks' })

/** Checks now whether the laws of docs/money.md, Laws, hold, each over the whole database: for finance, never on a hot path. */
export async function runChecks(ctx: Ctx): Promise<z.output<typeof LedgerChecksView>> {
  const [first, ...others] = Object.values(LAWS).map((law) => selectBroken(ctx, law))
  const answers = first ? await readTogether(ctx.db, first, ...others) : []
  return {
    checks: Object.keys(LAWS).map((name, i) => {
      const broken = answers[i]?.[0]?.broken ?? 0
      return { name, ok: broken === 0, difference: String(broken) }
    }),
  }
}
