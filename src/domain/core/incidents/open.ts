import type { Write } from '../../../db/client.ts'
import { incidents } from '../../../db/schema/core/incidents.ts'
import type { Ctx } from '../context.ts'

type Fault = Pick<typeof incidents.$inferInsert, 'ref' | 'severity' | 'title' | 'description'> & { orderId?: string }

/** Something of money that a person must look at. The same fault opens one incident however often it is seen. */
export const openIncident = (ctx: Ctx, fault: Fault): Write =>
  ctx.db
    .insert(incidents)
    .values({ id: ctx.ids.v7(), type: 'PAYMENT', createdAt: ctx.now, ...fault })
    .onConflictDoNothing()
