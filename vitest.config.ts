import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { build } from 'esbuild'
import { defineConfig } from 'vitest/config'
import { BINDINGS, SANDBOX_BINDINGS } from '#testing/bindings.ts'
import { platformInNode } from '#testing/platform/alias.ts'
import { migrations } from '#testing/store.ts'
import { withThirdGateway } from './test/third-gateway/lines.ts'

/** The name that the pool of workerd gives the Worker under test. */
const RUNNER = 'vitest-plugin-runner-workerd'

/** Files for plain Node, which loads them itself: verbs, statements, documents, scripts. */
const IN_NODE = 'test/**/*.node.test.ts'
/** Files for workerd itself, since they rest on the platform. `IN_WORKERD=all` plays every suite of the front door there. */
const IN_WORKERD = process.env.IN_WORKERD === 'all' ? 'test/**/!(*.node).test.ts' : 'test/**/*.workerd.test.ts'
/** Pure functions over bytes, texts and times: workerd has its own zlib, decoders, calendars and crypto, so they run there too. */
const IN_BOTH = ['test/kernel/*.node.test.ts', 'test/catalogue/imports/parse.node.test.ts']
/** Files that change what the files beside them share (Node's crypto), or that measure the CPU of their process. Each has one of its own. */
const ALONE = ['test/people/passwords/hash.node.test.ts', 'test/house/costs.node.test.ts']
/** Small campaigns, and tests of commands that start servers and compilers. */
const CAMPAIGNS = 'proof/**/*.node.test.ts'
const COMMANDS = ['test/scripts/dev-servers.node.test.ts', 'test/client/{packed,generated}-client*.node.test.ts']
const THIRD_GATEWAY = 'test/third-gateway/*.test.ts'
const BROWSER = 'test/browser/**/*.test.ts'
const inNode = {
  environment: 'node',
  experimental: { viteModuleRunner: false },
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

const PLATFORM = './testing/platform'
/** Tests of the front door in plain Node; the laws and the plans of its statements are checked after each file. */
const frontDoor = {
  include: ['test/**/*.test.ts'],
  setupFiles: [`${PLATFORM}/setup.ts`, `${PLATFORM}/laws.ts`, `${PLATFORM}/plans.ts`],
  environment: 'node' as const,
  isolate: false,
  maxWorkers: 3,
  restoreMocks: true,
  testTimeout: 30_000,
  hookTimeout: 30_000,
}
/** Node loads the sources itself, which takes half the time that vite's runner takes. */
const nodeLoads = {
  experimental: { viteModuleRunner: false as const },
  execArgv: [
    '--max-semi-space-size=64',
    '--import',
    fileURLToPath(new URL(`${PLATFORM}/register.ts`, import.meta.url).href),
  ],
}

/** A campaign through the front door in plain Node; it checks the laws itself. */
const campaign = (name: string, include: string) => ({
  test: {
    ...nodeLoads,
    name,
    include: [include],
    setupFiles: [`${PLATFORM}/setup.ts`],
    environment: 'node' as const,
    testTimeout: 3_600_000,
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
            name: 'workerd',
            include: [IN_WORKERD, ...IN_BOTH],
            exclude: [THIRD_GATEWAY, BROWSER],
            globalSetup: ['./testing/write-assets.ts'],
            setupFiles: ['./testing/setup.ts'],
            isolate: false,
            maxWorkers: 3,
            restoreMocks: true,
            testTimeout: 30_000,
            hookTimeout: 30_000,
          },
        },
        {
          test: { ...inNode, name: 'node', include: [IN_NODE], exclude: [...ALONE, ...COMMANDS], isolate: false },
        },
        {
          test: { ...inNode, name: 'alone', include: ALONE },
        },
        {
          test: { ...inNode, name: 'commands', include: COMMANDS },
        },
        {
          test: { ...inNode, name: 'campaigns', include: [CAMPAIGNS] },
        },
        {
          test: { ...frontDoor, ...nodeLoads, name: 'front', exclude: [IN_NODE, IN_WORKERD, THIRD_GATEWAY, BROWSER] },
        },
        // Its sources have the lines of a third gateway, so it shares nothing with the others.
        {
          plugins: [withThirdGateway],
          resolve: { alias: platformInNode },
          test: { ...frontDoor, name: 'third-gateway', include: [THIRD_GATEWAY] },
        },
        campaign('carrier', 'proof/carrier/tenth.test.ts'),
        campaign('stumbles', 'proof/stumbles/tenth.test.ts'),
        campaign('bench', 'proof/bench/once.test.ts'),
        campaign('fill', 'proof/fill/fill.test.ts'),
        campaign('sealed', 'proof/bytes/sealed.test.ts'),
        // `npm test` leaves out those below: they are commands of their own.
        campaign('proof:bytes', 'proof/bytes/bytes.test.ts'),
        campaign('proof:fill', 'proof/fill/whole.test.ts'),
        campaign('proof:carrier', 'proof/carrier/hour.test.ts'),
        campaign('proof:stumble', 'proof/stumbles/whole.test.ts'),
        { test: { name: 'browser', include: [BROWSER], testTimeout: 30_000, hookTimeout: 60_000 } },
      ],
    },
  }
})
