import * as z from 'zod'
import { CODE_TTL_MS, issueCode } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { screenFirstSms } from '#domain/core/notices/first-sms.ts'
import { codeBySms, requireSmsCountry } from '#domain/core/notices/sms.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import * as f from '#kernel/fields.ts'
import { RESEND_MS } from '#kernel/limits.ts'
import { maskPhone } from '#kernel/phone.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { phoneIn, requireNetwork } from '../payins/payer.ts'
import { payoutNumberCode } from './notices.ts'
import { walletOwner } from './owner.ts'
import { payoutNumberTarget } from './payout-number.ts'

export const RequestPayoutNumber = z.strictObject({
  phoneNumber: f.phone,
  network: z.string().trim().toLowerCase().max(30),
  countryCode: f.country,
})

/** `expiresIn` and `resendIn` are seconds. */
export const NumberRequestView = z.object({
  sent: z.literal(true),
  expiresIn: z.int(),
  resendIn: z.int(),
  maskedPhone: z.string(),
})

/**
 * Sends a code by SMS to the number that withdrawals shall go to: it takes effect once the code comes back (docs/money.md,
 * Withdrawals).
 * @throws 403 REAUTH_REQUIRED; 400 for a network or number of another country; 429 within 60 s of the last code, and past what SMS may cost, CHALLENGE_REQUIRED for a first SMS as `screenFirstSms` says; 503 when all are used up
 */
export async function requestPayoutNumber(ctx: Ctx, input: z.output<typeof RequestPayoutNumber>) {
  walletOwner(ctx)
  requireProof(ctx)
  const country = input.countryCode
  requireNetwork(country, input.network)
  const phone = phoneIn(country, input.phoneNumber, 'phoneNumber')
  requireSmsCountry(ctx, phone, 'phoneNumber')
  await screenFirstSms(ctx)
  const target = payoutNumberTarget({ phone, network: input.network, country })
  const me = actorOf(ctx).id
  const { code, writes } = await issueCode(ctx, { purpose: 'PAYOUT_NUMBER', person: me, target })
  await commit(ctx, [...writes, ...codeBySms(ctx, { userId: me, phone }, payoutNumberCode, { code })])
  return {
    sent: true as const,
    expiresIn: CODE_TTL_MS / SECOND_MS,
    resendIn: RESEND_MS / SECOND_MS,
    maskedPhone: maskPhone(phone),
  }
}
