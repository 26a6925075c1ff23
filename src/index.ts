import { app } from './app.ts'
import { runCron } from './cron/run.ts'
import type { Env } from './env.ts'

export { ApprovalConfirm } from './durable-objects/approval-confirm.ts'
export { PayinWindow } from './durable-objects/payin-window.ts'
export { VariantStock } from './durable-objects/variant-stock.ts'

export default {
  fetch: app.fetch,
  scheduled: (controller, env, execution) => {
    execution.waitUntil(runCron(controller.cron, env, execution))
  },
} satisfies ExportedHandler<Env>
