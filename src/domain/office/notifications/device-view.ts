import { desc, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { pushDevices } from '#db/schema/core/push-devices.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isSessionLive } from '#domain/core/owner/session-life.ts'
import * as f from '#kernel/fields.ts'
import { MOST_DEVICES } from '#kernel/limits.ts'
import { DEVICE_KINDS } from '#kernel/push-endpoint.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

/** A device for pushes, without its address and keys, which are secrets (docs/conventions.md, Pushes). */
export const DeviceView = z
  .object({
    id: f.id,
    kind: z.enum(DEVICE_KINDS),
    deviceName: z.string().nullable(),
    createdAt: f.isoTime,
    lastUsedAt: f.isoTime.nullable().meta({ description: 'La dernière notification reçue ; null avant la première.' }),
    current: z.boolean().meta({ description: 'Enregistré par la session de cette requête.' }),
  })
  .meta({ id: 'Device' })

/** Selects devices of the person whose sessions are live, the newest first. */
export const selectDevices = (ctx: Ctx, which: SQL = sql`1`) =>
  ctx.db
    .select({
      id: pushDevices.id,
      kind: pushDevices.kind,
      deviceName: pushDevices.deviceName,
      createdAt: pushDevices.createdAt,
      lastUsedAt: pushDevices.lastUsedAt,
      sessionId: pushDevices.sessionId,
    })
    .from(pushDevices)
    .innerJoin(sessions, sql`sessions.id = push_devices.session_id`)
    .innerJoin(users, sql`users.id = push_devices.user_id`)
    .where(sql`push_devices.user_id = ${actorOf(ctx).id} AND ${isSessionLive(ctx.now)} AND ${which}`)
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .limit(MOST_DEVICES)

export const viewDevice = (
  ctx: Ctx,
  { id, kind, deviceName, createdAt, lastUsedAt, sessionId }: Awaited<ReturnType<typeof selectDevices>>[number],
): z.output<typeof DeviceView> => ({
  ...{ id, kind, deviceName, createdAt: iso(createdAt), lastUsedAt: isoOrNull(lastUsedAt) },
  current: sessionId === actorOf(ctx).sessionId,
})
