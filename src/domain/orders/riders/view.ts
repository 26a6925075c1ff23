import * as z from 'zod'
import { RIDER_STATUSES, VEHICLES } from '../../../db/schema/orders/riders.ts'
import * as f from '../../../kernel/fields.ts'
import { iso } from '../../../kernel/time.ts'
import type { RiderFile } from './queries.ts'

export const MAX_ACTIVE_JOBS = 3

/** Where a rider was last seen. */
export const LocationView = z.object({ lat: z.number(), lng: z.number(), at: f.isoTime }).meta({ id: 'Location' })

/** A rider as docs/states.md, Rider, shows one. */
export const RiderView = z
  .object({
    id: f.id,
    userId: f.id,
    name: z.string(),
    phone: z.string().nullable(),
    status: z.enum(RIDER_STATUSES).meta({ id: 'RiderStatus' }),
    availability: z.enum(['OFFLINE', 'ONLINE', 'BUSY']).meta({ id: 'Availability' }),
    vehicleType: z.enum(VEHICLES),
    vehiclePlate: z.string().nullable(),
    /** Ids of delivery zones; none: whatever is near. */
    zones: z.array(f.id),
    activeJobs: z.int(),
    completedCount: z.int(),
    lastLocation: LocationView.nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Rider' })

export const RiderList = f.listOf('riders', RiderView)

export const viewRider = ({ rider, name, phone }: RiderFile): z.output<typeof RiderView> => ({
  id: rider.id,
  userId: rider.userId,
  name,
  phone,
  status: rider.status,
  availability: rider.activeJobs >= MAX_ACTIVE_JOBS ? 'BUSY' : rider.availability,
  vehicleType: rider.vehicleType,
  vehiclePlate: rider.vehiclePlate,
  zones: rider.zones,
  activeJobs: rider.activeJobs,
  completedCount: rider.completedCount,
  lastLocation: viewLocation(rider),
  createdAt: iso(rider.createdAt),
})

type Located = { lat: number | null; lng: number | null; locatedAt: number | null }

export const viewLocation = ({ lat, lng, locatedAt }: Located) =>
  lat === null || lng === null || locatedAt === null ? null : { lat, lng, at: iso(locatedAt) }
