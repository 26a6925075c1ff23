import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { UNPAID_ORDERS } from '../../../kernel/limits.ts'
import type { Ctx } from '../../core/context.ts'

const TOO_MANY_UNPAID = guard('TOO_MANY_UNPAID', 'CONFLICT', { reason: 'TOO_MANY_UNPAID' })

/** Ends the commit where too many orders of a buyer hold stock unpaid (docs/limits.md, One at a time). 409 TOO_MANY_UNPAID */
export const requireFewUnpaid = (ctx: Ctx, buyerId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_UNPAID,
    sql`(SELECT count(*) FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'PENDING_PAYMENT') >=
      CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'COMPLETED')
        THEN ${UNPAID_ORDERS.afterwards} ELSE ${UNPAID_ORDERS.untilFirstCompleted} END`,
  )
