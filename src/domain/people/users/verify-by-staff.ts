import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { abortUnlessChanged, guard, NOT_FOUND } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { getSubject } from './get-subject.ts'
import type { StaffAct } from './staff-act.ts'
import { viewUser } from './view.ts'

const NO_PHONE = guard('NO_PHONE', 'CONFLICT', { message: "Ce compte n'a pas de numéro à vérifier." })

const isHere = (id: string) => and(eq(users.id, id), isNull(users.deletedAt))

/**
 * Marks a person's e-mail address verified, as its code would (docs/accounts.md, Staff acts). A verified address stays as it is.
 * @throws 403 for SUPPORT on an ADMIN, 404, 409 for the actor's own account
 */
export async function verifyEmailByStaff(ctx: Ctx, id: string, { reason }: StaffAct) {
  await getSubject(ctx, id)
  const [[user]] = await commit(
    ctx,
    [
      ctx.db
        .update(users)
        .set({ emailVerifiedAt: sql`coalesce(email_verified_at, ${ctx.now})`, updatedAt: ctx.now })
        .where(isHere(id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      recordAct(ctx, 'user.verify-email', id, { reason }),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}

/**
 * Marks a person's number verified because staff vouch for it (docs/accounts.md, Staff acts). Until its code comes, it recovers nothing
 * alone, and a person who proves it by SMS takes it. A verified number stays as it is.
 * @throws 403 for SUPPORT on an ADMIN; 404; 409 for the actor's own account, without a number, and ALREADY_EXISTS if another verified it
 */
export async function verifyPhoneByStaff(ctx: Ctx, id: string, { reason }: StaffAct) {
  await getSubject(ctx, id)
  const [[user]] = await commit(
    ctx,
    [
      ctx.db
        .update(users)
        .set({
          phoneVerifiedAt: sql`coalesce(phone_verified_at, ${ctx.now})`,
          phoneVouched: sql`iif(phone_verified_at IS NULL, phone, phone_vouched)`,
          updatedAt: ctx.now,
        })
        .where(and(isHere(id), isNotNull(users.phone))),
      abortUnlessChanged(ctx.db, NO_PHONE),
      recordAct(ctx, 'user.verify-phone', id, { reason }),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}
