import { asService } from '#domain/core/context.ts'
import { runStages } from '#src/cron/run.ts'
import { CRON, type Job } from '#src/cron/table.ts'
import { newTick, TICK_MS } from '#src/cron/tick.ts'
import type { Env } from '#src/env.ts'
import market from '#src/index.ts'
import { contextOf } from '#src/platform-context.ts'

export { ApprovalConfirm, PayinWindow, PersonSockets, VariantStock } from '#src/index.ts'

/** The Worker, which also runs one job of the clock on request: `POST /job?cron=…&name=…`. */
export default {
  async fetch(request, env, execution) {
    const url = new URL(request.url)
    if (url.pathname === '/jobs')
      return Response.json(
        Object.entries(CRON).flatMap(([cron, stages]) =>
          stages.flatMap((jobs) => Object.keys(jobs).map((name) => ({ cron, name }))),
        ),
      )
    if (url.pathname !== '/job') return market.fetch(request, env, execution)
    const [cron, name] = ['cron', 'name'].map((key) => url.searchParams.get(key) ?? '') as [string, string]
    const job = CRON[cron]?.map((jobs) => jobs[name]).find(Boolean) as Job
    const ctx = asService(
      contextOf(env, (work) => execution.waitUntil(work), undefined, execution.cache),
      'cron',
    )
    await runStages(ctx, cron, () => newTick(TICK_MS), { [cron]: [{ [name]: job }] })
    return new Response(null, { status: 204 })
  },
} satisfies ExportedHandler<Env>
