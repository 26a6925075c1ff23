import { asService } from '#domain/core/context.ts'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { runStages } from '#src/cron/run.ts'
import { CRON, type Job } from '#src/cron/table.ts'
import { newTick, TICK_MS } from '#src/cron/tick.ts'
import type { Env } from '#src/env.ts'
import market from '#src/index.ts'
import { contextOf } from '#src/platform-context.ts'

export { ApprovalConfirm, PayinWindow, PersonSockets, VariantStock } from '#src/index.ts'

/** Calls of bindings since somebody asked, by `NAME.method`, and requests. */
let uses: Record<string, number> = {}
const note = (name: string) => {
  uses[name] = (uses[name] ?? 0) + 1
}

/** The binding, with its calls counted. */
const counted = (name: string, binding: object) =>
  new Proxy(binding, {
    get: (target, method) => {
      const value = Reflect.get(target, method)
      if (typeof value !== 'function') return value
      return (...input: unknown[]) => {
        note(`${name}.${String(method)}`)
        return value.apply(target, input)
      }
    },
  })

const COUNTED = [
  'LIMITS',
  'MEDIA',
  'BACKUP',
  'APPROVAL_CONFIRM',
  'VARIANT_STOCK',
  'PAYIN_WINDOW',
  'PERSON_SOCKETS',
] as const
const known = new WeakMap<Env, Env>()
function withCounts(env: Env): Env {
  const all = known.get(env) ?? {
    ...env,
    ...Object.fromEntries(COUNTED.map((name) => [name, counted(name, env[name])])),
  }
  known.set(env, all)
  return all
}

/**
 * The Worker, which on request also runs one job of the clock or all of an expression: `POST /job?cron=…&name=…`, `POST /cron?cron=…`.
 * `GET /jobs` names the jobs, `GET /law?name=…` asks one law, and `GET /uses` takes what was counted.
 */
export default {
  async fetch(request, plain, execution) {
    const [url, env] = [new URL(request.url), withCounts(plain)]
    const [cron, name] = ['cron', 'name'].map((key) => url.searchParams.get(key) ?? '') as [string, string]
    if (url.pathname === '/jobs') return Response.json(listJobs())
    if (url.pathname === '/uses') {
      const taken = uses
      uses = {}
      return Response.json(taken)
    }
    if (url.pathname === '/law') return Response.json(await holdLaw(plain, name))
    note('requests')
    if (url.pathname !== '/job' && url.pathname !== '/cron') return market.fetch(request, env, execution)
    const ctx = asService(
      contextOf(env, (work) => execution.waitUntil(work), undefined, execution.cache),
      'cron',
    )
    const job = CRON[cron]?.map((jobs) => jobs[name]).find(Boolean) as Job
    await runStages(ctx, cron, () => newTick(TICK_MS), url.pathname === '/cron' ? CRON : { [cron]: [{ [name]: job }] })
    return new Response(null, { status: 204 })
  },
} satisfies ExportedHandler<Env>

async function holdLaw({ DB }: Env, name: string) {
  const law = { ...LAWS, ...NIGHT_LAWS }[name] ?? ''
  const { results, meta } = await DB.prepare(law).all()
  return { broken: results.slice(0, 1), rowsRead: meta.rows_read, ms: meta.duration }
}

const listJobs = () =>
  Object.entries(CRON).flatMap(([cron, stages]) =>
    stages.flatMap((jobs) => Object.keys(jobs).map((name) => ({ cron, name }))),
  )
