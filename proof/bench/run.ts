import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './build.ts'
import { type Compared, compareAll } from './compare.ts'
import { type Counted, countAll } from './count.ts'
import type { Market } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { signInAll } from './people.ts'
import { timePictures } from './pictures.ts'
import { type Report, shortfalls, table } from './report.ts'
import { type Servers, start } from './servers.ts'
import { startupMs } from './startup.ts'

const { json, only } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } }).values
const operations = OPERATIONS.filter(({ name }) => !only || only.split(',').includes(name))

const directory = mkdtempSync(join(tmpdir(), 'soko-bench-'))
const built = await buildAll(directory).finally(() => rmSync(directory, { recursive: true, force: true }))

let fresh = 1_000_000
async function at<T>(products: number, measure: (servers: Servers, market: Market) => Promise<T>) {
  const servers = await start(built, products)
  try {
    const people = await signInAll(servers.urls.market)
    await servers.addSecondFactors()
    return await measure(servers, { products, people, fresh: () => String(fresh++) })
  } finally {
    await servers.stop()
  }
}

const startup = await startupMs(built.market)
const [few, many] = [
  await at(1_000, (servers, market) => countAll(servers, operations, market)),
  await at(100_000, (servers, market) => countAll(servers, operations, market)),
]
/** A token is good for fifteen minutes, and a slow machine compares no more than these within. */
const AT_ONCE = 20
const some = new Map<string, Counted>()
const compared = new Map<string, Compared>()
for (let first = 0; first < operations.length; first += AT_ONCE) {
  const group = operations.slice(first, first + AT_ONCE)
  await at(10_000, async (servers, market) => {
    for (const [name, counted] of await countAll(servers, group, market)) {
      some.set(name, counted)
      await fetch(new URL(`/${name}`, servers.urls.floor), { method: 'PUT', body: JSON.stringify(counted.script) })
    }
    for (const [name, speed] of await compareAll(servers, group, market)) compared.set(name, speed)
  })
}
const pictures = await at(10_000, timePictures)

const report: Report = { operations: {}, bundleGzipKiB: built.bundleGzipKiB, startupMs: startup, pictures }
for (const [name, speed] of compared) {
  const [at1k, at10k, at100k] = [few, some, many].map((counted) => counted.get(name)?.cost)
  if (!at1k || !at10k || !at100k) throw new Error(`${name} was not counted`)
  const { roundTrips, lateTrips, rowsWritten } = at10k
  const rows = { rowsRead1k: at1k.rowsRead, rowsRead10k: at10k.rowsRead, rowsRead100k: at100k.rowsRead, rowsWritten }
  report.operations[name] = { ...speed, roundTrips, lateTrips, ...rows }
}
if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
console.log(table(report))
const short = shortfalls(report)
if (short.length > 0) {
  console.log(`\nBelow the goals:\n${short.map((line) => `- ${line}`).join('\n')}`)
  process.exitCode = 1
}
