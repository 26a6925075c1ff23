import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { users } from '../../../db/schema/people/users.ts'
import { sha256 } from '../../../kernel/digest.ts'
import { iso } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'
import { NOTICES } from '../../core/notices/messages.ts'
import { messageWhen } from '../../core/notices/notify.ts'
import type { Device } from './open-session.ts'

/**
 * Remembers the device of a sign-in, and mails the person when it is one they never used. Their very first is no news.
 * All of it is decided inside the commit, so two sign-ins at once from one device send one mail.
 */
export async function noticeDevice(
  ctx: Ctx,
  { id, email }: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  { clientType, deviceName, ipAddress }: Device,
): Promise<Write[]> {
  const device = await sha256(`${clientType}|${deviceName ?? ''}`)
  const words = NOTICES['session.new-device']({
    device: deviceName ?? 'appareil inconnu',
    address: ipAddress ?? 'inconnue',
    at: iso(ctx.now),
  })
  const isNewToThem = sql`EXISTS (SELECT 1 FROM known_devices k WHERE k.user_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM known_devices k WHERE k.user_id = ${id} AND k.device = ${device})`
  return [
    messageWhen(ctx, isNewToThem, { channel: 'EMAIL', to: email, kind: 'session.new-device', ...words }),
    ctx.db.run(sql`
      INSERT INTO known_devices (user_id, device, first_seen_at) VALUES (${id}, ${device}, ${ctx.now})
      ON CONFLICT DO NOTHING`),
  ]
}
