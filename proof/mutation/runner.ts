import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest'

/** Vitest's runner that runs the tests that are asked for, stops a file at its first failure and remembers it. */
export default class FirstFailure extends TestRunner {
  readonly #outside = globalThis.__stryker__?.currentTestId

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (globalThis.fileRun?.only?.has(test.id) === false) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (test.mode === 'skip') return
    Object.assign(globalThis.__stryker__ ?? {}, { currentTestId: `${this.#outside}#${test.id}` })
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    Object.assign(globalThis.__stryker__ ?? {}, { currentTestId: this.#outside })
    const ms = test.result?.duration
    if (ms !== undefined && globalThis.fileRun) globalThis.fileRun.tests[test.id] = ms
    this.#note(test)
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite)
    this.#note(suite)
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    for (const file of files) this.#note(file)
  }

  #note({ name, result }: Pick<RunnerTask, 'name' | 'result'>): void {
    if (result?.state !== 'fail') return
    this.cancel('test-failure')
    if (globalThis.fileRun) globalThis.fileRun.failure ??= `${name}: ${result.errors?.[0]?.message ?? 'failed'}`
  }
}
