import * as z from 'zod'
import { AUDIT_ACTIONS } from '#db/schema/core/audit-actions.ts'
import type { audit } from '#db/schema/core/history.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

/** An entry of the audit record: an act of the team or with money, or a reading of something private (docs/accounts.md, Record of acts). */
export const AuditEntryView = z
  .object({
    id: f.id,
    actorId: f.id.nullable().meta({ description: '« null » : le service lui-même.' }),
    action: z.enum(AUDIT_ACTIONS),
    targetId: z.string(),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Selon action ; un montant y est amount, currency.' }),
    at: f.isoTime,
  })
  .meta({ id: 'AuditEntry' })

export const viewEntry = ({
  id,
  actorId,
  action,
  targetId,
  details,
  at,
}: typeof audit.$inferSelect): z.output<typeof AuditEntryView> => ({
  id,
  actorId,
  action,
  targetId,
  details,
  at: iso(at),
})
