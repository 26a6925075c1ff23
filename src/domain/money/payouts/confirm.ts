import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { Failure, fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { unwrap } from '../../../kernel/result.ts'
import { audited } from '../../core/audit.ts'
import { checkCode } from '../../core/codes/check.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { intend } from '../gateways/intend.ts'
import { send } from '../gateways/send.ts'
import { approvalOf } from './approval-code.ts'
import { payoutMachine } from './machine.ts'
import { findOwnPayout, type PayoutRow, readPayout } from './queries.ts'
import { viewPayout } from './view.ts'

export const ConfirmPayout = z.strictObject({ pendingId: f.idIn, code: f.code6 })
type ConfirmPayout = z.output<typeof ConfirmPayout>

/** Second step of a payout, one at a time per admin: a second one that runs meanwhile is refused with 429 (spec.md 4.2). */
export async function confirmPayoutOnce(ctx: Ctx, input: ConfirmPayout) {
  const id = unwrap(await ctx.objects.confirmPayout(actorOf(ctx), input))
  return viewPayout((await readPayout(ctx, id)).payout)
}

/**
 * Uses up the code and the approval in one commit with the intent, then sends the payout (spec.md 4.2). An answer that
 * says nothing leaves it on its way. Runs inside the admin's Durable Object.
 * @returns the payout's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404 for another admin's, 409, 410 once it expired, 429 after five tries; 400
 *   PAWAPAY_PAYOUT_REJECTED and 409 INSUFFICIENT_BALANCE when gateway A refused, and nothing moved
 */
export async function confirmPayout(ctx: Ctx, input: ConfirmPayout): Promise<string> {
  const intent = await retryOnStale(() => approve(ctx, input))
  const sent = await send(ctx, intent)
  if (sent.status !== 'failed') return intent.subjectId
  if (sent.failureCode === 'PAWAPAY_WALLET_OUT_OF_FUNDS') {
    fail('CONFLICT', {
      reason: 'INSUFFICIENT_BALANCE',
      message: "Le solde chez l'opérateur est insuffisant. Rien n'a été versé.",
    })
  }
  fail('PAWAPAY_PAYOUT_REJECTED')
}

async function approve(ctx: Ctx, { pendingId, code }: ConfirmPayout): Promise<GatewayTransaction> {
  const payout = await findOwnPayout(ctx, pendingId)
  requireAwaiting(ctx, payout)
  const used = await checkApproval(ctx, payout, code)
  const { id, amountMinor, currency, phone, network, country } = payout
  const money = { amountMinor, currency, phone, network, country }
  const { row, writes } = intend(ctx, {
    ...money,
    gateway: 'A',
    kind: 'payout',
    purpose: 'ADMIN_PAYOUT',
    subjectId: id,
    reference: id,
  })
  await commit(ctx, [
    ...used,
    ...transition(ctx, payoutMachine, payout, 'approve'),
    ...writes,
    audited(ctx, 'payout.confirm', id, { amountMinor, currency, provider: network, account: payout.account }),
  ])
  return row
}

const TOO_MANY_CODES = 'TOO_MANY_CODES'

/** A payout that waits for a code, and still may. */
export function requireAwaiting(ctx: Ctx, payout: PayoutRow): void {
  const isPast = (payout.expiresAt ?? 0) <= ctx.now
  if (payout.status === 'EXPIRED' && payout.failureCode === TOO_MANY_CODES && !isPast) {
    fail('TOO_MANY_REQUESTS', { message: 'Trop de codes incorrects. Faites une nouvelle demande.', retryAfter: 60 })
  }
  if (payout.status === 'EXPIRED' || (payout.status === 'AWAITING_CODE' && isPast)) {
    fail('GONE', { message: 'Cette demande a expiré. Faites-en une nouvelle.' })
  }
  nextStatus(payoutMachine, payout.status, 'approve')
}

/** A code that died, of age or of five wrong tries, takes its payout with it (contract.md section 6, money). */
async function checkApproval(ctx: Ctx, payout: PayoutRow, code: string): Promise<Write[]> {
  try {
    return await checkCode(ctx, approvalOf(payout), code)
  } catch (error) {
    const isTooMany = error instanceof Failure && error.code === 'TOO_MANY_REQUESTS'
    if (isTooMany || (error instanceof Failure && error.code === 'GONE')) {
      await commit(
        ctx,
        transition(ctx, payoutMachine, payout, 'expire', { set: { failureCode: isTooMany ? TOO_MANY_CODES : null } }),
      )
    }
    throw error
  }
}
