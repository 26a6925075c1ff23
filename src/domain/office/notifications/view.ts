import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

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
export type FeedRow = {
  id: string
  type: string
  title: string
  body: string
  data: Record<string, string>
  readAt: number | null
  createdAt: number
}

export const viewNotification = ({ id, type, title, body, data, readAt, createdAt }: FeedRow): NotificationView => ({
  id,
  type,
  title,
  body,
  data,
  readAt: isoOrNull(readAt),
  createdAt: iso(createdAt),
})
