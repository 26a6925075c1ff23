/**
 * One Worker under Miniflare in a process of its own, so that it can be killed: the arguments are in the environment
 * variable PROOF_WORKER as JSON, and the parent talks to its database and cron over the process's channel.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig as readConfig, unstable_getMiniflareWorkerOptions as readOptions } from 'wrangler'
import type { Env } from '#src/env.ts'
import { contextsOf } from '../../scripts/seed/at.ts'
import { seedDemoMarket } from '../../scripts/seed/demo-market.ts'
import { demoActor, join } from '../../scripts/seed/join.ts'
import { DEMO_ADMIN } from '../../scripts/seed/people.ts'
import { setUpMarket } from '../../scripts/seed/settings.ts'

export type WorkerSettings = {
  configPath: string
  /** The bundle, made by the parent. */
  script: string
  port: number
  stateDir: string
  variables: Record<string, string>
}
export type Query = { sql: string; values: unknown[] }
export type Ask = { id: number } & ({ queries: Query[] } | { cron: string } | { prepare: 'market' | 'demo' })
export type Reply = { ready: number[] } | { id: number; value: unknown } | { id: number; error: string }

const { configPath, script, port, stateDir, variables }: WorkerSettings = JSON.parse(process.env.PROOF_WORKER ?? '')
const config = readConfig({ config: configPath })
const { workerOptions } = readOptions(config)
const { assets, ...options } = workerOptions

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    resourcePersistencePath: stateDir,
    workers: [
      {
        ...options,
        // The Worker's binding to itself names it.
        name: config.name ?? 'proof',
        ...(assets !== undefined && { assets: assets as never }),
        bindings: { ...(options.bindings as object), ...variables },
        modules: [{ type: 'ESModule', path: 'index.mjs', contents: readFileSync(script, 'utf8') }],
      },
    ],
  }),
)

async function answer(ask: Ask): Promise<unknown> {
  if ('cron' in ask) {
    const worker = await miniflare.getWorker()
    return worker.scheduled({ cron: ask.cron })
  }
  const db = await miniflare.getD1Database('DB')
  if ('queries' in ask) {
    const answers = await db.batch(ask.queries.map(({ sql, values }) => db.prepare(sql).bind(...values)))
    return answers.map(({ results }) => results)
  }
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const statements = readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint')
    await db.batch(statements.filter((text) => text.trim()).map((text) => db.prepare(text)))
  }
  const env = await miniflare.getBindings<Env>()
  if (ask.prepare === 'demo') {
    await seedDemoMarket(env)
    return true
  }
  const at = contextsOf(env, Date.now())
  const admin = demoActor(DEMO_ADMIN, at(0).ids.v7())
  await join(at(0), DEMO_ADMIN, admin.id)
  await setUpMarket(at(0, admin))
  return true
}

const tell = (reply: Reply) => process.send?.(reply)

process.on('message', (ask: Ask) => {
  answer(ask).then(
    (value) => tell({ id: ask.id, value }),
    (error: unknown) => tell({ id: ask.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
// Ctrl-C reaches the whole group: the parent ends this process, once workerd is ended.
process.on('SIGINT', () => {})
// The parent is gone: nobody would end workerd, which is in a process group of its own.
process.on('disconnect', () => miniflare.dispose().finally(() => process.exit()))

await miniflare.ready
tell({
  ready: execFileSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number),
})
