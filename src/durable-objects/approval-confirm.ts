import { DurableObject } from 'cloudflare:workers'
import type { ApprovalInput, ConfirmApproval } from '../domain/core/approvals/confirm.ts'
import type { ApprovalKind, Ctx } from '../domain/core/context.ts'
import { approveBooking } from '../domain/money/bookings/approve.ts'
import { approveExpense } from '../domain/money/expenses/approve.ts'
import { approveResolution } from '../domain/money/gateways/deciding/approve-resolution.ts'
import { approvePayout } from '../domain/money/payouts/approve.ts'
import { approveSettlement } from '../domain/money/wallet/approve-settlement.ts'
import { approveRefund } from '../domain/orders/refunds/deciding/approve.ts'
import { checkTotpProof } from '../domain/people/totp/prove.ts'
import type { Env } from '../env.ts'
import { Failure } from '../kernel/failure.ts'
import { type Result, toResult } from '../kernel/result.ts'
import { contextOf, type Delegation } from '../platform-context.ts'
import { answerCall } from './answer.ts'

type Approve = (ctx: Ctx, input: ApprovalInput) => Promise<string>

/** The verb that approves each kind of thing. */
const APPROVE: Record<ApprovalKind, Approve> = {
  payout: approvePayout,
  expense: approveExpense,
  refund: approveRefund,
  settlement: approveSettlement,
  booking: approveBooking,
  resolution: approveResolution,
}

/** One object per admin: a confirmation that finds another one running is refused at once, not queued (docs/limits.md, One at a time). */
export class ApprovalConfirm extends DurableObject<Env> {
  private busy = false

  async confirm(admin: Delegation, kind: ApprovalKind, { totp, ...typed }: ConfirmApproval): Promise<Result<string>> {
    // Set before the first await: while this call waits for the gateway, other calls come in.
    if (this.busy) {
      return toResult(async () => {
        throw new Failure('TOO_MANY_REQUESTS', { message: 'Une confirmation est déjà en cours.', retryAfter: 5 })
      })
    }
    this.busy = true
    try {
      const ctx = contextOf(this.env, (work) => this.ctx.waitUntil(work), admin)
      // Beside the mailed code, not instead of it: a wrong one approves nothing.
      const beside = totp ? { proveBeside: () => checkTotpProof(ctx, totp) } : {}
      return await answerCall(this.env, admin, { object: 'ApprovalConfirm', kind }, () =>
        APPROVE[kind](ctx, { ...typed, ...beside }),
      )
    } finally {
      this.busy = false
    }
  }
}
