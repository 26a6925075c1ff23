import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeOver } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { dayOf } from '#kernel/period.ts'
import { report } from '#kernel/report.ts'
import { LAWS } from './checks.ts'
import { BROKEN_LAW } from './matters.ts'
import { NIGHT_LAWS } from './night-laws.ts'
import { selectBroken } from './queries.ts'

/**
 * Runs the laws of docs/money.md, Laws, one after the other so that none blocks the database for long. Opens an incident for each that is
 * broken or cannot be checked: one a day, however often it is seen.
 */
export const checkLaws = (ctx: Ctx) => checkEach(ctx, LAWS)

/** Runs the laws of the night as `checkLaws` runs the others. */
export const checkNightLaws = (ctx: Ctx) => checkEach(ctx, NIGHT_LAWS)

type Verdict = { name: string; ok: boolean }

async function checkEach(ctx: Ctx, laws: Record<string, string>): Promise<void> {
  const found: Write[] = []
  const verdicts: Verdict[] = []
  for (const [name, law] of Object.entries(laws)) {
    const broken = await countBroken(ctx, name, law)
    if (broken === undefined) found.push(incidentOf(ctx, name, "elle n'a pas pu être vérifiée"))
    else verdicts.push({ name, ok: broken === 0 })
    if (broken) found.push(incidentOf(ctx, name, `${broken} cas`))
  }
  await commit(ctx, [...keepVerdicts(ctx, verdicts), ...closeOver(ctx, BROKEN_LAW, 'La règle est tenue.'), ...found])
}

/** Number of things that break a law; undefined if the query fails. */
async function countBroken(ctx: Ctx, name: string, law: string): Promise<number | undefined> {
  try {
    return (await selectBroken(ctx, law))[0]?.broken ?? 0
  } catch (error) {
    report('law not looked at', { law: name }, error)
    return undefined
  }
}

/** Keeps the verdicts for `/ready` and the operators of the service. A law that could not be checked keeps its last verdict. */
function keepVerdicts(ctx: Ctx, verdicts: Verdict[]): Write[] {
  const known = Object.keys({ ...LAWS, ...NIGHT_LAWS })
  return [
    ctx.db.run(sql`
      INSERT INTO law_verdicts (name, ok, checked_at)
      SELECT value ->> 'name', value ->> 'ok', ${ctx.now} FROM json_each(${JSON.stringify(verdicts)}) WHERE 1
      ON CONFLICT (name) DO UPDATE SET ok = excluded.ok, checked_at = excluded.checked_at`),
    // A law that was removed or renamed is broken no more.
    ctx.db.run(sql`
      DELETE FROM law_verdicts WHERE name IN (
        SELECT v.name FROM law_verdicts v WHERE v.name NOT IN (SELECT value FROM json_each(${JSON.stringify(known)})) ORDER BY v.name LIMIT 500)`),
  ]
}

const incidentOf = (ctx: Ctx, name: string, said: string): Write =>
  openIncident(ctx, {
    ref: refOf(BROKEN_LAW, `${name}:${dayOf(ctx.now)}`),
    severity: 'CRITICAL',
    title: 'Une règle des comptes est rompue',
    description: `« ${name} » : ${said}. Voyez GET /ledger/checks.`,
  })
