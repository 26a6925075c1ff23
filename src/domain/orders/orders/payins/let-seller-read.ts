import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { OrderFile } from '../queries.ts'

/** Lets the seller read and answer incidents that people opened about the order before it was paid. */
export const letSellerReadIncidents = (ctx: Ctx, { id, sellerUserId }: OrderFile): Write =>
  ctx.db.run(sql`
    INSERT INTO incident_parties (incident_id, user_id, part, opened_at)
    SELECT i.id, ${sellerUserId}, 'SELLER', i.created_at FROM incidents i
    WHERE i.order_id = ${id} AND ${INCIDENT_STATES.open.in('i.status')} AND i.opened_by IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM incident_parties p WHERE p.incident_id = i.id AND p.user_id = ${sellerUserId})`)
