import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { identities } from '../../../db/schema/people/factors.ts'
import type { Ctx } from '../../core/context.ts'

/**
 * A Google account that only opens a deleted account is free, as its address and number are. It stays linked until somebody
 * takes it, so that an account that is restored before opens as it did.
 */
export const freeOfDeleted = (ctx: Ctx, subject: string): Write =>
  ctx.db
    .delete(identities)
    .where(
      and(
        eq(identities.provider, 'GOOGLE'),
        eq(identities.subject, subject),
        sql`EXISTS (SELECT 1 FROM users u WHERE u.id = identities.user_id AND u.deleted_at IS NOT NULL)`,
      ),
    )
