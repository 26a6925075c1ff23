import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '../context.ts'
import { isSessionLive } from '../owner/session-life.ts'
import { dataOf, isCode } from './feed.ts'
import type { Notice, NoticeFacts } from './notice.ts'
import { asMessage } from './outbox.ts'
import { titleOfPush } from './push-terms.ts'
import { isWanted } from './wanted.ts'

/**
 * Writes a push of a notice for each device of a person who wants it, if the device's session is live and its service is connected;
 * undefined for a code, or if no service is. Its text is a title of the kind alone, and the ids that the app opens.
 * @param whose persons of the statement, `u`: `FROM users u WHERE …`
 * @param matter joins it to an SMS that goes if no push is taken
 */
export function toDevices<Facts>(
  ctx: Ctx,
  whose: SQL,
  { kind }: Notice<Facts>,
  given: NoticeFacts<Facts>,
  matter: string | null = null,
): Write | undefined {
  const kinds = Object.keys(ctx.providers.pushes)
  if (kinds.length === 0 || isCode(kind)) return undefined
  const { fr, en } = titleOfPush(kind)
  // Each row has an id whose end is the end of its device's id.
  return asMessage(
    ctx.db.run(sql`
      INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at, matter)
      SELECT substr(${ctx.ids.v7()}, 1, 24) || substr(v.id, -12), 'PUSH', v.id, ${kind},
        CASE users.locale WHEN 'en' THEN ${en} ELSE ${fr} END, json_remove(${dataOf(given)}, '$.channel'), 'PENDING', 0, ${ctx.now}, ${ctx.now}, ${matter}
      FROM (SELECT u.id, u.role, u.locale ${whose} AND ${isWanted(kind, 'push')}) users
        CROSS JOIN push_devices v ON v.user_id = users.id AND v.kind IN ${kinds}
        CROSS JOIN sessions ON sessions.id = v.session_id AND ${isSessionLive(ctx.now)}`),
  )
}
