import * as z from 'zod'
import { CODE_TTL_MS, issueCode } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { screenFirstSms } from '#domain/core/notices/first-sms.ts'
import { codeBySms, requireSmsCountry } from '#domain/core/notices/sms.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import * as f from '#kernel/fields.ts'
import { LOCALES } from '#kernel/format.ts'
import { RESEND_MS } from '#kernel/limits.ts'
import { maskPhone } from '#kernel/phone.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { phoneCode } from './notices.ts'

export const RequestPhone = z.strictObject({ phone: f.phone, locale: z.enum(LOCALES).optional() })

/** `expiresIn` and `resendIn` are seconds. */
export const PhoneRequestView = z.object({
  sent: z.literal(true),
  expiresIn: z.int(),
  resendIn: z.int(),
  maskedPhone: z.string(),
})

/**
 * Sends a code by SMS to a number that the person says is theirs (docs/accounts.md, Phone and e-mail). The number is kept with the code,
 * and becomes theirs once the code comes back. The answer does not tell whether another account has it.
 * @throws 403 REAUTH_REQUIRED over a verified one; 400 for a number that gets no SMS; 429 within 60 s of the last code, and past what SMS
 *   may cost, CHALLENGE_REQUIRED for a first SMS from a suspect address or of a new account past 30 a day of its address; 503 if all are
 *   used up
 */
export async function requestPhone(
  ctx: Ctx,
  input: z.output<typeof RequestPhone>,
): Promise<z.output<typeof PhoneRequestView>> {
  const actor = actorOf(ctx)
  if (actor.phone !== null) requireProof(ctx)
  const phone = f.phoneOf(input.phone, 'phone')
  requireSmsCountry(ctx, phone, 'phone')
  await screenFirstSms(ctx)
  const { code, writes } = await issueCode(ctx, { purpose: 'PHONE', person: actor.id, target: phone })
  const to = { userId: actor.id, phone, locale: input.locale }
  await commit(ctx, [...writes, ...codeBySms(ctx, to, phoneCode, { code })])
  return {
    sent: true,
    expiresIn: CODE_TTL_MS / SECOND_MS,
    resendIn: RESEND_MS / SECOND_MS,
    maskedPhone: maskPhone(phone),
  }
}
