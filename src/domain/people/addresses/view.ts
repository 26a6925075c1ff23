import * as z from 'zod'
import type { addresses } from '#db/schema/people/addresses.ts'
import * as f from '#kernel/fields.ts'

/** An address to which a person has parcels brought (docs/accounts.md, Profile and addresses). */
export const AddressView = z
  .object({
    id: f.id,
    label: z.string(),
    recipientName: z.string(),
    phone: z.string(),
    country: f.country,
    city: z.string(),
    commune: z.string().nullable(),
    quartier: z.string().nullable(),
    avenue: z.string().nullable(),
    number: z.string().nullable(),
    landmark: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Address' })
export const AddressListView = z.object({ addresses: z.array(AddressView) })

export function viewAddress(row: typeof addresses.$inferSelect): z.output<typeof AddressView> {
  const { userId: _, createdAt: __, updatedAt: ___, ...shown } = row
  return shown
}
