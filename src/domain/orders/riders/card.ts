import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { VEHICLES } from '#db/schema/orders/riders.ts'
import * as f from '#kernel/fields.ts'

/** The rider as the parties of an order see them; the number only while the parcel is on its way. */
export const RiderCard = z
  .object({
    id: f.id,
    name: z.string(),
    phone: z.string().nullable(),
    vehicleType: z.enum(VEHICLES).meta({ id: 'Vehicle' }),
  })
  .meta({ id: 'RiderCard' })
export type RiderCard = z.output<typeof RiderCard>

/**
 * The card of a delivery's rider inside another statement: JSON, and null if there is none.
 * @param delivery the name of the delivery in that statement
 * @param more fields of the rider `r`, as `json_object` takes them, each after a comma
 */
export const riderCardOf = (delivery: 'deliveries' | 'd', more = '') => {
  const d = sql.raw(delivery)
  return sql<string | null>`(
    SELECT json_object('id', r.id, 'name', u.name,
      'phone', iif(${DELIVERY_STATES.ended.in(`${delivery}.status`)}, NULL, u.phone), 'vehicleType', r.vehicle_type${sql.raw(more)})
    FROM riders r JOIN users u ON u.id = r.user_id WHERE r.id = ${d}.rider_id)`
}
