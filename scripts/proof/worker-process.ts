/**
 * One Worker under Miniflare in a process of its own, so that it can be killed: the arguments are in the environment
 * variable PROOF_WORKER as JSON, and the parent talks to its database and cron over the process's channel.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readOptions } from 'wrangler'
import type { Env } from '../../src/env.ts'
import { contextsOf } from '../seed/at.ts'
import { demoActor, join } from '../seed/join.ts'
import { DEMO_ADMIN } from '../seed/people.ts'
import { setUpMarket } from '../seed/settings.ts'

export type WorkerSettings = {
  configPath: string
  /** The bundle, made by the parent. */
  script: string
  port: number
  stateDir: string
  variables: Record<string, string>
}
export type Ask = { id: number } & ({ sql: string; values: unknown[] } | { cron: string } | { prepare: true })
export type Reply = { ready: number[] } | { id: number; value: unknown } | { id: number; error: string }

const { configPath, script, port, stateDir, variables }: WorkerSettings = JSON.parse(process.env.PROOF_WORKER ?? '')
const { workerOptions } = readOptions(configPath)
const { assets: _, ...options } = workerOptions

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port,
  d1Persist: `${stateDir}/d1`,
  kvPersist: `${stateDir}/kv`,
  r2Persist: `${stateDir}/r2`,
  durableObjectsPersist: `${stateDir}/objects`,
  workers: [
    {
      ...options,
      name: 'proof',
      bindings: { ...options.bindings, ...variables },
      modules: [{ type: 'ESModule', path: 'index.mjs', contents: readFileSync(script, 'utf8') }],
    },
  ],
})

async function answer(ask: Ask): Promise<unknown> {
  if ('cron' in ask) {
    const worker = await miniflare.getWorker()
    return worker.scheduled({ cron: ask.cron })
  }
  const db = await miniflare.getD1Database('DB')
  if ('sql' in ask) {
    const { results } = await db.prepare(ask.sql).bind(...ask.values).all()
    return results
  }
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const statements = readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint')
    await db.batch(statements.filter((text) => text.trim()).map((text) => db.prepare(text)))
  }
  const at = contextsOf(await miniflare.getBindings<Env>(), Date.now())
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
// The parent is gone: nobody would end workerd, which is in a process group of its own.
process.on('disconnect', () => miniflare.dispose().finally(() => process.exit()))

await miniflare.ready
tell({ ready: execFileSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' }).trim().split('\n').map(Number) })
