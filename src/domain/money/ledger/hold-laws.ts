import type { Write } from '../../../db/client.ts'
import { report } from '../../../kernel/report.ts'
import { iso } from '../../../kernel/time.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { LAWS } from './checks.ts'
import { NIGHT_LAWS } from './night-laws.ts'
import { selectBroken } from './queries.ts'

/**
 * Runs the laws of docs/money.md, Laws, one after the other so that none holds up the database for long, and opens an
 * incident for each that is broken or cannot be looked at: one a day, however often it is seen.
 */
export const holdLaws = (ctx: Ctx) => holdEach(ctx, LAWS)

/** The same of the totals by day, every night. */
export const holdNightLaws = (ctx: Ctx) => holdEach(ctx, NIGHT_LAWS)

async function holdEach(ctx: Ctx, laws: Record<string, string>): Promise<void> {
  const found: Write[] = []
  for (const [name, law] of Object.entries(laws)) {
    const said = await whatIsWrong(ctx, name, law)
    if (said) found.push(incidentOf(ctx, name, said))
  }
  if (found.length > 0) await commit(ctx, found)
}

async function whatIsWrong(ctx: Ctx, name: string, law: string): Promise<string | undefined> {
  try {
    const broken = (await selectBroken(ctx, law))[0]?.broken ?? 0
    return broken > 0 ? `${broken} cas` : undefined
  } catch (error) {
    report('law not looked at', { law: name }, error)
    return "elle n'a pas pu être vérifiée"
  }
}

const incidentOf = (ctx: Ctx, name: string, said: string): Write =>
  openIncident(ctx, {
    ref: `law:${name}:${iso(ctx.now).slice(0, 10)}`,
    severity: 'CRITICAL',
    title: 'Une règle des comptes est rompue',
    description: `« ${name} » : ${said}. Voyez GET /ledger/checks.`,
  })
