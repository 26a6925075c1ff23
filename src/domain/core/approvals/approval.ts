import { and, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { failureOf } from '#db/guard.ts'
import { codes } from '#db/schema/core/codes.ts'
import { Failure, fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { OWNER_MESSAGES, RESEND_MS } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/phone.ts'
import { iso, SECOND_MS } from '#kernel/time.ts'
import { withinQuota } from '../codes/attempts.ts'
import { CODE_TOO_SOON } from '../codes/guards.ts'
import { type ApprovalPurpose, CODE_TTL_MS, type CodeUse, issueCode } from '../codes/issue.ts'
import { commit } from '../commit.ts'
import { actorOf, type Ctx } from '../context.ts'
import type { ApprovalInput } from './confirm.ts'
import { requireApprover, requireNotHeld, selectApprover } from './held.ts'
import { unlessTriesUsedUp, withApprovalCode } from './tries.ts'

/**
 * An act of staff that moves money and waits for the code that is mailed to the person who asks. The payout, refund or expense itself keeps
 * the state AWAITING_CODE and the end of its wait.
 */
export type Approval = {
  purpose: ApprovalPurpose
  requestedBy: string
  /** Everything that the code approves: with another amount, currency or target the code is worth nothing. */
  terms: (string | number | null)[]
}

/** The answer to the person who asks: the code is on its way. */
export const PendingApprovalView = z
  .object({
    pendingId: f.id,
    expiresAt: f.isoTime,
    /** Seconds until another code may be asked for. */
    resendIn: z.int(),
    maskedEmail: z.string(),
  })
  .meta({ id: 'PendingApproval' })

export const viewPendingApproval = (ctx: Ctx, pendingId: string): z.output<typeof PendingApprovalView> => ({
  pendingId,
  expiresAt: iso(ctx.now + CODE_TTL_MS),
  resendIn: RESEND_MS / SECOND_MS,
  maskedEmail: maskEmail(actorOf(ctx).email),
})

const codeUseOf = ({ purpose, requestedBy, terms }: Approval): CodeUse => ({
  purpose,
  person: requestedBy,
  target: terms.join('|'),
})

/**
 * Mails the person who asks a code for exactly these terms, by writes for a commit.
 * @param tell the mail that carries the code
 * @throws 429 within 60 s of their last code, and while their tries of this hour are used up; 409 APPROVER_HELD while they may approve
 *   nothing
 */
export async function sendApprovalCode(ctx: Ctx, approval: Approval, tell: (code: string) => Write): Promise<Write[]> {
  const { email } = actorOf(ctx)
  const { code, writes } = await issueCode(ctx, codeUseOf(approval))
  return [
    ...requireApprover(ctx),
    unlessTriesUsedUp(ctx, codeUseOf(approval)),
    ...writes,
    ...withinQuota(ctx, { key: `email:${email}`, ...OWNER_MESSAGES }),
    tell(code),
  ]
}

/**
 * Refuses now what `sendApprovalCode` would refuse in its commit, before anybody outside is asked.
 * @throws 409 APPROVER_HELD; 429 within 60 s of this person's last code for this purpose
 */
export async function requireCodeDue(ctx: Ctx, purpose: Approval['purpose']): Promise<void> {
  const mine = and(eq(codes.purpose, purpose), eq(codes.person, actorOf(ctx).id))
  const recent = and(mine, isNull(codes.consumedAt), gt(codes.sentAt, ctx.now - RESEND_MS))
  const [[last], [approver]] = await readTogether(
    ctx.db,
    ctx.db.select({ sentAt: codes.sentAt }).from(codes).where(recent),
    selectApprover(ctx),
  )
  requireNotHeld(ctx, approver)
  if (last) throw failureOf(CODE_TOO_SOON)
}

/** Reasons why a code can approve nothing any more. */
export type DeadCode = 'EXPIRED' | 'TOO_MANY_CODES'

/**
 * Runs the act that the code approves. If the code has died, of age or of five wrong tries, `end` gives the writes that end the act with
 * it.
 * @param act commits the writes that use up the code
 * @throws 401 INVALID_VERIFICATION_CODE, 409 APPROVER_HELD, 429 after five tries, 410
 */
export async function approveByCode<T>(
  ctx: Ctx,
  approval: Approval,
  { code, proveBeside }: Omit<ApprovalInput, 'pendingId'>,
  end: (why: DeadCode) => Write[],
  act: (used: Write[]) => Promise<T>,
): Promise<T> {
  let isRight = false
  try {
    return await withApprovalCode(ctx, codeUseOf(approval), code, async (used) => {
      isRight = true
      return act([...requireApprover(ctx), ...used, ...((await proveBeside?.()) ?? [])])
    })
  } catch (error) {
    if (isRight || !(error instanceof Failure)) throw error
    // The request asked for something else than this end: its Idempotency-Key stays free.
    const own = { ...ctx, keyUse: undefined }
    if (error.code === 'TOO_MANY_REQUESTS') await commit(own, end('TOO_MANY_CODES'))
    if (error.code === 'GONE') await commit(own, end('EXPIRED'))
    throw error
  }
}

/** Refuses an approval that no longer waits for a code. @throws 429 if five wrong codes ended it, until its time is over; then 410 */
export function requireLiveApproval(
  ctx: Ctx,
  waiting: { isAwaiting: boolean; hasExpired: boolean; endedBy: string | null; expiresAt: number | null },
): void {
  const isPast = (waiting.expiresAt ?? 0) <= ctx.now
  const tooMany: DeadCode = 'TOO_MANY_CODES'
  if (waiting.hasExpired && waiting.endedBy === tooMany && !isPast) {
    fail('TOO_MANY_REQUESTS', { message: 'Trop de codes incorrects. Faites une nouvelle demande.', retryAfter: 60 })
  }
  if (waiting.hasExpired || (waiting.isAwaiting && isPast)) {
    fail('GONE', { message: 'Cette demande a expiré. Faites-en une nouvelle.' })
  }
}
