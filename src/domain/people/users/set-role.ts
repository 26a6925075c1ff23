import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { heldFromNow, leavesOffice } from '#domain/core/approvals/held.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { NAMELESS } from '#domain/core/honest-name.ts'
import { tellOwner } from '#domain/core/owner/after-change.ts'
import type { TeamAct } from '#domain/core/owner/notices.ts'
import { revokeAllAccess } from '#domain/core/owner/revoke-sessions.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { fail } from '#kernel/failure.ts'
import { deceitIn } from '#kernel/look-alikes.ts'
import { isOfTeam, ROLES, type Role } from '#kernel/roles.ts'
import { excerpt } from '#kernel/text.ts'
import { getSubjectAndShops, type Subject } from './get-subject.ts'
import { nothingOpen, type Part, requireOtherAdmin } from './guards.ts'
import { renamed } from './notices.ts'
import { stopTrading } from './stop-trading.ts'
import { viewUser } from './view.ts'

const SUBJECT_CHANGED = guard('SUBJECT_CHANGED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Ce compte vient de changer. Regardez-le avant de recommencer.',
})

export const SetRole = z.strictObject({ role: z.enum(ROLES) })

/** The side in orders that ends with this role: only a SELLER or a RIDER can finish their open orders. */
const PART_OF: Partial<Record<Role, Part>> = { SELLER: 'seller', RIDER: 'rider' }

/**
 * Gives a person another role, and ends every session. A person who leaves the team loses a name that speaks for the service
 * (docs/conventions.md, Names that deceive); a former SELLER or RIDER leaves the public lists (docs/accounts.md, Staff acts).
 * @throws 404; 409 for the actor's own account, the same role again, the last ADMIN in office, and for a SELLER or RIDER with open orders,
 *   withdrawals on their way or money in the wallet
 */
export const setRole = (ctx: Ctx, id: string, { role }: z.output<typeof SetRole>) =>
  retryOnStale(async () => {
    const { subject, shops } = await getSubjectAndShops(ctx, id)
    if (subject.deletedAt !== null) fail('NOT_FOUND')
    if (subject.role === role)
      fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Cette personne a déjà ce rôle.' })
    const left = PART_OF[subject.role]
    const isDeceitful = !isOfTeam(role) && deceitIn(subject.name) !== undefined
    const [[user]] = await commit(
      ctx,
      [
        ...staffAct(ctx, 'user.role', id, { from: subject.role, to: role }, toldOf(ctx, subject, role)),
        ctx.db
          .update(users)
          .set({
            role,
            ...(isDeceitful && { name: NAMELESS }),
            ...(role === 'ADMIN' && heldFromNow(ctx)),
            ...(subject.role === 'ADMIN' && leavesOffice(ctx)),
            updatedAt: ctx.now,
          })
          .where(
            and(eq(users.id, id), eq(users.role, subject.role), eq(users.name, subject.name), isNull(users.deletedAt)),
          ),
        abortUnlessChanged(ctx.db, SUBJECT_CHANGED),
        requireOtherAdmin(ctx),
        ...(isDeceitful ? tellOwner(ctx, id, renamed, { from: excerpt(subject.name), to: NAMELESS }) : []),
        ...(left ? [...nothingOpen(ctx, id, [left]), ...stopTrading(ctx, subject, shops)] : []),
        ...revokeAllAccess(ctx, id, 'ROLE'),
      ],
      ctx.db.select().from(users).where(eq(users.id, id)),
    )
    return viewUser(ctx, user ?? fail('NOT_FOUND'))
  })

/** A change into or out of the team is told; one among buyers, sellers and riders is not. */
const toldOf = (ctx: Ctx, { email, role: from }: Subject, to: Role): TeamAct | undefined =>
  isOfTeam(from) || isOfTeam(to)
    ? {
        ...{ act: 'ROLE', whom: email, from, to },
        ...(to === 'ADMIN' && { heldUntil: heldFromNow(ctx).approvalsHeldUntil }),
      }
    : undefined
