import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { users } from '#db/schema/core/users.ts'
import { countTry, isOver } from '#domain/core/codes/attempts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isForgotten, knownDevice } from '#domain/core/devices/known.ts'
import { mailOf, messageWhen } from '#domain/core/notices/notify.ts'
import { OWN_ACTS_TOLD } from '#kernel/limits.ts'
import { newDevice } from './notices.ts'
import type { Device } from './open-session.ts'

/**
 * Mails the person about a sign-in on a device whose token the account does not know, at most ten times a day (docs/limits.md, Known
 * devices). The first sign-in of an account is not told: put these writes before the one that sets `lastLoginAt`.
 */
export async function tellOfNewDevice(
  ctx: Ctx,
  { id, email }: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  { clientType, ipAddress }: Device,
): Promise<Write[]> {
  const isNotTheFirst = sql`EXISTS (SELECT 1 FROM users f WHERE f.id = ${id} AND f.last_login_at IS NOT NULL)`
  const isNews = (await knownDevice(ctx, id)) ? sql`${isNotTheFirst} AND ${await isForgotten(ctx, id)}` : isNotTheFirst
  const facts = { clientType, address: ipAddress, at: ctx.now }
  const limit = { key: `told:${newDevice.kind}:${id}`, ...OWN_ACTS_TOLD }
  const isTold = sql`${isNews} AND NOT (${isOver(limit)})`
  return [countTry(ctx, limit, isNews), messageWhen(ctx, isTold, mailOf({ id, email }), newDevice, facts)]
}
