import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { openBench } from './mutation/bench.ts'
import { instrument } from './mutation/instrument.ts'
import { cover, type Judged, judge, judgeAlone } from './mutation/judge.ts'
import type { Mutant } from './mutation/plan.ts'

/**
 * Judges Stryker's mutants of an area whose tests go over the front door: `node proof/mutate.ts http`. One process keeps the
 * modules and runs the tests of each mutant in turn. `--only a.ts,b.ts` takes some of its files, `--tests` other tests, `--again` those that
 * lived in the report before, `--some N` N of them, spread over all; `--budget` is how many milliseconds of tests look at a mutant, `--fresh` how many mutants may have a
 * process of their own, because they act as modules load, `--sample` how many killed ones are killed again in one.
 */
const AREAS: Record<string, { sources: string[]; tests: string[] }> = {
  http: {
    sources: [
      'src/http/{address,body,boot,cache,callback,counters,failure,french,headers,idempotency,op,operation,rate-limit,refusals,reply,route-table,session}.ts',
    ],
    tests: ['test/{http,kernel}/**/*.test.ts', 'test/contract/*.test.ts', 'test/core/codes/*.test.ts'],
  },
  catalogue: {
    sources: ['src/domain/catalogue/*/*.ts'],
    tests: ['test/catalogue/**/*.test.ts', 'test/rules/catalogue-*.test.ts'],
  },
  money: {
    sources: [
      'src/domain/money/{payins,payouts}/*.ts',
      'src/domain/money/gateways/{book-decision,check-due,compare,finish,prompts,receive-callback,report-open,resolve}.ts',
      'src/domain/shops/subscriptions/{end-periods,expire-payment,new-payment,period,price,renew,reverse,settle,start,upgrade}.ts',
      'src/domain/orders/orders/{charge,complete,due,move-due,price}.ts',
    ],
    tests: [
      'test/money/**/*.test.ts',
      'test/rules/money-*.test.ts',
      'test/{shops/subscriptions,orders/orders,orders/checkout}/*.test.ts',
    ],
  },
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    tests: { type: 'string' },
    again: { type: 'boolean' },
    some: { type: 'string' },
    budget: { type: 'string', default: '8000' },
    fresh: { type: 'string', default: '150' },
    sample: { type: 'string', default: '20' },
    out: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const name = positionals[0] ?? ''
const area = AREAS[name] ?? { sources: [], tests: [] }
/** Globs apart from each other, but for those of one pair of braces. */
const globsIn = (text: string | undefined) => text?.split(/,(?![^{]*\})/)
const sources = globSync(globsIn(values.only) ?? area.sources).sort()
const tests = globsIn(values.tests) ?? area.tests
const out = values.out ?? `dist/mutation/${name || 'some'}.json`
if (sources.length === 0 || tests.length === 0)
  throw new Error(`which area? ${Object.keys(AREAS).join(', ')}; or --only and --tests`)

const started = Date.now()
const tell = (line: string) => process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} min  ${line}\n`)

const { code, mutants: all } = await instrument(sources)
const step = values.some === undefined ? 1 : Math.max(1, all.length / Number(values.some))
const mutants = all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
const bench = await openBench(code, tests)
tell(`${mutants.length} of ${all.length} mutants of ${sources.length} files, ${bench.tests.length} files of tests`)
/** Those that an earlier report says are dead stay so. Of several that look alike on one line the place tells which is which. */
function byName<M extends Mutant>(all: M[]): Map<string, M> {
  const seen = new Map<string, number>()
  const inPlace = all.toSorted((a, b) => Number(a.id) - Number(b.id))
  return new Map(
    inPlace.map((one) => {
      const name = `${one.file}:${one.line} ${one.mutator} ${one.replacement}`
      seen.set(name, (seen.get(name) ?? 0) + 1)
      return [`${name} ${seen.get(name)}`, one]
    }),
  )
}
const earlier = byName<Judged>(values.again ? JSON.parse(await readFile(out, 'utf8')) : [])
const settled = new Map(
  [...byName(mutants)].flatMap(([name, one]) => {
    const before = earlier.get(name)
    return before?.status === 'killed' ? [[one.id, { ...before, ...one }] as const] : []
  }),
)
const left = mutants.filter(({ id }) => !settled.has(id))
const coverage = await cover(bench, tell, values.verbose)
tell('their coverage is known')
const limits = { fresh: Number(values.fresh), budget: Number(values.budget), isLoud: values.verbose }
const judged = [...settled.values(), ...(await judge(bench, left, coverage, limits, tell))]

const killed = judged.filter(({ id, status, isFresh }) => status === 'killed' && !isFresh && !settled.has(id))
const again = killed.toSorted(() => Math.random() - 0.5).slice(0, Number(values.sample))
let confirmed = 0
for (const { id, file, killer = '' } of again) {
  const verdict = await judgeAlone(bench, { id, file, parts: [{ test: killer, ms: 0 }] }, coverage)
  if (verdict.killer) confirmed += 1
  else tell(`lives in a process of its own: ${id} of ${file}, killed by ${killer}`)
}
await bench.close()
// Vitest was told of no test and takes its runs for failed.
process.exitCode = 0

await mkdir(dirname(out), { recursive: true })
await writeFile(
  out,
  JSON.stringify(
    judged.map((one) => ({ ...one, killer: one.killer && relative('.', one.killer) })),
    null,
    1,
  ),
)
for (const { file, line, mutator, replacement, status } of judged) {
  if (status !== 'killed')
    tell(`${status}  ${file}:${line}  ${mutator}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}
for (const file of sources)
  sum(
    file,
    judged.filter((one) => one.file === file),
  )
sum('all', judged)
tell(`${confirmed} of ${again.length} killed ones were killed again in a process of their own`)

function sum(title: string, some: Judged[]): void {
  const count = (status: Judged['status']) => some.filter((one) => one.status === status).length
  const [dead, alive, none] = [count('killed'), count('survived'), count('no coverage')]
  const score = ((100 * dead) / (dead + alive + none)).toFixed(1)
  tell(
    `${score} %  ${title}: ${dead} killed, ${alive} survived, ${none} without coverage, ${count('not judged')} not judged`,
  )
}
