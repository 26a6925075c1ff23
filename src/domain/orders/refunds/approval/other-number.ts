import { eq, sql } from 'drizzle-orm'
import { refunds } from '#db/schema/orders/refunds.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import {
  approvePending,
  askAgain,
  askApproval,
  MOVED_SINCE_ASKED,
  type PendingApproval,
} from '#domain/core/approvals/pending.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo, notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { maskPhone } from '#kernel/phone.ts'
import { startAgain } from '../attempts/start-again.ts'
import { decideAttempt } from '../attempts/start-next-attempt.ts'
import { refundCode, refundRedirected } from '../notices.ts'
import { payerOf, refuseOwnPurchase } from '../own-purchase.ts'
import type { RefundRow } from '../refund.ts'
import { getSurplusPayin, isSurplus } from '../surplus/surplus.ts'
import type { PendingRefund } from '../view.ts'
import { getFailed, type RefundToRetry } from './get-failed.ts'
import { requireTheirNumber } from './require-their-number.ts'

export const OTHER_NUMBER = 'REFUND_NUMBER'

type Number = Pick<RefundRow, 'phone' | 'network' | 'country'>

/** The code is good for exactly this: how much of which refund, of what, to which number. */
const termsOf = async (ctx: Ctx, failed: RefundToRetry, { phone, network, country }: Number) => {
  const { id, amountMinor, currency, status, attempt } = failed.refund
  return [id, amountMinor, currency, phone, network, country, status, attempt, await stateOf(ctx, failed)]
}

const stateOf = async (ctx: Ctx, { refund, order }: RefundToRetry): Promise<string> =>
  isSurplus(refund) ? (await getSurplusPayin(ctx, refund)).status : (order ?? fail('NOT_FOUND')).status

const tellCode = (ctx: Ctx, { amountMinor, currency }: Pick<RefundRow, 'amountMinor' | 'currency'>, phone: string) => {
  return (code: string) => mailTo(ctx, actorOf(ctx), refundCode, { code, amount: { amountMinor, currency }, phone })
}

/**
 * Another number of who paid is to get the refund: the admin is mailed a code for it, and nothing moves.
 * @throws 400 for a number that is not theirs, 409, 429 within 60 s of the last code
 */
export async function askOtherNumber(ctx: Ctx, failed: RefundToRetry, to: RefundRow): Promise<PendingRefund> {
  const { refund } = failed
  const { purchase } = await startAgain(ctx, { ...failed, refund: to })
  const { phone, network, country } = to
  const { view, writes } = await askApproval(
    ctx,
    {
      ...{ purpose: OTHER_NUMBER, subjectId: refund.id, terms: await termsOf(ctx, failed, to) },
      input: { phone, network, country },
    },
    tellCode(ctx, refund, phone),
  )
  await commit(ctx, [
    refuseOwnPurchase(ctx, purchase),
    requireTheirNumber(ctx, purchase, phone),
    ...writes,
    recordAct(ctx, 'refund.request', refund.id, {
      subject: refund.orderId,
      ...shownAmount(refund),
      phone: maskPhone(phone),
    }),
  ])
  return { ...view, refundId: refund.id }
}

/** A new code for the same number. 409 for what moved since, 429 within 60 s of the last code */
export async function resendOtherNumber(ctx: Ctx, pending: PendingApproval): Promise<PendingRefund> {
  const failed = await getFailed(ctx, pending.subjectId)
  const number = inputOf(pending)
  if (JSON.stringify(await termsOf(ctx, failed, number)) !== JSON.stringify(pending.terms))
    fail('CONFLICT', MOVED_SINCE_ASKED)
  const { view, writes } = await askAgain(ctx, pending, tellCode(ctx, failed.refund, number.phone))
  await commit(ctx, writes)
  return { ...view, refundId: failed.refund.id }
}

/**
 * Sends the refund to the number that the code is for, in the commit that uses it up; who paid is told.
 * @throws 400 for a number that is theirs no more; 401, 409 for what moved since it was asked, 410, 429
 */
export async function approveOtherNumber(ctx: Ctx, pending: PendingApproval, typed: Omit<ApprovalInput, 'pendingId'>) {
  const failed = await getFailed(ctx, pending.subjectId)
  const { refund, order } = failed
  const number = inputOf(pending)
  return approvePending(ctx, pending, await termsOf(ctx, failed, number), typed, async (used) => {
    const next = await startAgain(ctx, { ...failed, refund: { ...refund, ...number } })
    const { phone, network } = number
    await commit(ctx, [
      ...used,
      ...decideAttempt(ctx, refund, next),
      requireTheirNumber(ctx, next.purchase, phone),
      keepApproved(ctx, refund, phone),
      ...next.writes,
      recordAct(ctx, 'refund.retry', refund.id, { phone: maskPhone(phone), network, isOther: true }),
      ...notify(ctx, payerOf(next.purchase), refundRedirected, { number: order?.number, phone: maskPhone(phone) }),
    ])
    return { id: refund.id, intent: next.intent }
  })
}

const keepApproved = (ctx: Ctx, { id, amountMinor }: RefundRow, phone: string) =>
  ctx.db
    .update(refunds)
    .set({
      approvedPhones: sql`json_insert(approved_phones, '$[#]', json_object('phone', ${phone}, 'amountMinor', ${amountMinor}))`,
    })
    .where(eq(refunds.id, id))

/** The number that `askOtherNumber` kept of the request. */
const inputOf = ({ input }: PendingApproval) => input as unknown as Number
