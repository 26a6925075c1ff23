import { app } from './app.ts'
import { answerTick, askForTick, tickOf } from './cron/placed.ts'
import type { Env } from './env.ts'
import { startFailure } from './http/boot.ts'

export { ApprovalConfirm } from './durable-objects/approval-confirm.ts'
export { PayinWindow } from './durable-objects/payin-window.ts'
export { PersonSockets } from './durable-objects/person-sockets.ts'
export { VariantStock } from './durable-objects/variant-stock.ts'

export default {
  async fetch(request, env, execution) {
    // Without its secrets the service does no jobs either: it answers to the clock as to everybody.
    const cron = startFailure(env) ? undefined : await tickOf(request, env)
    return cron === undefined ? app.fetch(request, env, execution) : answerTick(cron, env, execution)
  },
  scheduled: (controller, env, execution) => {
    execution.waitUntil(askForTick(env, controller.cron))
  },
} satisfies ExportedHandler<Env>
