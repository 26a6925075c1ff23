import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { AuditAction } from '#db/schema/core/audit-actions.ts'
import { sha256 } from '#kernel/digest.ts'
import { dayOf } from '#kernel/period.ts'
import { isStaff } from '#kernel/roles.ts'
import { actorOf, type Ctx, signatureOf } from '../core/context.ts'

/**
 * Records that a team member read other people's words: one row of the audit record for each reader, thing and day (docs/accounts.md,
 * Record of acts). Nothing for readers outside the team.
 * @param of the FROM and WHERE that find the thing if it is another person's: `FROM tickets t WHERE …`
 */
export async function recordReading(ctx: Ctx, action: AuditAction, id: string, of: SQL): Promise<Write[]> {
  const { id: reader, role } = actorOf(ctx)
  if (!isStaff(role)) return []
  const { actorId, caller } = signatureOf(ctx)
  const key = await sha256(`${action} ${reader} ${id} ${dayOf(ctx.now)}`)
  const rowId = key.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return [
    ctx.db.run(sql`
      INSERT INTO audit (id, actor_id, caller, action, target_id, details, at)
      SELECT ${rowId}, ${actorId}, ${caller}, ${action}, ${id}, '{}', ${ctx.now} ${of} ON CONFLICT (id) DO NOTHING`),
  ]
}
