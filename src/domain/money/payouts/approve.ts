import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { approveByCode, type DeadCode } from '#domain/core/approvals/approval.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { ROUTING, refusalOf } from '#providers/gateways.ts'
import { CANCELLED_UNSENT } from '../gateways/attempts/cancel-unsent.ts'
import { intend } from '../gateways/attempts/intend.ts'
import { isOutOfFunds } from '../gateways/attempts/out-of-funds.ts'
import { send } from '../gateways/attempts/send.ts'
import { approvalOf, requireAwaiting } from './approval-code.ts'
import { payoutMachine } from './machine.ts'
import { reservePayout } from './money.ts'
import { getOwnPayout } from './queries.ts'

/**
 * Uses up the code and the approval in one commit that reserves the money and writes the intent, then sends the payout
 * (docs/money.md, Admin payouts). An answer that says nothing leaves it on its way. Runs inside the admin's Durable Object.
 * @returns the payout's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404 for another admin's, 409, 410 if it has expired, 429 after five tries; 400
 *   when the gateway refused; 409 INSUFFICIENT_BALANCE when the account or our wallet at the gateway does not have
 *   it, INVALID_TRANSITION when it was cancelled before it was sent; nothing moved then
 */
export async function approvePayout(ctx: Ctx, input: ApprovalInput): Promise<string> {
  const intent = await retryOnStale(() => approve(ctx, input))
  const sent = await send(ctx, intent)
  if (sent.status !== 'failed') return intent.subjectId
  if (isOutOfFunds(sent)) {
    fail('CONFLICT', {
      reason: 'INSUFFICIENT_BALANCE',
      message:
        "Le solde chez l'opérateur est insuffisant. Rien n'a été versé : approvisionnez-le, puis confirmez de nouveau.",
    })
  }
  if (sent.failureCode === CANCELLED_UNSENT) fail('CONFLICT', 'INVALID_TRANSITION')
  fail(refusalOf('ADMIN_PAYOUT'))
}

async function approve(ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<GatewayTransaction> {
  const payout = await getOwnPayout(ctx, pendingId)
  requireAwaiting(ctx, payout)
  const dies = (why: DeadCode) =>
    transition(ctx, payoutMachine, payout, 'expire', { set: { failureCode: why === 'EXPIRED' ? null : why } })
  const { id, amountMinor, currency, phone, network, country } = payout
  const money = { amountMinor, currency, phone, network, country }
  const { row, writes } = intend(ctx, {
    ...money,
    ...ROUTING.ADMIN_PAYOUT,
    gateway: payout.gateway,
    purpose: 'ADMIN_PAYOUT',
    subjectId: id,
    reference: id,
  })
  await approveByCode(ctx, approvalOf(payout), typed, dies, (used) =>
    commit(ctx, [
      ...used,
      ...transition(ctx, payoutMachine, payout, 'approve'),
      ...reservePayout(ctx, payout),
      ...writes,
      recordAct(ctx, 'payout.confirm', id, {
        ...shownAmount({ amountMinor, currency }),
        provider: network,
        account: payout.account,
      }),
    ]),
  )
  return row
}
