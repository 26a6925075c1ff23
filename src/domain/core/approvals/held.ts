import { eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import type { Role } from '#kernel/roles.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { actorOf, type Ctx } from '../context.ts'
import { requireActiveStaff } from '../guards.ts'

/** Time in which a new or returned ADMIN approves nothing about money, in ms: the others are told, and have this time. */
export const APPROVALS_HELD_MS = 24 * HOUR_MS

const APPROVER_HELD = guard('APPROVER_HELD', 'CONFLICT', { reason: 'APPROVER_HELD' })

/** Columns of an account that gets the role of ADMIN, or whose block or deletion ends. */
export const heldFromNow = (ctx: Ctx) => ({ approvalsHeldUntil: ctx.now + APPROVALS_HELD_MS })

/** Columns of an account that loses the role of ADMIN: the time until which it was in office. */
export const leavesOffice = (ctx: Ctx): { wasAdminUntil: SQL<number> } => ({
  wasAdminUntil: sql<number>`coalesce(users.blocked_at, ${ctx.now})`,
})

type Approver = { role: Role; approvalsHeldUntil: number | null }

/** The end of the time in which an account approves nothing about money; null if it may, or has nothing to approve. */
export const heldUntil = (ctx: Ctx, { role, approvalsHeldUntil }: Approver): number | null =>
  role === 'ADMIN' && approvalsHeldUntil !== null && approvalsHeldUntil > ctx.now ? approvalsHeldUntil : null

/** Refuses the commit of an approval. @throws 401 if the actor is no longer in office; 409 APPROVER_HELD if not for long enough */
export const requireApprover = (ctx: Ctx): Write[] => [
  requireActiveStaff(ctx),
  abortWhen(
    ctx.db,
    APPROVER_HELD,
    sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${actorOf(ctx).id} AND u.approvals_held_until > ${ctx.now})`,
  ),
]

/** Refuses the commit of an act about money without a code, by an ADMIN who may approve nothing yet. @throws 409 APPROVER_HELD */
export const unlessHeld = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    APPROVER_HELD,
    sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${actorOf(ctx).id} AND u.role = 'ADMIN' AND u.approvals_held_until > ${ctx.now})`,
  )

export const selectApprover = (ctx: Ctx) =>
  ctx.db
    .select({ role: users.role, approvalsHeldUntil: users.approvalsHeldUntil })
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))

/** Refuses now what `requireApprover` would refuse in the commit. @throws 409 APPROVER_HELD */
export function requireNotHeld(ctx: Ctx, approver: Approver | undefined): void {
  if (approver && heldUntil(ctx, approver) !== null) throw failureOf(APPROVER_HELD)
}
