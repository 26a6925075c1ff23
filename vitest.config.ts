import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { build } from 'esbuild'
import { defineConfig } from 'vitest/config'
import { migrations } from './proof/simulation/store.ts'
import { BINDINGS, SANDBOX_BINDINGS } from './test/bindings.ts'
import { platformInNode } from './test/in-node/platform/alias.ts'
import { withThirdGateway } from './test/third-gateway/lines.ts'
import { carrier } from './vitest.carrier.config.ts'
import { stumbles } from './vitest.stumbles.config.ts'

/** One vitest project runs in workerd; this is the name its pool gives the Worker under test. */
const RUNNER = 'vitest-plugin-runner-workers'

/** What runs in plain Node, which loads the files itself. */
const IN_NODE = ['{test,proof}/**/*.node.test.ts']
/** Pure functions over bytes, texts and times: workerd has its own zlib, decoders, calendars and crypto, so they run there too. */
const IN_BOTH = ['test/kernel/*.node.test.ts', 'test/catalogue/imports/parse.node.test.ts']
const ONLY_IN_NODE = [
  'proof/**',
  'test/!(kernel|catalogue)/**/*.node.test.ts',
  'test/catalogue/**/!(parse).node.test.ts',
]
/** These change what the files beside them share: Node's crypto, drizzle or what is drawn. Each has a process of its own. */
const ALONE = [
  'proof/{simulation,callbacks}/**/*.node.test.ts',
  'test/**/replays.node.test.ts',
  'test/people/passwords/hash.node.test.ts',
]
/** What was promised, played over the front door. */
const RULES = ['test/rules/**/*.test.ts']
const THIRD_GATEWAY = ['test/third-gateway/*.test.ts']
/**
 * Over the front door in workerd itself: pictures and their binding, zlib, streams, caches, headers and bodies, D1's own
 * trips and rows, each Durable Object, the clock's jobs, scrypt, races, and of each area one suite at least. All others over the
 * front door run in plain Node (`test/in-node/platform`), in well under half the time, and with `IN_WORKERD=all` here too.
 */
const IN_WORKERD = [
  ...(process.env.IN_WORKERD === 'all' ? ['test/**/*.test.ts'] : []),
  'test/cron/*.test.ts',
  'test/contract/{round-trips,idempotency,bad-form}.test.ts',
  'test/{core,kernel}/**/*.test.ts',
  'test/http/{boot,docs,home,limits,logs,sandbox-health}.test.ts',
  'test/catalogue/products/*.test.ts',
  'test/catalogue/stock/levels.test.ts',
  'test/money/gateways/{payin,signed-callback}.test.ts',
  'test/money/ledger/*.test.ts',
  'test/money/payins/*.test.ts',
  'test/money/payouts/{confirm,reserve}.test.ts',
  'test/office/*/flat.test.ts',
  'test/office/platform/health.test.ts',
  'test/money/wallet/flat.test.ts',
  'test/orders/orders/{story,races,staff-search,timers}.test.ts',
  'test/orders/delivery/{available,proofs,tracking}.test.ts',
  'test/orders/messages/flat.test.ts',
  'test/orders/refunds/reject.test.ts',
  'test/people/google/keys.test.ts',
  'test/people/passkeys/register.test.ts',
  'test/people/passwords/{change,hashing}.test.ts',
  'test/people/profile/profile.test.ts',
  'test/people/users/search-flat.test.ts',
  'test/people/sessions/*.test.ts',
  'test/people/totp/login.test.ts',
  'test/shops/kyc/papers.test.ts',
  'test/shops/shops/{pictures,shops}.test.ts',
  'test/shops/subscriptions/{flat,upgrade}.test.ts',
]
const inNode = {
  environment: 'node',
  experimental: { viteModuleRunner: false },
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

const PLATFORM = './test/in-node/platform'
/** Tests of the front door in plain Node; when a file is done, the laws and the plans of its statements are held here too. */
const frontDoor = (name: string, include: string[], exclude: string[]) => ({
  resolve: { alias: platformInNode },
  test: {
    name,
    include,
    exclude,
    setupFiles: [`${PLATFORM}/setup.ts`, `${PLATFORM}/laws.ts`, `${PLATFORM}/plans.ts`],
    environment: 'node' as const,
    isolate: false,
    maxWorkers: 3,
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

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
  const sandbox = await sandboxWorker()
  return {
    test: {
      // What security is watched by is logged by nearly every test.
      onConsoleLog: (text: string) => !text.includes('"kind":"security"'),
      projects: [
        {
          plugins: [
            cloudflareTest({
              wrangler: { configPath: './wrangler.toml' },
              miniflare: {
                bindings: { ...BINDINGS, TEST_SCHEMA: migrations() },
                outboundService: 'sandbox',
                workers: [sandbox],
              },
            }),
          ],
          test: {
            name: 'workers',
            include: [...IN_WORKERD, ...IN_BOTH],
            exclude: [...ONLY_IN_NODE, ...RULES, ...THIRD_GATEWAY, 'test/browser/**'],
            setupFiles: ['./test/setup.ts'],
            isolate: false,
            maxWorkers: 3,
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
        frontDoor(
          'front',
          ['test/**/*.test.ts'],
          [...IN_NODE, ...IN_WORKERD, ...RULES, ...THIRD_GATEWAY, 'test/browser/**'],
        ),
        frontDoor('rules', RULES, IN_NODE),
        // Its sources have the lines of a third gateway, so it shares nothing with the others.
        { ...frontDoor('third-gateway', THIRD_GATEWAY, []), plugins: [withThirdGateway] },
        carrier('proof/carrier/tenth.test.ts'),
        stumbles('proof/stumbles/tenth.test.ts'),
      ],
    },
  }
})
