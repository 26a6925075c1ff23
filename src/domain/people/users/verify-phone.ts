import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { checkCodeOf } from '#domain/core/codes/check.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { markOwnDevice } from '#domain/core/devices/known.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { afterChange, freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { SEASONED_MS } from '#domain/core/owner/young.ts'
import { Failure, fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { LOCALES } from '#kernel/format.ts'
import { maskPhone } from '#kernel/phone.ts'
import { phoneAdded, phoneChanged } from './notices.ts'
import { takeNumber } from './take-number.ts'
import { viewUser } from './view.ts'

const NUMBER_CHANGED = guard('NUMBER_CHANGED', 'CONFLICT', {
  message: 'Votre numéro vient de changer. Recommencez.',
})

export const VerifyPhone = z.strictObject({ code: f.code6, locale: z.enum(LOCALES).optional() })

/**
 * Makes the number that got the code the signed-in person's (docs/accounts.md, Phone and e-mail); of two who prove it at once, one gets it.
 * A new number is told everywhere. To replace a verified one needs the owner's proof, ends other sessions and freezes withdrawals for a day.
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429 after five tries; 409 if another account has proved the number
 *   within 180 days; from an older one the number is taken
 */
export async function verifyPhone(ctx: Ctx, { code }: z.output<typeof VerifyPhone>) {
  const { id, phone: former } = actorOf(ctx)
  if (former !== null) requireProof(ctx)
  const mine = eq(users.id, id)
  const { target, used } = await checkCodeOf(ctx, { purpose: 'PHONE', person: id }, code)
  const undo = await undoLink(ctx, id)
  const deviceToken = await markOwnDevice(ctx, { phone: target })
  const notice = former === null ? phoneAdded : phoneChanged
  const told = [...undo.writes, ...tellOwner(ctx, id, notice, { phone: maskPhone(target), link: undo.link })]
  const isSame = former === target
  const moved = sql`(
    SELECT CASE WHEN u.phone_verified_at IS NOT NULL THEN u.phone END FROM users u WHERE u.id = ${id}) IS NOT ${former}`
  // A number that is proved again is not new: it goes on recovering the account.
  const provedAt = isSame ? sql`max(phone_verified_at, ${ctx.now - SEASONED_MS})` : ctx.now
  const prove = async (taken: Write[]) => {
    const [[user]] = await commit(
      ctx,
      [
        ...used,
        requireActiveActor(ctx),
        abortWhen(ctx.db, NUMBER_CHANGED, moved),
        ...(isSame ? [] : told),
        ...(isSame || former === null ? [] : [...afterChange(ctx), freezeWithdrawals(ctx, id)]),
        ...taken,
        ctx.db
          .update(users)
          .set({
            phone: target,
            phoneVerifiedAt: provedAt,
            phoneVouched: sql`nullif(phone_vouched, ${target})`,
            updatedAt: ctx.now,
          })
          .where(mine),
      ],
      ctx.db.select().from(users).where(mine),
    )
    return { ...viewUser(ctx, user ?? fail('UNAUTHORIZED')), deviceToken }
  }
  return prove([]).catch(async (refusal: unknown) => {
    const isTaken = refusal instanceof Failure && refusal.reason === 'ALREADY_EXISTS'
    const taken = isTaken ? await takeNumber(ctx, target) : undefined
    if (!taken) throw refusal
    return prove(taken)
  })
}
