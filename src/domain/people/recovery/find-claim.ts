import { and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { users } from '#db/schema/core/users.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isNumberStale, SEASONED_MS } from '#domain/core/owner/young.ts'
import { fail } from '#kernel/failure.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import type { RecoveryMethod } from './terms.ts'

/** The account to recover, with the address and number to which codes may go. */
export type RecoveryClaim = Pick<typeof users.$inferSelect, 'id' | 'email' | 'secondaryEmail' | 'locale'> & {
  /** The verified number; like the second address, only if it is a week old. */
  phone: string | null
  /** The number was not proved by SMS, or not for 180 days: it recovers nothing alone. */
  isPhoneOld: boolean
}

/** A recovery, and the address or number it began with. */
export type Recovery = { claim: RecoveryClaim | null; identifier: string }

/**
 * Reads a recovery and its account, which is null if nobody has the identifier, or the recovery was stopped.
 * @throws 410 for an unknown or expired recovery; this tells nothing of any account, because every request gets a recovery
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

/** The address or number to which a code of this method goes; null if there is none. */
export const destinationOf = (claim: RecoveryClaim | null, method: RecoveryMethod): string | null =>
  (method === 'PHONE' ? claim?.phone : claim?.secondaryEmail) ?? null

/** The method and destination that the code of a recovery is bound to. */
export const targetOf = (method: RecoveryMethod, destination: string | null) => `${method}:${destination ?? ''}`
