import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeOver } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { dayOf } from '#kernel/period.ts'
import { BROKEN_LAW } from '../matters.ts'

/** A thing that breaks a law. */
export type Fault = { name: string; part: number; key: string }

export const selectFaults = (ctx: Ctx) => ctx.db.all<Fault>(sql`SELECT name, part, key FROM law_faults LIMIT 10000`)

const listOf = (faults: Fault[]) => JSON.stringify(faults.map(({ name, part, key }) => [name, part, key]))
const FAULT = sql.raw('value ->> 0, value ->> 1, value ->> 2')

/** Keeps the things that break laws: those that a run found, without those that it found right. */
export function keepFaults(ctx: Ctx, outcomes: { gone: Fault[]; come: Fault[] }[]): Write[] {
  const gone = outcomes.flatMap((one) => one.gone)
  const come = outcomes.flatMap((one) => one.come)
  return [
    ...(gone.length > 0
      ? [
          ctx.db.run(
            sql`DELETE FROM law_faults WHERE (name, part, key) IN (SELECT ${FAULT} FROM json_each(${listOf(gone)}))`,
          ),
        ]
      : []),
    ...(come.length > 0
      ? [
          ctx.db.run(
            sql`INSERT INTO law_faults (name, part, key) SELECT ${FAULT} FROM json_each(${listOf(come)}) WHERE 1 ON CONFLICT DO NOTHING`,
          ),
        ]
      : []),
  ]
}

/** A law that was looked at; at least `more` of its faults are not kept, and no others if all of it was looked at. */
export type Looked = { name: string; more: number; isWhole: boolean }

/** Keeps the verdicts behind their faults, for `/ready`, finance and the operators of the service, and ends incidents of laws that hold. */
export const keepVerdicts = (ctx: Ctx, looked: Looked[]): Write[] => {
  const list = JSON.stringify(looked)
  return [
    ctx.db.run(sql`
      INSERT INTO law_verdicts (name, ok, checked_at, whole_at, more)
      SELECT value ->> 'name', 1, ${ctx.now}, iif(value ->> 'isWhole', ${ctx.now}, NULL), value ->> 'more' FROM json_each(${list}) WHERE 1
      ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at, whole_at = coalesce(excluded.whole_at, whole_at),
        more = iif(excluded.whole_at IS NULL, max(more, excluded.more), excluded.more)`),
    ctx.db.run(sql`
      UPDATE law_verdicts SET ok = more = 0 AND NOT EXISTS (SELECT 1 FROM law_faults f WHERE f.name = law_verdicts.name)
      WHERE name IN (SELECT value ->> 'name' FROM json_each(${list}))`),
    ...closeOver(ctx, BROKEN_LAW, 'La règle est tenue.'),
  ]
}

/** Opens an incident for each of these laws that is broken, by so many things: one a day, however often it is seen. */
export const openIncidents = (ctx: Ctx, things: Map<string, number>): Write[] =>
  [...things].map(([name, many]) => incidentOf(ctx, name, `${many} cas`))

/** Opens an incident for each law whose query failed. */
export const openIncidentsOfFailed = (ctx: Ctx, names: Iterable<string>): Write[] =>
  [...new Set(names)].map((name) => incidentOf(ctx, name, "elle n'a pas pu être vérifiée"))

/** Forgets what was said of laws that are given up. */
export const forgetOthers = (ctx: Ctx, names: Iterable<string>): Write[] =>
  ['law_verdicts', 'law_faults'].map((table) =>
    ctx.db.run(sql`
      DELETE FROM ${sql.raw(table)} WHERE name IN (SELECT name FROM ${sql.raw(table)}
        WHERE name NOT IN (SELECT value FROM json_each(${JSON.stringify([...new Set(names)])})) ORDER BY name LIMIT 500)`),
  )

const incidentOf = (ctx: Ctx, name: string, said: string): Write =>
  openIncident(ctx, {
    ref: refOf(BROKEN_LAW, `${name}:${dayOf(ctx.now)}`),
    severity: 'CRITICAL',
    title: 'Une règle des comptes est rompue',
    description: `« ${name} » : ${said}. Voyez GET /ledger/checks.`,
  })
