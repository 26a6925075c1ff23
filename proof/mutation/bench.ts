import { fileURLToPath } from 'node:url'
import { createVitest, ForksPoolWorker, type PoolOptions, type TestSpecification } from 'vitest/node'
import { platformInNode } from '../../test/in-node/platform/alias.ts'
import type { Plan, Said } from './plan.ts'

declare module 'vitest' {
  interface ProvidedContext {
    plan: unknown
  }
}

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url).href)
/** A worker that says nothing for so long hangs. */
const SILENCE_MS = 120_000

/** Vitest's process pool with our worker in it, whose own messages are kept from Vitest's. */
class MutationPool extends ForksPoolWorker {
  protected override readonly entrypoint = at('worker.ts')
  readonly #hear: (said: Said) => void

  constructor(options: PoolOptions, hear: (said: Said) => void) {
    super(options)
    this.#hear = hear
  }

  override on(event: string, callback: (...args: unknown[]) => void): void {
    const hear = (message: { mutation?: Said }) =>
      message?.mutation ? this.#hear(message.mutation) : callback(message)
    super.on(event, event === 'message' ? hear : callback)
  }
}

/** A Vitest whose tests run over instrumented sources; each plan is carried out by a process of its own. */
export type Bench = Awaited<ReturnType<typeof openBench>>

export async function openBench(code: Map<string, string>, tests: string[]) {
  let hear: (said: Said) => void = () => {}
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      include: tests,
      setupFiles: [at('forget.ts'), 'test/in-node/platform/setup.ts'],
      environment: 'node',
      // Modules on disk would be those of another run, whose mutants have other numbers.
      fsModuleCache: false,
      isolate: false,
      maxWorkers: 1,
      restoreMocks: true,
      testTimeout: 20_000,
      hookTimeout: 20_000,
      reporters: [{}],
      runner: at('runner.ts'),
      pool: { name: 'mutation', createPoolWorker: (options) => new MutationPool(options, (said) => hear(said)) },
    },
    {
      resolve: { alias: platformInNode },
      plugins: [{ name: 'mutants', enforce: 'pre', transform: (_, id) => code.get(id.split('?')[0] ?? id) ?? null }],
    },
  )
  const project = vitest.getRootProject()
  const specs: TestSpecification[] = await vitest.globTestSpecifications()
  return {
    tests: specs.map(({ moduleId }) => moduleId),
    /** Carries out a plan, and answers whether the process came to its own end. */
    async run(plan: Plan, tell: (said: Said) => void): Promise<boolean> {
      let [pid, isKilled, last] = [0, false, Date.now()]
      hear = (said) => {
        last = Date.now()
        if (said.say === 'pid') pid = said.pid
        else tell(said)
      }
      const watchdog = setInterval(() => {
        if (!pid || Date.now() - last < SILENCE_MS) return
        isKilled = true
        process.kill(pid, 'SIGKILL')
      }, 5000)
      try {
        project.provide('plan', plan)
        const { unhandledErrors } = await vitest.runTestSpecifications(specs)
        return !isKilled && unhandledErrors.length === 0
      } finally {
        clearInterval(watchdog)
      }
    },
    close: () => vitest.close(),
  }
}
