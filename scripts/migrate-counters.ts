/**
 * Writes the migration that brings the triggers of kept totals to what src/db/counters.ts and src/db/day-totals.ts say, and adds
 * up anew what they keep; and those that note changed rows for the backup to what the tables are.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { openStore } from '../proof/simulation/store.ts'
import { catalogueAtOnce } from '../src/db/backup-tables.ts'
import { changeTriggers, isChangeTrigger } from '../src/db/change-triggers.ts'
import { counterTriggers, isCounterTrigger, recount } from '../src/db/counter-sql.ts'
import { dayTotalTriggers, isDayTotalTrigger, sumAnew } from '../src/db/day-totals-sql.ts'

const store = openStore()
const there = store.rows<{ name: string; sql: string }>(
  `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND (${isCounterTrigger} OR ${isDayTotalTrigger} OR ${isChangeTrigger}) ORDER BY name`,
)
const wanted = [
  ...counterTriggers().map((one) => ({ ...one, again: recount })),
  ...dayTotalTriggers().map((one) => ({ ...one, again: sumAnew })),
  ...changeTriggers(catalogueAtOnce((query) => store.rows(query))).map((one) => ({ ...one, again: () => [] })),
]
const old = there.filter(({ name, sql }) => !wanted.some((one) => one.name === name && one.text === sql))
const fresh = wanted.filter(({ name, text }) => !there.some((one) => one.name === name && one.sql === text))

if (old.length + fresh.length === 0) console.log('The triggers are as src/db says.')
else {
  execFileSync('npx', ['drizzle-kit', 'generate', '--custom', '--name', 'counters'], { stdio: 'inherit' })
  const file = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
  const anew = new Set(fresh.flatMap(({ table, again }) => again(table)))
  const statements = [...old.map(({ name }) => `DROP TRIGGER ${name}`), ...fresh.map(({ text }) => text), ...anew]
  writeFileSync(`migrations/${file}`, `${statements.join(';\n--> statement-breakpoint\n')};\n`)
  console.log(`migrations/${file}: ${old.length} triggers dropped, ${fresh.length} created`)
}
