import * as z from 'zod'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { type Told, wordsOf } from '#domain/core/notices/told.ts'
import * as f from '#kernel/fields.ts'
import type { Locale } from '#kernel/format.ts'
import { DEVICE_KINDS } from '#kernel/push/endpoint.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import type { DeviceRow } from './queries.ts'

/** A notification in a person's feed (docs/conventions.md, Notifications). */
export const NotificationView = z
  .object({
    id: f.id,
    type: z.string().meta({ description: "La sorte d'avis : « order.accepted »." }),
    title: z.string(),
    body: z.string(),
    data: z.record(z.string(), z.string()).meta({ description: 'Identifiants à ouvrir : orderId…' }),
    readAt: f.isoTime.nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Notification' })
export type NotificationView = z.output<typeof NotificationView>

/** A row as `selectFeed` reads it. */
export type FeedRow = Told & {
  id: string
  locale: Locale
  data: Record<string, string>
  readAt: number | null
  createdAt: number
}

export const viewNotification = ({ locale, ...row }: FeedRow): NotificationView => ({
  ...{ id: row.id, type: row.type, ...wordsOf(row, locale), data: row.data },
  ...{ readAt: isoOrNull(row.readAt), createdAt: iso(row.createdAt) },
})

/** A device for pushes, without its address and keys, which are secrets (docs/conventions.md, Pushes). */
export const DeviceView = z
  .object({
    id: f.id,
    kind: z.enum(DEVICE_KINDS),
    deviceName: z.string().nullable(),
    createdAt: f.isoTime,
    lastUsedAt: f.isoTime.nullable().meta({ description: 'La dernière notification reçue ; rien avant la première.' }),
    current: z.boolean().meta({ description: 'Enregistré par la session de cette requête.' }),
  })
  .meta({ id: 'Device' })

export const viewDevice = (
  ctx: Ctx,
  { id, kind, deviceName, createdAt, lastUsedAt, sessionId }: DeviceRow,
): z.output<typeof DeviceView> => ({
  ...{ id, kind, deviceName, createdAt: iso(createdAt), lastUsedAt: isoOrNull(lastUsedAt) },
  current: sessionId === actorOf(ctx).sessionId,
})
