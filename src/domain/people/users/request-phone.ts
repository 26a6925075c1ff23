import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard } from '../../../db/guard.ts'
import * as f from '../../../kernel/fields.ts'
import { LOCALES } from '../../../kernel/format.ts'
import { OWNER_MESSAGES, RESEND_MS } from '../../../kernel/limits.ts'
import { maskPhone } from '../../../kernel/phone.ts'
import { SECOND_MS } from '../../../kernel/time.ts'
import { withinQuota } from '../../core/codes/attempts.ts'
import { CODE_TTL_MS, issueCode } from '../../core/codes/issue.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { message, smsOf } from '../../core/notices/notify.ts'
import { phoneCode } from './notices.ts'

const PHONE_TAKEN = guard('PHONE_TAKEN', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Ce numéro est déjà utilisé par un autre compte.',
})

export const RequestPhone = z.strictObject({ phone: f.phone, locale: z.enum(LOCALES).optional() })

/** `expiresIn` and `resendIn` are seconds. */
export const PhoneRequestView = z.object({
  sent: z.literal(true),
  expiresIn: z.int(),
  resendIn: z.int(),
  maskedPhone: z.string(),
})

/**
 * Sends a code by SMS to a number that the person says is theirs (docs/accounts.md, Phone and e-mail). The number is theirs once the code
 * comes back, and is kept with the code until then.
 * @throws 409 ALREADY_EXISTS when somebody else has verified it; 429 within 60 s of the last code, and for the 31st in an hour
 */
export async function requestPhone(
  ctx: Ctx,
  input: z.output<typeof RequestPhone>,
): Promise<z.output<typeof PhoneRequestView>> {
  const actor = actorOf(ctx)
  const phone = f.phoneOf(input.phone, 'phone')
  const { code, writes } = await issueCode(ctx, { purpose: 'PHONE', person: actor.id, target: phone })
  const taken = sql`EXISTS (
    SELECT 1 FROM users u
    WHERE u.phone = ${phone} AND u.phone_verified_at IS NOT NULL AND u.deleted_at IS NULL AND u.id <> ${actor.id})`
  const to = smsOf(actor.id, phone)
  await commit(ctx, [
    abortWhen(ctx.db, PHONE_TAKEN, taken),
    ...writes,
    ...withinQuota(ctx, { key: `sms:${phone}`, ...OWNER_MESSAGES }),
    message(ctx, input.locale ? { ...to, locale: input.locale } : to, phoneCode, { code }),
  ])
  return {
    sent: true,
    expiresIn: CODE_TTL_MS / SECOND_MS,
    resendIn: RESEND_MS / SECOND_MS,
    maskedPhone: maskPhone(phone),
  }
}
