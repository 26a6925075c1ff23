import * as z from 'zod'
import { VEHICLES } from '#db/schema/orders/riders.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'

/** Fields that a rider fills in, in the application and later. */
export const riderFields = {
  vehicleType: z.enum(VEHICLES),
  vehiclePlate: f.line(2, 20).nullable(),
  zones: z
    .array(f.idIn)
    .max(50)
    .meta({ json: { type: 'array', maxItems: 50, uniqueItems: true, items: { type: 'string', minLength: 1 } } }),
}

/** Requires each zone once, and only zones that exist. @throws 400 */
export function requireZones(zones: string[], known: number | undefined): void {
  if (new Set(zones).size !== zones.length) invalid('zones', "Chaque zone ne peut être choisie qu'une fois.")
  if (known !== zones.length) invalid('zones', "Une de ces zones de livraison n'existe pas.")
}

export const latitude = z.number().min(-90).max(90)

export const longitude = z.number().min(-180).max(180)
