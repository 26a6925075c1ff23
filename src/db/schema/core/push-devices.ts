import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from '#db/columns.ts'
import { DEVICE_KINDS } from '#kernel/push/endpoint.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** Browsers and apps that get pushes. Each belongs to the session that registered it: triggers remove it when that ends. */
export const pushDevices = sqliteTable(
  'push_devices',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id),
    kind: text('kind', { enum: DEVICE_KINDS }).notNull(),
    /** The endpoint at a push service, or the token at Firebase: a secret, since whoever knows it can reach the device. */
    address: text('address').notNull(),
    /** The keys of a browser, base64url; null for an app. */
    p256dh: text('p256dh'),
    auth: text('auth'),
    deviceName: text('device_name'),
    createdAt: createdAt(),
    /** The last time that it took a push. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('push_devices_address').on(t.address),
    index('push_devices_user').on(t.userId, t.createdAt, t.id),
    index('push_devices_session').on(t.sessionId),
  ],
)
