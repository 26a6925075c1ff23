import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { revokeAllAccess } from '#domain/core/owner/revoke-sessions.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ERASURE_WAIT_MS } from '../erasure/terms.ts'
import { getSubjectAndShops } from './get-subject.ts'
import { nothingOpen, requireOtherAdmin } from './guards.ts'
import { accountDeleted } from './notices.ts'
import { stopTrading } from './stop-trading.ts'
import { viewUser } from './view.ts'

const USER_DELETED = guard('USER_DELETED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Ce compte est déjà supprimé.',
})

export const DeleteUser = z.strictObject({ reason: f.reason })

/**
 * Deletes an account: nobody can sign in to it, and its address and number are free. Personal data is erased in 30 days, or sooner if the
 * person had asked for that before; until then the account can be restored (docs/accounts.md, Erasure).
 * @throws 404; 409 for the actor's own account, the last ADMIN in office, a deleted account, open orders, withdrawals on their way, money
 *   in a wallet
 */
export const deleteUser = (ctx: Ctx, id: string, { reason }: z.output<typeof DeleteUser>) =>
  retryOnStale(async () => {
    const { subject, shops } = await getSubjectAndShops(ctx, id)
    const due = ctx.now + ERASURE_WAIT_MS
    const gone = { deletedAt: ctx.now, erasureDueAt: sql`min(coalesce(erasure_due_at, ${due}), ${due})` }
    const [[user]] = await commit(
      ctx,
      [
        ...staffAct(ctx, 'user.delete', id, { reason }, { act: 'DELETE', whom: subject.email }),
        ctx.db
          .update(users)
          .set({ ...gone, updatedAt: ctx.now })
          .where(and(eq(users.id, id), isNull(users.deletedAt))),
        abortUnlessChanged(ctx.db, USER_DELETED),
        requireOtherAdmin(ctx),
        ...nothingOpen(ctx, id),
        ...revokeAllAccess(ctx, id, 'DELETED'),
        ...stopTrading(ctx, subject, shops),
        mailTo(ctx, subject, accountDeleted, { at: due }),
      ],
      ctx.db.select().from(users).where(eq(users.id, id)),
    )
    return viewUser(ctx, user ?? fail('NOT_FOUND'))
  })
