import { DurableObject } from 'cloudflare:workers'
import type { ApprovalKind, Ctx } from '../domain/core/context.ts'
import { approvePayout } from '../domain/money/payouts/approve.ts'
import type { Env } from '../env.ts'
import { Failure } from '../kernel/failure.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { contextOf, type Delegation } from '../platform-context.ts'

type Approve = (ctx: Ctx, input: { pendingId: string; code: string }) => Promise<string>

/** What approves each kind of thing. */
const APPROVE: Record<ApprovalKind, Approve> = { payout: approvePayout }

/** One object per admin: a confirmation that finds another one running is refused at once, not queued (docs/limits.md, One at a time). */
export class ApprovalConfirm extends DurableObject<Env> {
  private busy = false

  async confirm(
    admin: Delegation,
    kind: ApprovalKind,
    input: { pendingId: string; code: string },
  ): Promise<Result<string>> {
    // Set before the first await: while this call waits for the gateway, other calls come in.
    if (this.busy) {
      return toResult(async () => {
        throw new Failure('TOO_MANY_REQUESTS', { message: 'Une confirmation est déjà en cours.', retryAfter: 5 })
      })
    }
    this.busy = true
    try {
      const ctx = contextOf(this.env, (work) => this.ctx.waitUntil(work), admin)
      return await toResult(() => APPROVE[kind](ctx, input))
    } finally {
      this.busy = false
    }
  }
}
