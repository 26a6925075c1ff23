import { type SQL, sql } from 'drizzle-orm'
import type { riders } from '../../../db/schema/orders/riders.ts'

/** What the parties of an order know of its rider. */
export type RiderCardRow = {
  id: string
  name: string
  phone: string | null
  vehicleType: typeof riders.$inferSelect.vehicleType
}

/**
 * The card of a rider inside another statement: JSON, and null where there is none.
 * @param more of the rider `r`, as `json_object` takes it, each after a comma
 */
export const riderCardOf = (riderId: SQL, more = '') => sql<string | null>`(
  SELECT json_object('id', r.id, 'name', u.name, 'phone', u.phone, 'vehicleType', r.vehicle_type${sql.raw(more)})
  FROM riders r JOIN users u ON u.id = r.user_id WHERE r.id = ${riderId})`
