/**
 * `npm run proof:race -- [--rounds 20] [--width 50] [--only NAME ...]`: each operation that changes something, asked by many at
 * once, against the running Worker over HTTP. Ends with 1 when anything was over-committed or a law is broken.
 */
import { parseArgs } from 'node:util'
import { memberOfStaff } from '#testing/running/people.ts'
import { startService } from '#testing/running/start.ts'
import { coverageGaps } from './races/coverage.ts'
import { brokenLaws, type Result, runRace } from './races/run.ts'
import { RACES } from './races/table.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    width: { type: 'string', default: '50' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const [rounds, width] = [Number(values.rounds), Number(values.width)]
const wanted = RACES.filter(
  ({ name, operations }) =>
    values.only.length === 0 || [name, ...operations].some((text) => values.only.some((part) => text.includes(part))),
)
const gaps = coverageGaps()
const startedAt = Date.now()
const service = await startService()
let broken = gaps.length
try {
  for (const gap of gaps) console.log(`  ✗ ${gap}`)
  console.log(`${wanted.length} races, ${rounds} rounds of ${width} requests\n`)
  for (const race of wanted) {
    const result = await runRace(service, race, rounds, width)
    result.breaks.push(...(await brokenLaws(service, await memberOfStaff(service, 'ADMIN'))))
    broken += result.breaks.length
    show(result)
  }
  console.log(`\n${broken === 0 ? 'Nothing broke' : `${broken} breaks`}, ${seconds(Date.now() - startedAt)} in all`)
} finally {
  await service.end()
}
process.exitCode = broken === 0 ? 0 : 1

function show({ name, said, breaks, tookMs }: Result): void {
  const answers = Object.entries(said)
    .sort()
    .map(([word, count]) => `${count} × ${word}`)
  console.log(
    `${breaks.length === 0 ? '✓' : '✗'} ${name.padEnd(68)} ${seconds(tookMs).padStart(6)}  ${answers.join(', ')}`,
  )
  for (const what of breaks.slice(0, 10)) console.log(`    ${what}`)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
