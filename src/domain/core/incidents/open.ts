import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { incidents } from '#db/schema/core/incidents.ts'
import { alertOfIncident } from '../alerts/write.ts'
import type { Ctx } from '../context.ts'
import { isInOffice } from '../guards.ts'
import { recordCreationWhen } from '../machine.ts'
import { mailEverybody } from '../notices/notify.ts'
import { accompany } from '../notices/outbox.ts'
import type { IncidentRef } from './matter.ts'
import { incidentOpened } from './notices.ts'

type Fault = Pick<typeof incidents.$inferInsert, 'severity' | 'title' | 'description'> & {
  /** Made of its kind, which says how it ends (`matter.ts`). */
  ref: IncidentRef
  /** PAYMENT unless told: something of money. */
  type?: 'PAYMENT' | 'PLATFORM'
  orderId?: string
  /** The refund that it is about. */
  refundId?: string
}

/** Users `u` to whom an incident is mailed. */
export const ADMINS_IN_OFFICE = isInOffice('ADMIN')

/**
 * Opens an incident about money, or the service itself, that a person must look at. The same fault opens one incident however often it is
 * seen, and the commit that opens it mails every ADMIN and tells the webhook (docs/gateways.md, Incidents).
 */
export const openIncident = (ctx: Ctx, fault: Fault): Write => openIncidentWhen(ctx, sql`1`, fault)

/** Opens as `openIncident`, if `condition` holds at that point of the commit. */
export function openIncidentWhen(ctx: Ctx, condition: SQL, fault: Fault): Write {
  const id = ctx.ids.v7()
  const { type = 'PAYMENT', ref, severity, title, description, orderId, refundId } = fault
  const opened = ctx.db.run(sql`
    INSERT INTO incidents (id, type, ref, severity, title, description, order_id, refund_id, created_at, updated_at)
    SELECT ${id}, ${type}, ${ref}, ${severity}, ${title}, ${description}, ${orderId ?? null}, ${refundId ?? null}, ${ctx.now}, ${ctx.now}
    WHERE ${condition} ON CONFLICT DO NOTHING`)
  const isNew = sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${id})`
  return accompany(
    opened,
    recordCreationWhen(ctx, isNew, 'incident', id, 'OPEN', 'open'),
    mailEverybody(ctx, sql`${ADMINS_IN_OFFICE} AND ${isNew}`, incidentOpened, {
      title,
      description,
      opens: { incidentId: id },
    }),
    alertOfIncident(ctx, { id, severity, title }),
  )
}
