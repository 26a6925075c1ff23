import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { identities } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Frees a Google account that opens only a deleted account, as its address and number are free. The link stays until another account takes
 * it, so that an account restored before then opens as before.
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
