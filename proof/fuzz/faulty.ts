import { app } from '#src/app.ts'
import type { Env } from '#src/env.ts'
import { FAULTS } from './faults.ts'

export { ApprovalConfirm } from '#durable-objects/approval-confirm.ts'
export { PayinWindow } from '#durable-objects/payin-window.ts'
export { PersonSockets } from '#durable-objects/person-sockets.ts'
export { VariantStock } from '#durable-objects/variant-stock.ts'

/**
 * The service with one of the faults, which the header `X-Fault` chooses by its number. Nothing of `src` imports this: a
 * production build cannot have it.
 */
export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const fault = FAULTS[Number(request.headers.get('x-fault') ?? -1)]
    const kept = request.clone() as Request
    const answer = await app.fetch(request, env, execution)
    return fault ? fault.answer(answer, kept) : answer
  },
}
