import { eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { mailOf, messageWhen } from '../../core/notices/notify.ts'
import { viewUser } from '../users/view.ts'
import { phoneRemoved } from './notices.ts'
import { selectMe } from './queries.ts'

/** Takes the number off one's account, which goes on without one; its owner is told by mail (docs/accounts.md, Phone and e-mail). */
export async function removePhone(ctx: Ctx) {
  const me = actorOf(ctx)
  const { id } = me
  const hadOne = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.phone IS NOT NULL)`
  const [[user]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      messageWhen(ctx, hadOne, mailOf(me), phoneRemoved),
      ctx.db.update(users).set({ phone: null, phoneVerifiedAt: null, updatedAt: ctx.now }).where(eq(users.id, id)),
    ],
    selectMe(ctx),
  )
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
