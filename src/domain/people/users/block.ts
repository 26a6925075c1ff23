import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { refreshVisibility } from '#domain/catalogue/products/visibility.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revokeAllAccess } from '#domain/core/owner/revoke-sessions.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { refreshShopsOfBlocked } from '#domain/shops/shops/hide-blocked.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { isOfTeam } from '#kernel/roles.ts'
import { getSubject } from './get-subject.ts'
import { requireOtherAdmin } from './guards.ts'
import { viewUser } from './view.ts'

const USER_BLOCKED = guard('USER_BLOCKED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Ce compte est déjà bloqué.',
})

export const BlockUser = z.strictObject({ reason: f.reason })

/**
 * Blocks an account: every session ends, and a seller's shops and products leave the public lists (docs/accounts.md, Staff acts).
 * @throws 403 for SUPPORT on an ADMIN; 409 for the actor's own account, for a blocked account, and for the last ADMIN in office
 */
export async function blockUser(ctx: Ctx, id: string, { reason }: z.output<typeof BlockUser>) {
  const { email, role, sellerProfileId } = await getSubject(ctx, id)
  const told = isOfTeam(role) ? ({ act: 'BLOCK', whom: email } as const) : undefined
  const [[user]] = await commit(
    ctx,
    [
      ...staffAct(ctx, 'user.block', id, { reason }, told),
      ctx.db
        .update(users)
        .set({ blockedAt: ctx.now, blockReason: reason, updatedAt: ctx.now })
        .where(and(eq(users.id, id), isNull(users.blockedAt))),
      abortUnlessChanged(ctx.db, USER_BLOCKED),
      ...(role === 'ADMIN' ? [requireOtherAdmin(ctx)] : []),
      ...revokeAllAccess(ctx, id, 'BLOCKED'),
      ...(sellerProfileId
        ? [refreshShopsOfBlocked(ctx, sellerProfileId), ...refreshVisibility(ctx, sellerProfileId)]
        : []),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}
