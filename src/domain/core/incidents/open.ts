import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { incidents } from '../../../db/schema/core/incidents.ts'
import type { Ctx } from '../context.ts'
import { isInOffice } from '../guards.ts'
import { recordCreationWhen } from '../machine.ts'
import { mailEverybody } from '../notices/notify.ts'
import { accompany } from '../notices/outbox.ts'
import { incidentOpened } from './notices.ts'

type Fault = Pick<typeof incidents.$inferInsert, 'ref' | 'severity' | 'title' | 'description'> & {
  orderId?: string
  /** The refund that it is about. */
  refundId?: string
}

/** Whom an incident is mailed to, as `u`. */
export const ADMINS_IN_OFFICE = isInOffice('ADMIN')

/**
 * Something of money that a person must look at. The same fault opens one incident however often it is seen, and the
 * commit that opens it mails every ADMIN (docs/gateways.md, Incidents).
 */
export function openIncident(ctx: Ctx, fault: Fault): Write {
  const id = ctx.ids.v7()
  const opened = ctx.db
    .insert(incidents)
    .values({ id, type: 'PAYMENT', createdAt: ctx.now, updatedAt: ctx.now, ...fault })
    .onConflictDoNothing()
  const { title, description } = fault
  const isNew = sql`EXISTS (SELECT 1 FROM incidents i WHERE i.id = ${id})`
  return accompany(
    opened,
    recordCreationWhen(ctx, isNew, 'incident', id, 'OPEN', 'open'),
    mailEverybody(ctx, sql`${ADMINS_IN_OFFICE} AND ${isNew}`, incidentOpened, {
      title,
      description,
      opens: { incidentId: id },
    }),
  )
}
