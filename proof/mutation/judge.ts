import type { Bench } from './bench.ts'
import type { Case, Coverage, Covered, Hits, Mutant, Part, Verdict } from './plan.ts'

type Tell = (line: string) => void
/** What is judged, of which source, by which tests. */
export interface Judged extends Mutant {
  status: 'killed' | 'survived' | 'no coverage' | 'not judged'
  killer?: string
  why?: string
  /** Whether it acts as modules load, or once in a process: it had one of its own. */
  isFresh?: true
}

export interface Limits {
  /** How many mutants may have a process of their own. */
  fresh: number
  /** How many milliseconds of tests may look at one mutant; whoever takes longer to be noticed lives. */
  budget: number
  isLoud: boolean
}

/** After so many mutants a control without any shows whether one of them left something broken. */
const BATCH = 20
/** A mutant that acts as modules load costs a process: so many test files judge it, those that know its source best. */
const FRESH_TESTS = 12

/** Whoever is hit so often in a process of its own is in an endless loop. */
const ENOUGH = 1_000_000

/** Runs every test file without a mutant and answers who hits what. A test that fails by itself is said and left out. */
export async function cover(bench: Bench, tell: Tell, isLoud: boolean): Promise<Coverage> {
  const found: Coverage[] = []
  await bench.run({ kind: 'cover', tests: bench.tests }, (said) => {
    if (said.say === 'red') tell(`left out, it fails without a mutant: ${said.test}: ${said.why}`)
    if (isLoud && said.say === 'met')
      tell(`${said.ms.toFixed(0)} ms ${said.test}${said.isFree ? ', test by test' : ''}`)
    if (said.say === 'covered') found.push(said.coverage)
  })
  return found[0] ?? Promise.reject(new Error('the tests did not come to their end'))
}

/**
 * Judges each mutant by the test files that hit it, in one process as long as nothing breaks there. What is hit only as
 * modules load, or once in a process, has a process of its own; at most `fresh` of these are judged, spread over all.
 */
export async function judge(
  bench: Bench,
  mutants: Mutant[],
  coverage: Coverage,
  { fresh, budget, isLoud }: Limits,
  tell: Tell,
) {
  const verdicts = new Map<string, Verdict>()
  const keep = (verdict: Verdict) => {
    verdicts.set(verdict.id, verdict)
    const { file, line, replacement } = mutants.find(({ id }) => id === verdict.id) ?? {}
    const notice = verdict.killer ? `killed by ${verdict.killer}: ${verdict.why?.slice(0, 80)}` : 'lives'
    if (isLoud)
      tell(`${verdict.ms} ms  ${file}:${line}  ${replacement?.slice(0, 80)}  ${notice}`.replaceAll(/\s+/g, ' '))
    else if (verdicts.size % 100 === 0) tell(`${verdicts.size} judged`)
  }
  const cases = mutants.map((mutant) => caseOf(mutant, coverage))
  await judgeTogether(
    bench,
    cases.filter(({ parts }) => parts.length > 0),
    coverage,
    budget,
    keep,
    tell,
  )

  const alone = mutants.filter(({ id }) => {
    const verdict = verdicts.get(id)
    return verdict ? !verdict.killer && (verdict.hits === 0 || isOnce(id, coverage)) : isOnce(id, coverage)
  })
  const few = alone.filter(
    (_, index) => Math.floor((index * fresh) / alone.length) !== Math.floor(((index - 1) * fresh) / alone.length),
  )
  const chosen = alone.length <= fresh ? alone : few
  tell(`${alone.length} act as modules load; ${chosen.length} of them are judged in a process each`)
  const isFresh = new Set<string>()
  for (const mutant of chosen) {
    const parts = expertsOf(mutant, mutants, coverage).slice(0, FRESH_TESTS)
    keep(await judgeAlone(bench, { ...mutant, parts }, coverage))
    isFresh.add(mutant.id)
  }
  return mutants.map((mutant): Judged => {
    const { killer, why } = verdicts.get(mutant.id) ?? {}
    const isLeft = alone.includes(mutant) && !isFresh.has(mutant.id)
    const status = killer ? 'killed' : isLeft ? 'not judged' : verdicts.has(mutant.id) ? 'survived' : 'no coverage'
    return {
      ...mutant,
      status,
      ...(killer && { killer }),
      ...(why && { why }),
      ...(isFresh.has(mutant.id) && { isFresh: true }),
    }
  })
}

/** In a process of its own, the mutant being there before any module is. */
export async function judgeAlone(bench: Bench, only: Omit<Case, 'hitLimit'>, coverage: Coverage): Promise<Verdict> {
  const said: Verdict[] = []
  await bench.run(
    {
      kind: 'judge',
      cases: [{ ...only, hitLimit: ENOUGH }],
      control: quickestOf(coverage),
      batch: 1,
      budget: Infinity,
      isFresh: true,
    },
    (what) => {
      if (what.say === 'judged') said.push(...what.verdicts)
    },
  )
  return said[0] ?? { id: only.id, killer: only.parts[0]?.test ?? '', why: 'the process died', hits: 1, ms: 0 }
}

/** Where a process ends red or dies, what it had not settled is judged again one by one. */
async function judgeTogether(
  bench: Bench,
  cases: Case[],
  coverage: Coverage,
  budget: number,
  keep: (v: Verdict) => void,
  tell: Tell,
) {
  let left = cases
  let careful = 0
  while (left.length > 0) {
    const batch = careful > 0 ? 1 : BATCH
    const settled = new Set<string>()
    const red: string[] = []
    const now = careful > 0 ? left.slice(0, careful) : left
    const isWhole = await bench.run(
      { kind: 'judge', cases: now, control: quickestOf(coverage), batch, budget, isFresh: false },
      (said) => {
        if (said.say === 'red') red.push(`${said.test}: ${said.why}`)
        if (said.say !== 'judged') return
        for (const verdict of said.verdicts) {
          settled.add(verdict.id)
          keep(verdict)
        }
      },
    )
    const isFailed = !isWhole || red.length > 0
    if (red[0]) tell(`after ${settled.size} of ${now.length}: the control is red: ${red[0]}`)
    if (!isWhole) tell(`after ${settled.size} of ${now.length}: the process died`)
    const first = now.find(({ id }) => !settled.has(id))
    if (batch === 1 && !isWhole && first) {
      settled.add(first.id)
      keep({ id: first.id, killer: first.parts[0]?.test ?? '', why: 'the process died', hits: 1, ms: 0 })
    }
    if (batch === 1 && settled.size === 0) throw new Error(`a new process is red without a mutant: ${red[0]}`)
    left = left.filter(({ id }) => !settled.has(id))
    careful = batch === 1 ? Math.max(0, careful - settled.size) : isFailed ? BATCH : 0
  }
}

function caseOf({ id, file }: Mutant, { files }: Coverage): Case {
  const hit = Object.entries(files).filter(([, covered]) => hitsOf(id, covered) > 0)
  const hits = hit.reduce((sum, [, covered]) => sum + hitsOf(id, covered), 0)
  return { id, file, parts: hit.flatMap(([test, covered]) => partsOf(id, test, covered)), hitLimit: 1000 + 100 * hits }
}

/** Each test of a file that hits a mutant, where each passes alone; else the whole file. */
function partsOf(id: string, test: string, covered: Covered): Part[] {
  const { ms, outside, tests, isFree } = covered
  if (!isFree || outside[id]) return [{ test, ms, hits: hitsOf(id, covered) }]
  const around = Math.max(0, ms - Object.values(tests).reduce((sum, { ms }) => sum + ms, 0))
  return Object.entries(tests)
    .filter(([, { hits }]) => hits[id])
    .map(([only, { ms, hits }]) => ({ test, only: [only], ms: around + ms, hits: hits[id] ?? 0 }))
}

const hitsOf = (id: string, { outside, tests }: Covered) =>
  Object.values(tests).reduce((sum, { hits }) => sum + (hits[id] ?? 0), outside[id] ?? 0)

/** Hit in the first round more often than again: as a module loaded, or by what is done once in a process. */
function isOnce(id: string, { first, files }: Coverage): boolean {
  const again = (test: string) => (files[test] ? hitsOf(id, files[test]) : 0)
  return Object.entries(first).some(([test, hits]: [string, Hits]) => (hits[id] ?? 0) > again(test))
}

/** The test files that hit a mutant, or else the most of its source, in the least time. */
function expertsOf({ id, file }: Mutant, mutants: Mutant[], { files, first }: Coverage): Part[] {
  const ids = mutants.filter((mutant) => mutant.file === file).map((mutant) => mutant.id)
  const worth = ([test, covered]: [string, Covered]) => {
    const hit = ids.filter((one) => hitsOf(one, covered) > 0).length / ids.length
    const hitsThis = hitsOf(id, covered) > 0 || (first[test]?.[id] ?? 0) > 0
    return (hit + (hitsThis ? 1 : 0.01)) / (covered.ms + 500)
  }
  return Object.entries(files)
    .sort((a, b) => worth(b) - worth(a))
    .map(([test, { ms }]) => ({ test, ms }))
}

const quickestOf = ({ files }: Coverage) => Object.entries(files).reduce((a, b) => (a[1].ms <= b[1].ms ? a : b))[0]
