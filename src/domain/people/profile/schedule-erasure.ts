import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, abortWhen } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { afterChange, isToldEnough, tellOwner, tellOwnerWhen } from '#domain/core/owner/after-change.ts'
import { mailKnownBefore } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { ERASURE_WAIT_MS, NOT_DUE } from '../erasure/terms.ts'
import { eitherProof, proof, proveOwner } from '../sign-in/prove-owner.ts'
import { LAST_ADMIN, nothingOpen } from '../users/guards.ts'
import { deletionCancelled, deletionScheduled, formerDeletionScheduled } from './notices.ts'
import { selectMe } from './queries.ts'

export const ScheduleErasure = z.strictObject(proof).meta(eitherProof)
export const ScheduledErasureView = z.object({ scheduledFor: f.isoTime })

/**
 * Schedules the erasure of the owner's account in 30 days, in which they may cancel it (docs/accounts.md, Erasure). A second request keeps
 * the day. Former addresses that have a good link to undo a change are told too.
 * @throws 400 for two proofs; 401, 410, 429; 403 REAUTH_REQUIRED without one; 409 with open orders, withdrawals on their way or money in a
 *   wallet, and for the last ADMIN in office who stays
 */
export async function scheduleErasure(
  ctx: Ctx,
  given: z.output<typeof ScheduleErasure>,
): Promise<z.output<typeof ScheduledErasureView>> {
  const { id } = actorOf(ctx)
  const proved = await proveOwner(ctx, given)
  const due = ctx.now + ERASURE_WAIT_MS
  const isNew = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.erasure_due_at IS NULL)`
  const nobodyStays = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.role = 'ADMIN') AND NOT EXISTS (
    SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.blocked_at IS NULL AND u.deleted_at IS NULL AND u.erasure_due_at IS NULL)`
  const [[me]] = await commit(
    ctx,
    [
      ...proved,
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ...nothingOpen(ctx, id),
      ...tellOwnerWhen(ctx, isNew, id, deletionScheduled, { at: due }),
      mailKnownBefore(ctx, sql`${isNew} AND NOT ${isToldEnough(deletionScheduled, id)}`, id, formerDeletionScheduled, {
        at: due,
      }),
      ...afterChange(ctx),
      ctx.db
        .update(users)
        .set({ erasureDueAt: sql`coalesce(erasure_due_at, ${due})`, updatedAt: ctx.now })
        .where(eq(users.id, id)),
      abortWhen(ctx.db, LAST_ADMIN, nobodyStays),
    ],
    selectMe(ctx),
  )
  return { scheduledFor: iso(me?.erasureDueAt ?? fail('UNAUTHORIZED')) }
}

export const KeptAccountView = z.object({ cancelled: z.literal(true) })

/**
 * Cancels the erasure that the owner asked for.
 * @throws 409 if none was asked for
 */
export async function cancelErasure(ctx: Ctx): Promise<z.output<typeof KeptAccountView>> {
  const { id } = actorOf(ctx)
  await commit(ctx, [
    requireActiveActor(ctx),
    ctx.db
      .update(users)
      .set({ erasureDueAt: null, updatedAt: ctx.now })
      .where(and(eq(users.id, id), isNotNull(users.erasureDueAt))),
    abortUnlessChanged(ctx.db, NOT_DUE),
    ...tellOwner(ctx, id, deletionCancelled),
  ])
  return { cancelled: true }
}
