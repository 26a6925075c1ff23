import { and, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { refreshVisibility } from '#domain/catalogue/products/visibility.ts'
import { heldFromNow } from '#domain/core/approvals/held.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { refreshShopsOfBlocked } from '#domain/shops/shops/hide-blocked.ts'
import { shopMachine } from '#domain/shops/shops/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { isOfTeam } from '#kernel/roles.ts'
import { getSubjectAndOutdone } from './get-subject.ts'
import { viewUser } from './view.ts'

const USER_NOT_BLOCKED = guard('USER_NOT_BLOCKED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ce compte n'est pas bloqué.",
})

const OUTDONE = 'Une autre boutique porte ce nom depuis le blocage.'

export const UnblockUser = z.strictObject({ reason: f.reason.optional() })

/**
 * Unblocks an account, which signs in anew; a seller's shops and products come back (docs/accounts.md, Staff acts). A shop whose look
 * another shop has by now is unpublished.
 * @throws 403 for SUPPORT on an ADMIN; 409 for the actor's own account and for an account that is not blocked
 */
export const unblockUser = (ctx: Ctx, id: string, { reason }: z.output<typeof UnblockUser>) =>
  retryOnStale(() => unblock(ctx, id, reason))

async function unblock(ctx: Ctx, id: string, reason: string | undefined) {
  const { subject, outdone } = await getSubjectAndOutdone(ctx, id)
  const { email, role, sellerProfileId } = subject
  const held = heldFromNow(ctx)
  const heldUntil = role === 'ADMIN' ? held.approvalsHeldUntil : undefined
  const told = isOfTeam(role) ? ({ act: 'UNBLOCK', whom: email, ...(heldUntil && { heldUntil }) } as const) : undefined
  const [[user]] = await commit(
    ctx,
    [
      ...staffAct(ctx, 'user.unblock', id, { reason }, told),
      ctx.db
        .update(users)
        .set({ blockedAt: null, blockReason: null, ...held, updatedAt: ctx.now })
        .where(and(eq(users.id, id), isNotNull(users.blockedAt))),
      abortUnlessChanged(ctx.db, USER_NOT_BLOCKED),
      ...outdone.flatMap((shop) => transition(ctx, shopMachine, shop, 'unpublish', { reason: OUTDONE })),
      ...(sellerProfileId
        ? [refreshShopsOfBlocked(ctx, sellerProfileId), ...refreshVisibility(ctx, sellerProfileId)]
        : []),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}
