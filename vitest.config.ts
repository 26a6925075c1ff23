import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { build } from 'esbuild'
import { defineConfig } from 'vitest/config'
import { BINDINGS, SANDBOX_BINDINGS } from './test/bindings.ts'
import { platformInNode } from './test/in-node/platform/alias.ts'
import { carrier } from './vitest.carrier.config.ts'

/** One vitest project runs in workerd; this is the name its pool gives the Worker under test. */
const RUNNER = 'vitest-plugin-runner-workers'

/** What runs in plain Node, which loads the files itself. */
const IN_NODE = ['{test,proof}/**/*.node.test.ts']
/** These change what the files beside them share: Node's crypto, drizzle or what is drawn. Each has a process of its own. */
const ALONE = [
  'proof/{simulation,callbacks}/**/*.node.test.ts',
  'test/**/replays.node.test.ts',
  'test/people/passwords/hash.node.test.ts',
]
/** Played over the front door in plain Node, twice as fast as in workerd, which has the last word on everything else. */
const RULES = ['test/rules/**/*.test.ts']
const inNode = {
  environment: 'node',
  experimental: { viteModuleRunner: false },
  maxWorkers: 2,
  testTimeout: 60_000,
} as const

/** The outside world of the tests: the same sandbox Worker that `npm run dev` starts, with quicker phones. */
async function sandboxWorker() {
  const { outputFiles } = await build({
    entryPoints: ['sandbox/index.ts'],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker'],
    external: ['cloudflare:*', 'node:*'],
    write: false,
  })
  return {
    name: 'sandbox',
    modules: [{ type: 'ESModule' as const, path: 'sandbox.mjs', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { SANDBOX: { className: 'SandboxObject', useSQLite: true } },
    serviceBindings: { PRIMARY: RUNNER },
    bindings: SANDBOX_BINDINGS,
  }
}

export default defineConfig(async () => {
  const migrations = await readD1Migrations('./migrations')
  const sandbox = await sandboxWorker()
  return {
    test: {
      projects: [
        {
          plugins: [
            cloudflareTest({
              wrangler: { configPath: './wrangler.toml' },
              miniflare: {
                bindings: { ...BINDINGS, TEST_MIGRATIONS: migrations },
                outboundService: 'sandbox',
                workers: [sandbox],
              },
            }),
          ],
          test: {
            name: 'workers',
            include: ['test/**/*.test.ts'],
            exclude: [...IN_NODE, ...RULES, 'test/browser/**'],
            setupFiles: ['./test/setup.ts'],
            isolate: false,
            maxWorkers: 2,
            restoreMocks: true,
            testTimeout: 30_000,
            hookTimeout: 30_000,
          },
        },
        {
          test: { ...inNode, name: 'node', include: IN_NODE, exclude: ALONE, isolate: false },
        },
        {
          test: { ...inNode, name: 'alone', include: ALONE },
        },
        {
          resolve: { alias: platformInNode },
          test: {
            name: 'rules',
            include: RULES,
            setupFiles: ['./test/in-node/platform/setup.ts', './test/in-node/platform/laws.ts'],
            environment: 'node',
            isolate: false,
            maxWorkers: 2,
            restoreMocks: true,
            testTimeout: 30_000,
            hookTimeout: 30_000,
          },
        },
        carrier('proof/carrier/tenth.test.ts'),
      ],
    },
  }
})
