/**
 * Writes the migration that brings the triggers of kept totals to what src/db/counters.ts and src/db/day-totals.ts say, and adds
 * up anew what they keep.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { openStore } from '../proof/simulation/store.ts'
import { counterTriggers, isCounterTrigger, recount } from '../src/db/counter-sql.ts'
import { dayTotalTriggers, isDayTotalTrigger, sumAnew } from '../src/db/day-totals-sql.ts'

const there = openStore().rows<{ name: string; sql: string }>(
  `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND (${isCounterTrigger} OR ${isDayTotalTrigger}) ORDER BY name`,
)
const wanted = [
  ...counterTriggers().map((one) => ({ ...one, again: recount })),
  ...dayTotalTriggers().map((one) => ({ ...one, again: sumAnew })),
]
const old = there.filter(({ name, sql }) => !wanted.some((one) => one.name === name && one.text === sql))
const fresh = wanted.filter(({ name, text }) => !there.some((one) => one.name === name && one.sql === text))

if (old.length + fresh.length === 0) console.log('The totals are kept as src/db says.')
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
