import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { riderMachine } from './machine.ts'
import { riderApproved, riderReactivated, riderRejected, riderSuspended } from './notices.ts'
import { selectRider } from './queries.ts'
import { viewRider } from './view.ts'

const seen = { version: f.version.optional() }
export const DecideRider = z.strictObject({ reason: f.reason, ...seen })
export const ApproveRider = z.strictObject({ reason: f.reason.optional(), ...seen })

/** Decisions of staff about a rider, each with its notice to the rider. */
const DECISIONS = {
  approve: riderApproved,
  reject: riderRejected,
  suspend: riderSuspended,
  reactivate: riderReactivated,
} as const

type Decision = keyof typeof DECISIONS

/**
 * Approves, rejects, suspends or reactivates a rider, who goes OFFLINE and is told why (docs/states.md, Rider). A suspended rider finishes
 * the jobs in hand and takes no new one.
 * @throws 404; 409 INVALID_TRANSITION; VERSION_MISMATCH if the rider or a paper changed since `version`
 */
export const decideRider = (
  ctx: Ctx,
  id: string,
  decision: Decision,
  { reason, version }: z.output<typeof ApproveRider>,
) =>
  retryOnStale(async () => {
    const [found] = await selectRider(ctx, id)
    if (!found) fail('NOT_FOUND')
    refuseOwnThing(ctx, found.rider.userId)
    nextStatus(riderMachine, found.rider.status, decision)
    requireSeen(version, found.rider.version)
    const [[decided]] = await commit(
      ctx,
      [
        ...transition(ctx, riderMachine, found.rider, decision, { reason, set: { availability: 'OFFLINE' } }),
        recordAct(ctx, `rider.${decision}`, id, { reason }),
        ...notify(ctx, found.rider.userId, DECISIONS[decision], { reason, opens: { riderId: id } }),
      ],
      selectRider(ctx, id),
    )
    return viewRider(ctx, decided ?? fail('NOT_FOUND'))
  })
