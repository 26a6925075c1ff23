import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { isoOrNull } from '#kernel/time.ts'
import { type Fault, selectFaults } from './clock/verdicts.ts'
import type { LedgerChecksView } from './view.ts'

type Verdict = { name: string; ok: 0 | 1; checkedAt: number; wholeAt: number | null; more: number }

/** Statements that read the last verdicts. */
export const selectChecks = (ctx: Ctx) =>
  [selectNames(ctx), selectVerdicts(ctx), selectFaults(ctx), selectClock(ctx)] as const
const selectNames = (ctx: Ctx) =>
  ctx.db.all<{ law: string }>(
    sql`SELECT name AS law FROM law_parts WHERE is_shown = 1 AND part = 0 ORDER BY seq LIMIT 500`,
  )
const selectVerdicts = (ctx: Ctx) =>
  ctx.db.all<Verdict>(
    sql`SELECT name, ok, checked_at AS "checkedAt", whole_at AS "wholeAt", more FROM law_verdicts ORDER BY name LIMIT 500`,
  )
type Clock = { runAskedAt: number | null }
const selectClock = (ctx: Ctx) => ctx.db.all<Clock>(sql`SELECT run_asked_at AS "runAskedAt" FROM law_clock LIMIT 1`)

/** The last verdicts in the order of the laws. */
export function viewChecks([laws, verdicts, faults, [clock]]: [
  { law: string }[],
  Verdict[],
  Fault[],
  Clock[],
]): z.output<typeof LedgerChecksView> {
  const byName = new Map(verdicts.map((verdict) => [verdict.name, verdict]))
  return {
    checks: laws.map(({ law: name }) => {
      const { ok, checkedAt, wholeAt, more } = byName.get(name) ?? { ok: 1, checkedAt: null, wholeAt: null, more: 0 }
      const things = faults.filter((fault) => fault.name === name).map(({ key }) => key)
      return {
        ...{ name, ok: ok === 1, difference: String(things.length + more), things },
        ...{ checkedAt: isoOrNull(checkedAt), wholeAt: isoOrNull(wholeAt) },
      }
    }),
    runAskedAt: isoOrNull(clock?.runAskedAt ?? null),
  }
}
