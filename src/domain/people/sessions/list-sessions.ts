import { desc } from 'drizzle-orm'
import * as z from 'zod'
import { sessions } from '#db/schema/core/sessions.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { isLiveOf } from './queries.ts'

/** Most sessions in the list, more than anybody looks through; logout-all ends the others too. */
const MOST_SHOWN = 200

/** The sessions of a person (docs/accounts.md, Sessions). */
export const SessionListView = z.object({
  sessions: z.array(
    z
      .object({
        id: f.id,
        clientType: z.enum(['WEB', 'MOBILE']).meta({ id: 'ClientType' }),
        deviceName: z.string().nullable(),
        ipAddress: z.string().nullable(),
        createdAt: f.isoTime,
        lastUsedAt: f.isoTime,
        /** Whether this session sent the request. */
        current: z.boolean(),
      })
      .meta({ id: 'Session' }),
  ),
})

/** The live sessions of the signed-in person, the newest first. */
export async function listSessions(ctx: Ctx): Promise<z.output<typeof SessionListView>> {
  const { id: userId, sessionId } = actorOf(ctx)
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(isLiveOf(ctx, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(MOST_SHOWN)
  return {
    sessions: rows.map(({ id, clientType, deviceName, ipAddress, createdAt, lastUsedAt }) => ({
      id,
      clientType,
      deviceName,
      ipAddress,
      createdAt: iso(createdAt),
      lastUsedAt: iso(lastUsedAt),
      current: id === sessionId,
    })),
  }
}
