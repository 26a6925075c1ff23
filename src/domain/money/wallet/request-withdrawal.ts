import * as z from 'zod'
import { unlessTriesUsedUp } from '#domain/core/approvals/tries.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { CODE_TTL_MS, issueCode } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { OWNER_MESSAGES, RESEND_MS } from '#kernel/limits.ts'
import { maskEmail, maskPhone } from '#kernel/phone.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { sentOf } from '../payouts/exchange.ts'
import { freezeRates } from '../rates/freeze.ts'
import { withdrawalApproval } from './notices.ts'
import { walletOwner } from './owner.ts'
import { termsToday, withdrawalCodeUse, withdrawalFields } from './terms.ts'
import { PayoutMoneyView, viewSent } from './view.ts'

export const RequestWithdrawal = z.strictObject(withdrawalFields)

/** `expiresIn` and `resendIn` are seconds. */
export const WithdrawalCodeView = z.object({
  expiresIn: z.int(),
  resendIn: z.int(),
  maskedEmail: z.string(),
  ...PayoutMoneyView,
})

/**
 * First step of a withdrawal: a code goes to the caller's address, good for exactly this amount, currency and payout
 * number for 10 minutes (docs/money.md, Withdrawals). Nothing is reserved yet.
 * @throws 400 below the minimum; 403 WALLET_FROZEN; 409 INSUFFICIENT_BALANCE, PAYOUT_LIMIT, WITHDRAWAL_HELD, or without a payout number; 429
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: z.output<typeof RequestWithdrawal>,
): Promise<z.output<typeof WithdrawalCodeView>> {
  const me = actorOf(ctx)
  const { email } = me
  const { terms, rates } = await termsToday(ctx, walletOwner(ctx), input)
  if (terms.availableMinor < terms.amountMinor) fail('CONFLICT', 'INSUFFICIENT_BALANCE')
  if (terms.leftOfDayMinor < terms.amountMinor) fail('CONFLICT', 'PAYOUT_LIMIT')
  const use = withdrawalCodeUse(ctx, terms)
  const { code, writes } = await issueCode(ctx, use)
  const { amountMinor, currency, phone } = terms
  const sent = sentOf(terms)
  const facts = { code, amount: { amountMinor, currency }, sent, phone: maskPhone(phone) }
  await commit(ctx, [
    unlessTriesUsedUp(ctx, use),
    ...writes,
    // The rate is the person's from now on: nobody corrects it under their code.
    ...freezeRates(ctx, rates, [[currency, sent.currency]]),
    ...withinQuota(ctx, { key: `email:${email}`, ...OWNER_MESSAGES }),
    mailTo(ctx, me, withdrawalApproval, facts),
  ])
  return {
    ...{ expiresIn: CODE_TTL_MS / SECOND_MS, resendIn: RESEND_MS / SECOND_MS, maskedEmail: maskEmail(email) },
    ...viewSent(terms),
  }
}
