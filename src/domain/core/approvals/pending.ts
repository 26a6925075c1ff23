import { and, eq, isNull } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { pendingApprovals } from '#db/schema/core/approvals.ts'
import { fail } from '#kernel/failure.ts'
import { CODE_TTL_MS } from '../codes/issue.ts'
import { actorOf, type Ctx } from '../context.ts'
import { type Approval, approveByCode, requireLiveApproval, sendApprovalCode, viewPendingApproval } from './approval.ts'
import type { ApprovalInput } from './confirm.ts'

type Purpose = Approval['purpose']
type Terms = Approval['terms']
/** Flat fields of the request's input, kept until the code comes. */
type Input = Record<string, string | number | null>

export type PendingApproval = typeof pendingApprovals.$inferSelect

/** A code approves the thing as it was when the code was asked for, and not as it is after a change. */
export const MOVED_SINCE_ASKED = {
  reason: 'INVALID_TRANSITION',
  message: "Ce que ce code approuve a changé depuis qu'il a été demandé. Faites une nouvelle demande.",
} as const

/** Another request replaced the approval, or it was decided, while this one was read. */
const APPROVAL_ENDED = guard('APPROVAL_ENDED', 'CONFLICT', { reason: 'INVALID_TRANSITION' })

/**
 * Asks for an act without a row of its own, its first step: mails the administrator a code that is good for exactly these terms, for ten
 * minutes. A new request replaces the administrator's older one of this purpose, whatever its subject.
 * @param tell the mail that carries the code
 * @returns the answer, and the writes of the commit that asks
 * @throws 429 within 60 s of the last code
 */
export async function askApproval(
  ctx: Ctx,
  { purpose, subjectId, terms, input }: { purpose: Purpose; subjectId: string; terms: Terms; input: Input },
  tell: (code: string) => Write,
) {
  const { id: requestedBy } = actorOf(ctx)
  const pendingId = ctx.ids.v4()
  const isOlder = and(
    eq(pendingApprovals.requestedBy, requestedBy),
    eq(pendingApprovals.purpose, purpose),
    isNull(pendingApprovals.endedAt),
  )
  const writes = [
    ...(await sendApprovalCode(ctx, { purpose, requestedBy, terms: [pendingId, ...terms] }, tell)),
    ctx.db.update(pendingApprovals).set({ endedBy: 'REPLACED', endedAt: ctx.now }).where(isOlder),
    ctx.db.insert(pendingApprovals).values({
      ...{ id: pendingId, purpose, subjectId, requestedBy, terms, input },
      ...{ expiresAt: ctx.now + CODE_TTL_MS, createdAt: ctx.now },
    }),
  ]
  return { view: viewPendingApproval(ctx, pendingId), writes }
}

/**
 * Reads the act that this administrator asked to approve, while its code is valid.
 * @throws 404 for another administrator's, purpose's or thing's; 410 if it has expired, 429 after five wrong codes; 409 if it is done or
 *   replaced
 */
export async function getPending(
  ctx: Ctx,
  purpose: Purpose,
  pendingId: string,
  subjectId?: string,
): Promise<PendingApproval> {
  const [row] = await selectPending(ctx, purpose, pendingId, subjectId)
  return requireWaiting(ctx, row ?? fail('NOT_FOUND'))
}

/** The statement of one act that this administrator asked to approve, for a trip with other reads. */
export const selectPending = (ctx: Ctx, purpose: Purpose, pendingId: string, subjectId?: string) =>
  ctx.db
    .select()
    .from(pendingApprovals)
    .where(
      and(
        eq(pendingApprovals.id, pendingId),
        eq(pendingApprovals.purpose, purpose),
        eq(pendingApprovals.requestedBy, actorOf(ctx).id),
        ...(subjectId === undefined ? [] : [eq(pendingApprovals.subjectId, subjectId)]),
      ),
    )

/** The row that `selectPending` found, while its code is valid. @throws 410, 429, 409 */
export function requireWaiting(ctx: Ctx, row: PendingApproval): PendingApproval {
  const { endedBy, expiresAt } = row
  const hasExpired = endedBy === 'EXPIRED' || endedBy === 'TOO_MANY_CODES'
  requireLiveApproval(ctx, { isAwaiting: endedBy === null, hasExpired, endedBy, expiresAt })
  if (endedBy !== null) fail('CONFLICT', 'INVALID_TRANSITION')
  return row
}

/**
 * Mails a new code for an act that still waits, with the same terms: the old code dies, and the ten minutes start again.
 * @returns the answer, and the writes
 * @throws 429 within 60 s of the last code
 */
export async function askAgain(
  ctx: Ctx,
  { id, purpose, requestedBy, terms }: PendingApproval,
  tell: (code: string) => Write,
) {
  const approval = { purpose: purpose as Purpose, requestedBy, terms: [id, ...terms] }
  const writes = [
    ...(await sendApprovalCode(ctx, approval, tell)),
    ctx.db
      .update(pendingApprovals)
      .set({ expiresAt: ctx.now + CODE_TTL_MS })
      .where(and(eq(pendingApprovals.id, id), isNull(pendingApprovals.endedAt))),
    abortUnlessChanged(ctx.db, APPROVAL_ENDED),
  ]
  return { view: viewPendingApproval(ctx, id), writes }
}

/**
 * Confirms an act, its second step: carries it out if the code is right and the terms are still those that the code approves.
 * @param terms the terms of now; if they differ, a new code is needed
 * @param act commits the act with the writes that use up the code and the approval
 * @throws 401 INVALID_VERIFICATION_CODE, 409 INVALID_TRANSITION, 410, 429 after five tries
 */
export async function approvePending<T>(
  ctx: Ctx,
  pending: PendingApproval,
  terms: Terms,
  { code, proveBeside }: Omit<ApprovalInput, 'pendingId'>,
  act: (used: Write[]) => Promise<T>,
): Promise<T> {
  if (JSON.stringify(terms) !== JSON.stringify(pending.terms)) {
    fail('CONFLICT', MOVED_SINCE_ASKED)
  }
  const approval = {
    purpose: pending.purpose as Purpose,
    requestedBy: pending.requestedBy,
    terms: [pending.id, ...terms],
  }
  return approveByCode(
    ctx,
    approval,
    { code, ...(proveBeside && { proveBeside }) },
    (why) => [end(ctx, pending, why)],
    (used) => act([...used, end(ctx, pending, 'APPROVED'), abortUnlessChanged(ctx.db, APPROVAL_ENDED)]),
  )
}

const end = (ctx: Ctx, { id }: PendingApproval, endedBy: NonNullable<PendingApproval['endedBy']>): Write =>
  ctx.db
    .update(pendingApprovals)
    .set({ endedBy, endedAt: ctx.now })
    .where(and(eq(pendingApprovals.id, id), isNull(pendingApprovals.endedAt)))
