import { type SQL, sql } from 'drizzle-orm'
import { type Channel, groupOf, isOnAtFirst } from './groups.ts'

/**
 * Whether the person `u` of a statement wants what is of this kind by this channel. What may go by SMS at all goes until
 * they say no: it cannot wait (docs/limits.md, SMS).
 */
export function isWanted(kind: string, channel: Channel): SQL {
  const group = groupOf(kind)
  if (!group) return sql`1`
  const atFirst = channel === 'sms' || isOnAtFirst(group, channel) ? 1 : 0
  return sql`coalesce((
    SELECT w.choices ->> ${`$.${group}.${channel}`} FROM notification_preferences w WHERE w.user_id = u.id), ${atFirst}) = 1`
}
