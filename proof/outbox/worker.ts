import type { Env } from '#src/env.ts'
import app from '#src/index.ts'

export { ApprovalConfirm, PayinWindow, PersonSockets, VariantStock } from '#src/index.ts'

/** Time that the platform lets work go on after an answer; workerd by itself knows no end. */
const AFTER_ANSWER_MS = 30_000

type Execution = Pick<ExecutionContext, 'waitUntil'>

/** Cuts off the work that is left after that time with its request, as on the platform. */
const cut = <E extends Execution>(execution: E): E =>
  Object.assign(Object.create(execution), {
    waitUntil: (work: Promise<unknown>) =>
      execution.waitUntil(Promise.race([work, new Promise((end) => setTimeout(end, AFTER_ANSWER_MS))])),
  })

/** The service, whose requests end as the platform ends them. */
export default {
  ...app,
  fetch: (request, env, execution) => app.fetch(request, env, cut(execution)),
} satisfies ExportedHandler<Env>
