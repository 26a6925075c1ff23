/** `npm run proof:size -- --file market.sqlite`: asks everything once over a filled database, and over one of 1,000 orders (docs/proof.md). */
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measure } from './measure.ts'
import { faultsIn, tableOf } from './report.ts'

const { file, few, json, without } = parseArgs({
  options: {
    file: { type: 'string', default: '.wrangler/fill.sqlite' },
    few: { type: 'string' },
    json: { type: 'string' },
    without: { type: 'string' },
  },
}).values

const many = resolve(file)
const small = few ? resolve(few) : join(dirname(many), 'fill-1000.sqlite')
if (!existsSync(small))
  spawnSync('npm', ['run', 'fill', '--', '--orders', '1000', '--file', small], { stdio: 'inherit' })

const isLeft = (name: string) => without !== undefined && new RegExp(without).test(name)
const [at1000, atMany] = [await measure(small, isLeft), await measure(many, isLeft)]
if (json) writeFileSync(json, `${JSON.stringify({ at1000, atMany }, null, 2)}\n`)
console.log(tableOf(at1000, atMany))
const faults = faultsIn(at1000, atMany)
if (faults.length > 0) {
  console.log(`\nFaults:\n${faults.map((line) => `- ${line}`).join('\n')}`)
  process.exitCode = 1
}
