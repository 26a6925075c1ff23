/** One change that Stryker's instrumenter put behind a switch. */
export interface Mutant {
  id: string
  file: string
  line: number
  mutator: string
  replacement: string
}

/** How often each mutant is hit. */
export type Hits = Record<string, number>

/** What a test file hits when all modules are loaded. */
export interface Covered {
  ms: number
  /** By its hooks and whatever is outside of a test. */
  outside: Hits
  tests: Record<string, { ms: number; hits: Hits }>
  /** Whether each of its tests passes alone, so that others may be left out. */
  isFree: boolean
}

export interface Coverage {
  files: Record<string, Covered>
  /** What the very first run of each file hit: loading of modules and whatever is done once in a process are in it. */
  first: Record<string, Hits>
}

/** A test file to run, or some tests of it. */
export interface Part {
  test: string
  only?: string[]
  ms: number
  /** How often it hits the mutant that it is to judge. */
  hits?: number
}

/** A mutant to judge: who may notice it, and how often it may be hit before it counts as an endless loop. */
export interface Case {
  id: string
  file: string
  parts: Part[]
  hitLimit: number
}

/** What one worker process is told to do. A fresh one has the mutant active before any module is loaded. */
export type Plan =
  | { kind: 'cover'; tests: string[] }
  | { kind: 'judge'; cases: Case[]; control: string; batch: number; budget: number; isFresh: boolean }

/** What became of a mutant: `killer` is the test file that noticed, and without one it lives. */
export interface Verdict {
  id: string
  killer?: string
  /** The test and what it said. */
  why?: string
  /** How often it was hit: never, where its code is run once in a process and was run already. */
  hits: number
  ms: number
}

/** What a worker process says meanwhile. */
export type Said =
  | { say: 'pid'; pid: number }
  | { say: 'alive' }
  | { say: 'met'; test: string; ms: number; isFree?: boolean }
  | { say: 'covered'; coverage: Coverage }
  | { say: 'red'; test: string; why: string }
  | { say: 'judged'; verdicts: Verdict[] }

/** What the instrumented code reads and writes. */
export interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}

/** One run of a test file, seen by the worker and by Vitest's runner in the same process. */
export interface FileRun {
  only?: Set<string>
  /** The tests that ran, and how long each took. */
  tests: Record<string, number>
  failure?: string
}

declare global {
  var __stryker__: Stryker | undefined
  var fileRun: FileRun | undefined
}
