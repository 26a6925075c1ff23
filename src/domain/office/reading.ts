import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import type { AuditAction } from '../../db/schema/core/audit-actions.ts'
import { sha256 } from '../../kernel/digest.ts'
import { dayOf } from '../../kernel/period.ts'
import { isStaff } from '../../kernel/roles.ts'
import { actorOf, type Ctx, signatureOf } from '../core/context.ts'

/**
 * The team reads what others wrote: one row of the record of acts for each reader, thing and day, however often it is opened
 * (docs/accounts.md, Record of acts). Nothing for anybody else.
 * @param of where the thing is and is somebody else's: `FROM tickets t WHERE …`
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
