/** `npm run cost`: counts an order, a visit and the clock, and writes docs/cost.md; `-- --check` compares the page with fresh counts. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesOf } from './compare.ts'
import { countAll } from './count.ts'
import { pageOf } from './page.ts'

const PAGE = 'docs/cost.md'
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values

const folder = mkdtempSync(join(tmpdir(), 'soko-cost-'))
try {
  const file = join(folder, 'market.sqlite')
  const filled = spawnSync('npm', ['run', 'fill', '--', '--orders', '1000', '--file', file], { encoding: 'utf8' })
  if (filled.status !== 0) throw new Error(filled.stdout + filled.stderr)
  const page = pageOf(await countAll(file), readFileSync('docs/growth.md', 'utf8'))
  if (!check) writeFileSync(PAGE, page)
  const differences = check ? differencesOf(readFileSync(PAGE, 'utf8'), page) : []
  for (const line of differences) console.log(line)
  console.log(check ? `${differences.length} counts differ from ${PAGE}` : `${PAGE} is written`)
  process.exitCode = differences.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
