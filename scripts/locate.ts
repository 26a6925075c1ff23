/**
 * `npm run locate -- 'at a9 (index.js:1:82233)'`: finds the places in the sources for places in the deployed Worker,
 * which is minified.
 * Check out the deployed commit first: the Worker is built again from the files here.
 */
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { join, relative } from 'node:path'
import { BUNDLING } from './deploy/steps.ts'
import { finish, wrangler } from './dev/wrangler.ts'

const FOLDER = '.wrangler/located'
const places = process.argv.slice(2).flatMap((words) => [...words.matchAll(/\bindex\.js:(\d+):(\d+)/g)])
if (places.length === 0) throw new Error("Give places as the log has them: 'at a9 (index.js:1:82233)'.")

await finish(wrangler('deploy', '--dry-run', '--env=', ...BUNDLING, '--outdir', FOLDER), 'wrangler deploy --dry-run')
const map = new SourceMap(JSON.parse(readFileSync(join(FOLDER, 'index.js.map'), 'utf8')))
for (const [place, line, column] of places) {
  const found = map.findEntry(Number(line) - 1, Number(column) - 1)
  console.log(`${place}  ${'originalSource' in found ? placeOf(found) : 'unknown'}`)
}

function placeOf({ originalSource, originalLine, originalColumn }: SourceMapping): string {
  return `${relative('.', join(FOLDER, originalSource))}:${originalLine + 1}:${originalColumn + 1}`
}
