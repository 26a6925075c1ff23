import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { checkCode } from '../../core/codes/check.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { viewUser } from '../users/view.ts'

export const VerifyEmail = z.strictObject({ email: f.email, code: f.code6 })

/** The code sent to the address proves it: the account may sign in from now on (docs/accounts.md, Creating an account). 401, 410, 429. */
export async function verifyEmail(ctx: Ctx, { email, code }: z.output<typeof VerifyEmail>) {
  const consumed = await checkCode(ctx, { purpose: 'EMAIL', person: email, target: email }, code)
  const mine = and(eq(users.email, email), isNull(users.deletedAt))
  const proved = { emailVerifiedAt: ctx.now, updatedAt: ctx.now }
  const [rows] = await commit(
    ctx,
    [
      ...consumed,
      ctx.db
        .update(users)
        .set(proved)
        .where(and(mine, isNull(users.emailVerifiedAt))),
    ],
    ctx.db.select().from(users).where(mine),
  )
  return { user: viewUser(ctx, rows[0] ?? fail('GONE')) }
}
