import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
import type { Case, Coverage, FileRun, Hits, Part, Plan, Said, Stryker, Verdict } from './plan.ts'

/*
 * The process that judges: modules are loaded once, then test files run again and again, each time with another mutant
 * switched on by `__stryker__`, which the instrumented code reads.
 */
type State = Parameters<typeof runBaseTests>[1]
type Traces = Parameters<typeof runBaseTests>[2]

const TIMED_OUT = /timed out in \d+ms/
const LATE = /^[^:]*: Timed out in wait/
/** A process that has grown so far makes room for the next one. */
const ROOM_BYTES = 1_200_000_000
/** Of a file that takes longer, only the tests that hit a mutant run, where each of them passes alone. */
const LONG_MS = 250

const processSend = process.send?.bind(process)
const now = performance.now.bind(performance)
const exit = process.exit.bind(process)
const aTurn = setImmediate
process.on('disconnect', () => exit())
const say = (said: Said) => processSend?.({ mutation: said })
const perTest: Record<string, Hits> = {}
const stryker: Stryker = { mutantCoverage: { static: {}, perTest } }
globalThis.__stryker__ = stryker

init({
  post: (message) => processSend?.(message),
  on: (callback) => process.on('message', callback),
  off: (callback) => process.off('message', callback),
  setup: setupEnvironment,
  collectTests: () => {},
  runTests: async (state, traces) => {
    say({ say: 'pid', pid: process.pid })
    const plan = state.providedContext.plan as Plan
    const session = new Session(state, traces)
    if (plan.kind === 'cover') await session.cover(plan.tests)
    else await session.judge(plan)
  },
})

class Session {
  readonly #state: State
  readonly #traces: Traces
  readonly #kills = new Map<string, number>()

  constructor(state: State, traces: Traces) {
    const { rpc } = state
    this.#state = {
      ...state,
      rpc: new Proxy(rpc, { get: (_, name) => UNHEARD[String(name)] ?? Reflect.get(rpc, name) }),
    }
    this.#traces = traces
  }

  /** Every file without a mutant: as modules load, then as it will be when mutants are judged, then its tests one by one. */
  async cover(tests: string[]): Promise<void> {
    const coverage: Coverage = { files: {}, first: {} }
    for (const test of tests) {
      const start = now()
      const { failure } = await this.#covered(`first ${test}`, test)
      say({ say: 'met', test, ms: now() - start })
      if (failure) say({ say: 'red', test, why: failure })
      coverage.first[test] = sum(Object.keys(perTest).filter((id) => id.startsWith(`first ${test}`)))
    }
    for (const test of tests) {
      const start = now()
      const { failure, tests: ran } = await this.#covered(`again ${test}`, test)
      const ms = now() - start
      if (failure) say({ say: 'red', test, why: failure })
      if (failure) continue
      const found = Object.entries(ran).map(([id, ms]) => [id, { ms, hits: perTest[`again ${test}#${id}`] ?? {} }])
      const outside = perTest[`again ${test}`] ?? {}
      const isFree = await this.#isFree(test, ms, ran)
      say({ say: 'met', test, ms, isFree })
      coverage.files[test] = { ms, outside, tests: Object.fromEntries(found), isFree }
    }
    say({ say: 'covered', coverage })
  }

  async #covered(id: string, test: string): Promise<FileRun> {
    stryker.currentTestId = id
    const run = await this.#run({ test, ms: 0 })
    stryker.currentTestId = 'nobody'
    say({ say: 'alive' })
    return run
  }

  async #isFree(test: string, ms: number, ran: FileRun['tests']): Promise<boolean> {
    const durations = Object.values(ran)
    const around = ms - durations.reduce((sum, one) => sum + one, 0)
    if (ms < LONG_MS || around * durations.length > 4 * ms) return false
    for (const id of Object.keys(ran)) {
      const { failure } = await this.#run({ test, only: [id], ms: 0 })
      say({ say: 'alive' })
      if (failure) return false
    }
    return true
  }

  async judge({ cases, control, batch, budget, isFresh }: Extract<Plan, { kind: 'judge' }>): Promise<void> {
    stryker.currentTestId = 'judge'
    if (!isFresh && (await this.#isRed([{ test: control, ms: 0 }]))) return
    let verdicts: Verdict[] = []
    let noticed = new Map<string, Part>()
    for (const [index, one] of cases.entries()) {
      const { id, hitLimit } = one
      Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit })
      const start = now()
      const notice = await this.#noticeOf(one, budget, isFresh)
      const ms = Math.round(now() - start)
      verdicts.push({
        id,
        ms,
        hits: stryker.hitCount ?? 0,
        ...(notice && { killer: notice.part.test, why: notice.why }),
      })
      if (notice) noticed.set(notice.part.test, both(notice.part, noticed.get(notice.part.test)))
      Object.assign(stryker, { activeMutant: undefined, hitCount: undefined })
      const isOver = TIMED_OUT.test(notice?.why ?? '') || process.memoryUsage.rss() > ROOM_BYTES
      if (!isOver && verdicts.length < batch && index < cases.length - 1) continue
      // Where a mutant's harm lasts, the tests that noticed something are the ones to show it.
      const red = !isFresh && (await this.#isRed([{ test: control, ms: 0 }, ...noticed.values()]))
      // Alone, a verdict stands whatever the mutant left behind: what came before it was sound.
      if (!red || batch === 1) say({ say: 'judged', verdicts })
      if (red || isOver) return
      verdicts = []
      noticed = new Map()
    }
  }

  /** The first test file to fail, those first that noticed the most of this source in the least time. */
  async #noticeOf({ file, parts }: Case, budget: number, isInOrder: boolean) {
    const keyOf = ({ test, only }: Part) => `${file} ${test} ${only?.join()}`
    // A test that hits it again and again is about it; one that hits it once came past.
    const promise = ({ hits = 1 }: Part) => 0.1 * Math.min(hits, 5)
    const gain = (part: Part) => ((this.#kills.get(keyOf(part)) ?? 0) + promise(part)) / (part.ms + 10)
    let spent = 0
    for (const part of isInOrder ? parts : parts.toSorted((a, b) => gain(b) - gain(a))) {
      if (spent > 0 && spent + part.ms > budget) continue
      spent += part.ms
      const first = await this.#run(part)
      // A busy machine may be late without a mutant too: who is late twice has noticed something.
      const { failure } = LATE.test(first.failure ?? '') ? await this.#run(part) : first
      say({ say: 'alive' })
      if (!failure) continue
      this.#kills.set(keyOf(part), (this.#kills.get(keyOf(part)) ?? 0) + 1)
      return { part, why: failure.slice(0, 300) }
    }
  }

  /** Does one of these tests fail without a mutant? Then an earlier one left something broken. */
  async #isRed(parts: Part[]): Promise<boolean> {
    for (const part of parts) {
      const { failure } = await this.#run(part)
      say({ say: 'alive' })
      if (!failure) continue
      say({ say: 'red', test: part.test, why: failure })
      return true
    }
    return false
  }

  /** Runs one file up to its first failure. */
  async #run({ test, only }: Part): Promise<FileRun> {
    const run: FileRun = { tests: {}, ...(only && { only: new Set(only) }) }
    globalThis.fileRun = run
    const files = this.#state.ctx.files.filter(({ filepath }) => filepath === test)
    const state = { ...this.#state, ctx: { ...this.#state.ctx, files } }
    await runBaseTests('run', state, this.#traces).catch((error) => note(`run: ${error}`))
    // A rejection that nobody handles is told a moment later.
    await new Promise((resolve) => aTurn(resolve))
    return run
  }
}

function note(failure: string): void {
  if (globalThis.fileRun) globalThis.fileRun.failure ??= failure
}

/** What Vitest is told of tests, which nobody reads here; modules still come over the same line. */
const nobody = async () => {}
const UNHEARD: Record<string, (error?: { message?: string }) => Promise<void>> = {
  onUnhandledError: async (error) => note(`unhandled: ${error?.message}`),
  onQueued: nobody,
  onCollected: nobody,
  onTaskUpdate: nobody,
  onUserConsoleLog: nobody,
  onAfterSuiteRun: nobody,
  onTestModuleDependencies: nobody,
  onAsyncLeaks: nobody,
  onCancel: nobody,
  snapshotSaved: nobody,
}

/** The tests of both, of the same file; without a choice it is all of them. */
function both(one: Part, other: Part | undefined): Part {
  if (!other) return one
  const { test, ms } = one
  return one.only && other.only ? { test, ms, only: [...new Set([...one.only, ...other.only])] } : { test, ms }
}

function sum(ids: string[]): Hits {
  const all: Hits = {}
  for (const id of ids)
    for (const [mutant, hits] of Object.entries(perTest[id] ?? {})) all[mutant] = (all[mutant] ?? 0) + hits
  return all
}
