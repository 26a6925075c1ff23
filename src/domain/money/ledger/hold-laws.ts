import { iso } from '../../../kernel/time.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { runChecks } from './run-checks.ts'

/** Runs the laws of docs/money.md, Laws, and opens an incident for each that is broken: one a day, however often it is seen. */
export async function holdLaws(ctx: Ctx): Promise<void> {
  const { checks } = await runChecks(ctx)
  const broken = checks.filter(({ ok }) => !ok)
  if (broken.length === 0) return
  await commit(
    ctx,
    broken.map(({ name, difference }) =>
      openIncident(ctx, {
        ref: `law:${name}:${iso(ctx.now).slice(0, 10)}`,
        severity: 'CRITICAL',
        title: 'Une règle des comptes est rompue',
        description: `« ${name} » : ${difference} cas. Voyez GET /ledger/checks.`,
      }),
    ),
  )
}
