import { DurableObject } from 'cloudflare:workers'
import { confirmPayout } from '../domain/money/payouts/confirm.ts'
import type { Env } from '../env.ts'
import { Failure } from '../kernel/failure.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { contextOf, type Delegation } from '../platform-context.ts'

/** One object per admin: a confirmation that finds another one running is refused at once, not queued (spec.md 4.2). */
export class PayoutConfirm extends DurableObject<Env> {
  private busy = false

  async confirm(admin: Delegation, input: { pendingId: string; code: string }): Promise<Result<string>> {
    // Set before the first await: while this call waits for the gateway, other calls come in.
    if (this.busy) {
      return toResult(async () => {
        throw new Failure('TOO_MANY_REQUESTS', { message: 'Une confirmation est déjà en cours.', retryAfter: 5 })
      })
    }
    this.busy = true
    try {
      return await toResult(() =>
        confirmPayout(
          contextOf(this.env, (work) => this.ctx.waitUntil(work), admin),
          input,
        ),
      )
    } finally {
      this.busy = false
    }
  }
}
