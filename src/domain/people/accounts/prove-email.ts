import { and, eq, isNull } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/people/users.ts'
import type { Ctx } from '../../core/context.ts'

/**
 * Somebody proved to hold the address of an account by something else than the code of its registration. Was it never
 * proved before, then whoever registered it may be another, so the password they chose is dropped (docs/accounts.md, Creating an account).
 */
export const markEmailProven = (ctx: Ctx, userId: string): Write =>
  ctx.db
    .update(users)
    .set({ emailVerifiedAt: ctx.now, passwordHash: null, updatedAt: ctx.now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
