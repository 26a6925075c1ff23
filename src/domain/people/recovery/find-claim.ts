import { and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import { recoveries } from '../../../db/schema/core/recoveries.ts'
import { users } from '../../../db/schema/core/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { EMPLOYEES } from '../../../kernel/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { isNumberStale, SEASONED_MS } from '../../core/owner/young.ts'
import type { RecoveryMethod } from './terms.ts'

/** The account that a recovery is of, and where its codes may go. */
export type Claimed = Pick<typeof users.$inferSelect, 'id' | 'email' | 'secondaryEmail' | 'locale'> & {
  /** The verified one, like the second address only once they are a week old. */
  phone: string | null
  /** It was not proved by SMS, or not for so long: it recovers nothing alone. */
  isPhoneOld: boolean
}

/** Somebody's recovery, and the address or number it was begun with. */
export type Recovery = { claim: Claimed | null; identifier: string }

/**
 * The recovery and its account, which is null for a recovery of nobody, or one that was stopped.
 * @throws 410 for one that is not known or over, which says nothing of any account: everybody is given one
 */
export async function findClaim(ctx: Ctx, recoveryId: string): Promise<Recovery> {
  const seasoned = ctx.now - SEASONED_MS
  const [row] = await ctx.db
    .select({
      userId: users.id,
      email: users.email,
      secondaryEmail: sql<
        string | null
      >`CASE WHEN coalesce(users.secondary_email_verified_at, 0) <= ${seasoned} THEN users.secondary_email END`.as(
        'seasoned_email',
      ),
      identifier: recoveries.identifier,
      locale: users.locale,
      phone: sql<string | null>`CASE WHEN users.phone_verified_at <= ${seasoned} THEN users.phone END`.as(
        'seasoned_phone',
      ),
      isPhoneOld: isNumberStale(ctx).mapWith(Boolean).as('is_phone_old'),
      isOpen: sql<boolean>`recoveries.completed_at IS NULL AND recoveries.cancelled_at IS NULL`
        .mapWith(Boolean)
        .as('is_open'),
    })
    .from(recoveries)
    .leftJoin(
      users,
      and(
        eq(users.id, recoveries.userId),
        isNull(users.deletedAt),
        isNull(users.blockedAt),
        notInArray(users.role, EMPLOYEES),
      ),
    )
    .where(and(eq(recoveries.id, recoveryId), gt(recoveries.expiresAt, ctx.now)))
  if (!row) fail('GONE', { message: "Cette demande n'est plus valable. Recommencez." })
  const { userId: id, email, identifier, locale, isOpen, ...rest } = row
  const claim = isOpen && id !== null && email !== null && locale !== null ? { id, email, locale, ...rest } : null
  return { claim, identifier: identifier ?? recoveryId }
}

/** Where a code of this method goes; null where nobody is reached. */
export const destinationOf = (claim: Claimed | null, method: RecoveryMethod): string | null =>
  (method === 'PHONE' ? claim?.phone : claim?.secondaryEmail) ?? null

/** What a recovery's code is bound to beside the recovery: the address or number it went to. */
export const targetOf = (method: RecoveryMethod, destination: string | null) => `${method}:${destination ?? ''}`
