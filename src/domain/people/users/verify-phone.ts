import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { LOCALES } from '../../../kernel/format.ts'
import { maskPhone } from '../../../kernel/phone.ts'
import { checkCodeOf } from '../../core/codes/check.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { mailOf, messageWhen } from '../../core/notices/notify.ts'
import { phoneChanged } from './notices.ts'
import { viewUser } from './view.ts'

export const VerifyPhone = z.strictObject({ code: f.code6, locale: z.enum(LOCALES).optional() })

/**
 * The code that came by SMS proves the number it was sent to: it is the person's from now on (docs/accounts.md,
 * Phone and e-mail). Of two people who prove one number at once, one has it. A new number is told by mail.
 * @throws 401 INVALID_VERIFICATION_CODE, 410, 429 after five tries; 409 when the number was verified by another meanwhile
 */
export async function verifyPhone(ctx: Ctx, { code }: z.output<typeof VerifyPhone>) {
  const me = actorOf(ctx)
  const { id } = me
  const mine = eq(users.id, id)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'PHONE', person: id }, code)
  const isNew = sql`NOT EXISTS (
    SELECT 1 FROM users u WHERE u.id = ${id} AND u.phone = ${target} AND u.phone_verified_at IS NOT NULL)`
  const [[user]] = await commit(
    ctx,
    [
      ...used,
      requireActiveActor(ctx),
      messageWhen(ctx, isNew, mailOf(me), phoneChanged, { phone: maskPhone(target) }),
      ctx.db.update(users).set({ phone: target, phoneVerifiedAt: ctx.now, updatedAt: ctx.now }).where(mine),
    ],
    ctx.db.select().from(users).where(mine),
  )
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
