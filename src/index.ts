import { app } from './app.ts'
import { runCron } from './cron/run.ts'
import type { Env } from './env.ts'

export { PayinWindow } from './durable-objects/payin-window.ts'
export { PayoutConfirm } from './durable-objects/payout-confirm.ts'
export { VariantStock } from './durable-objects/variant-stock.ts'

export default {
  fetch: app.fetch,
  scheduled: (controller, env, execution) => {
    execution.waitUntil(runCron(controller.cron, env, execution))
  },
} satisfies ExportedHandler<Env>
