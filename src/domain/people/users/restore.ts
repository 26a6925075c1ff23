import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, guard } from '../../../db/guard.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { mailTo } from '../../core/notices/notify.ts'
import { getSubjectAndShops } from './get-subject.ts'
import { accountRestored } from './notices.ts'
import { viewUser } from './view.ts'

const USER_NOT_DELETED = guard('USER_NOT_DELETED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ce compte n'est pas supprimé.",
})
const USER_ERASED = guard('USER_ERASED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Les données de ce compte sont effacées : il ne revient pas.',
})

/**
 * Takes a deletion back, until what is personal has gone: the person signs in as before, and nothing is erased
 * (docs/accounts.md, Erasure). A seller publishes their shops anew.
 * @throws 404; 409 for an account that is not deleted or was erased, and ALREADY_EXISTS when another has taken its address or number
 */
export async function restoreUser(ctx: Ctx, id: string) {
  const { subject } = await getSubjectAndShops(ctx, id)
  const erased = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.erased_at IS NOT NULL)`
  const [[user]] = await commit(
    ctx,
    [
      abortWhen(ctx.db, USER_ERASED, erased),
      ctx.db
        .update(users)
        .set({ deletedAt: null, erasureDueAt: null, updatedAt: ctx.now })
        .where(and(eq(users.id, id), isNotNull(users.deletedAt), isNull(users.erasedAt))),
      abortUnlessChanged(ctx.db, USER_NOT_DELETED),
      mailTo(ctx, subject, accountRestored),
      audited(ctx, 'user.restore', id),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}
