import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { users } from '../../../db/schema/people/users.ts'
import { sha256 } from '../../../kernel/digest.ts'
import type { Ctx } from '../../core/context.ts'
import { mailOf, messageWhen } from '../../core/notices/notify.ts'
import { newDevice } from './notices.ts'
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
  const facts = { device: deviceName ?? null, address: ipAddress ?? null, at: ctx.now }
  const isNewToThem = sql`EXISTS (SELECT 1 FROM known_devices k WHERE k.user_id = ${id})
    AND NOT EXISTS (SELECT 1 FROM known_devices k WHERE k.user_id = ${id} AND k.device = ${device})`
  return [
    messageWhen(ctx, isNewToThem, mailOf({ id, email }), newDevice, facts),
    ctx.db.run(sql`
      INSERT INTO known_devices (user_id, device, first_seen_at) VALUES (${id}, ${device}, ${ctx.now})
      ON CONFLICT DO NOTHING`),
  ]
}
