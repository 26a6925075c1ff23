import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, counterValue } from '#db/counters.ts'
import { guard } from '#db/guard.ts'
import { broadcasts } from '#db/schema/core/notifications.ts'
import { recordAct } from '#domain/core/audit.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { BROADCASTS_A_DAY } from '#kernel/limits.ts'
import { ROLES } from '#kernel/roles.ts'

const TOO_MANY = guard('TOO_MANY_BROADCASTS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez beaucoup diffusé. Réessayez demain.',
  retryAfter: 3600,
})

/** Most people that one broadcast may name: they fit into a request with room to spare. */
const MOST_NAMED = 10_000

export const Broadcast = z.strictObject({
  audience: z
    .strictObject({
      role: z.enum(ROLES).optional(),
      userIds: z.array(f.idIn.max(64)).min(1).max(MOST_NAMED).optional(),
    })
    .meta(f.oneOf('role', 'userIds')),
  title: f.line(1, 120),
  body: f.prose(1, 2000),
})
export const BroadcastView = z.object({ broadcastId: f.id, recipients: z.int() }).meta({ id: 'Broadcast' })

/**
 * Sends a text in the app to everybody of a role, or to named people (docs/conventions.md, Notifications). The request answers at once; a
 * job delivers in bounded steps. Unknown, blocked, deleted and repeated people do not count.
 * @throws 400 for no audience or two; 429 past those of a day
 */
export async function broadcast(ctx: Ctx, { audience, title, body }: z.output<typeof Broadcast>) {
  const { role, userIds } = audience
  if ((role === undefined) === (userIds === undefined)) invalid('audience', 'Donnez role ou userIds : un des deux.')
  const id = ctx.ids.v7()
  const named = userIds && [...new Set(userIds)]
  const recipients =
    role === undefined
      ? sql<number>`(SELECT count(*) FROM json_each(${JSON.stringify(named)}) j CROSS JOIN users u ON u.id = j.value
          WHERE u.blocked_at IS NULL AND u.deleted_at IS NULL)`
      : counterValue(counterName('openAccounts', { role }))
  const quota = { key: `broadcasts:${actorOf(ctx).id}`, ...BROADCASTS_A_DAY }
  const [[made]] = await commit(
    ctx,
    [
      requireActiveStaff(ctx),
      ...withinQuota(ctx, quota, TOO_MANY),
      ctx.db.insert(broadcasts).values({
        id,
        title,
        body,
        role: role ?? null,
        userIds: named ?? null,
        recipients,
        joinedAt: 0,
        reached: '',
        createdAt: ctx.now,
      }),
      recordAct(ctx, 'notification.broadcast', id, role === undefined ? { people: named?.length } : { role }),
    ],
    ctx.db.select({ recipients: broadcasts.recipients }).from(broadcasts).where(sql`${broadcasts.id} = ${id}`),
  )
  return { broadcastId: id, recipients: (made ?? fail('NOT_FOUND')).recipients }
}
