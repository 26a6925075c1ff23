import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { codes, type JoinForm } from '#db/schema/core/codes.ts'
import { users } from '#db/schema/core/users.ts'
import type { Ctx } from '#domain/core/context.ts'

type User = typeof users.$inferSelect

/** The facts of a registration that are kept with its code (docs/accounts.md, Creating an account). */
export function typedBy(user: User, device: string): JoinForm {
  const { name, role, phone, preferredCurrency, locale, passwordHash } = user
  return { name, role, phone, preferredCurrency, locale, passwordHash, device }
}

/** Selects the last registration of this address on this device; none if there is no device. */
export const selectTyped = (ctx: Ctx, email: string, device: string | undefined) =>
  ctx.db
    .select({ typed: codes.typed })
    .from(codes)
    .where(
      and(
        eq(codes.purpose, 'EMAIL'),
        sql`(${codes.person} = ${email} OR ${codes.person} BETWEEN ${`${email} `} AND ${`${email} ~`})`,
        sql`${codes.typed} ->> 'device' = ${device ?? ''}`,
      ),
    )
    .orderBy(desc(codes.sentAt))
    .limit(1)

/**
 * An unproved account with the facts of the registration that is proved now. The password comes along only from the device on which it was
 * typed: the holder of an address reads a mailed code, whoever asked for it.
 */
export function withJoinForm(user: User, here: JoinForm | null | undefined, withCode: JoinForm | null): User {
  const typed = here ?? withCode
  if (!typed || user.emailVerifiedAt !== null) return user
  const { device: _, passwordHash, ...said } = typed
  return { ...user, ...said, ...(here && { passwordHash }) }
}

/** Writes these facts and marks the address proved, if nobody has proved it yet. */
export const takeTyped = (ctx: Ctx, typed: User, proof: Partial<User>): Write => {
  const { id, name, role, phone, preferredCurrency, locale } = typed
  return ctx.db
    .update(users)
    .set({ name, role, phone, preferredCurrency, locale, emailVerifiedAt: ctx.now, updatedAt: ctx.now, ...proof })
    .where(and(eq(users.id, id), isNull(users.emailVerifiedAt), isNull(users.deletedAt)))
}
