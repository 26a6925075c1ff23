import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import type { AuditAction } from '#db/schema/core/audit-actions.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { isoOrNull } from '#kernel/time.ts'
import { kycMachine } from './machine.ts'
import { kycApproved, kycChangesRequested, kycRejected, kycRevoked } from './notices.ts'
import { followInProfile } from './open.ts'
import { getKyc, selectKyc } from './queries.ts'
import { requireValidId } from './requirements.ts'
import { viewKycForStaff } from './view.ts'

const seen = { submittedAt: f.isoTime.optional() }
export const DecideKyc = z.strictObject({ reason: f.reason, ...seen })
export const ApproveKyc = z.strictObject({ reason: f.reason.optional(), ...seen })

/** Decisions of staff about a file: the action in the audit record, and the notice to the seller. */
const DECISIONS = {
  approve: ['kyc.approve', kycApproved],
  reject: ['kyc.reject', kycRejected],
  requestChanges: ['kyc.request-changes', kycChangesRequested],
  revoke: ['kyc.revoke', kycRevoked],
} as const satisfies Record<string, readonly [AuditAction, unknown]>

type Decision = keyof typeof DECISIONS

/**
 * Approves, rejects or sends back a submitted identity file, or revokes an approved one. The profile changes in the same commit, and the
 * seller is told why (docs/states.md, Identity).
 * @throws 403 for the actor's own file, from before they were staff; 404; 409 INVALID_TRANSITION, also to approve an expired paper;
 *   VERSION_MISMATCH if it was handed in anew since `submittedAt`
 */
export const decideKyc = (
  ctx: Ctx,
  id: string,
  decision: Decision,
  { reason, submittedAt }: z.output<typeof ApproveKyc>,
) =>
  retryOnStale(async () => {
    const { kyc, userId } = await getKyc(ctx, id)
    refuseOwnThing(ctx, userId)
    const status = nextStatus(kycMachine, kyc.status, decision)
    requireSeen(submittedAt, isoOrNull(kyc.submittedAt))
    if (decision === 'approve') requireValidId(ctx, kyc.idExpiresAt)
    const [action, told] = DECISIONS[decision]
    const said = decision === 'approve' ? null : (reason ?? null)
    const [[decided]] = await commit(
      ctx,
      [
        ...transition(ctx, kycMachine, kyc, decision, { reason, set: { reviewedAt: ctx.now, reason: said } }),
        followInProfile(ctx, kyc.sellerProfileId, status),
        recordAct(ctx, action, id, { reason }),
        ...notify(ctx, userId, told, { reason, opens: { kycId: id } }),
      ],
      selectKyc(ctx, id),
    )
    return viewKycForStaff(ctx, decided ?? fail('NOT_FOUND'))
  })
