import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { commit } from '../../db/commit.ts'
import { users } from '../../db/schema/identity.ts'
import { fail } from '../../kernel/failure.ts'
import * as f from '../../kernel/fields.ts'
import { checkCodeOf } from '../codes/check.ts'
import { actorOf, type Ctx } from '../context.ts'
import { viewUser } from './view.ts'

export const VerifyPhone = z.strictObject({ code: f.code6, locale: z.enum(['fr', 'en']).optional() })

/**
 * The code that came by SMS proves the number it was sent to: it is the person's from now on (spec.md, POST
 * /users/phone/verify). Of two people who prove one number at once, one has it.
 * @throws 401 INVALID_VERIFICATION_CODE, 410, 429 after five tries; 409 when the number was verified by another meanwhile
 */
export async function verifyPhone(ctx: Ctx, { code }: z.output<typeof VerifyPhone>) {
  const mine = eq(users.id, actorOf(ctx).id)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'PHONE', person: actorOf(ctx).id }, code)
  const [[user]] = await commit(
    ctx,
    [...used, ctx.db.update(users).set({ phone: target, phoneVerifiedAt: ctx.now, updatedAt: ctx.now }).where(mine)],
    ctx.db.select().from(users).where(mine),
  )
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
