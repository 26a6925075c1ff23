import * as z from 'zod'
import { guard } from '#db/guard.ts'
import { RIDER_KINDS } from '#db/schema/core/files.ts'
import { MAX_ACTIVE_JOBS, RIDER_STATES, RIDER_STATUSES, VEHICLES } from '#db/schema/orders/riders.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { Paper } from '#domain/core/files/documents.ts'
import { ReviewedPaperView, viewReviewedPaper } from '#domain/core/files/view.ts'
import { averageOf } from '#domain/core/rating.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import type { RiderFile } from './queries.ts'

guard('JOB_LIMIT', 'CONFLICT', { reason: 'JOB_LIMIT' })

/** The last place of a rider. */
export const LocationView = z.object({ lat: z.number(), lng: z.number(), at: f.isoTime }).meta({ id: 'Location' })

/** Ratings from which on a rider and staff see the average. */
const MIN_RATINGS = 20

const PaperView = ReviewedPaperView.extend({ kind: z.enum(RIDER_KINDS) }).meta({ id: 'RiderDocument' })

/** A rider (docs/states.md, Rider). */
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
    /** Ids of delivery zones; without any, near jobs. */
    zones: z.array(f.id),
    activeJobs: z.int(),
    completedCount: z.int(),
    /** Null until there are twenty ratings, so that no buyer is known by theirs. */
    ratingAverage: z.number().nullable(),
    lastLocation: LocationView.nullable(),
    documents: z.array(PaperView),
    version: z.int(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Rider' })

export const RiderList = f.listOf('riders', RiderView)

type RiderRow = RiderFile['rider']

/** A paper is approved or refused with its rider; a later paper waits for the next decision of staff. */
function statusOf({ status, reachedAt }: RiderRow, { createdAt }: Paper) {
  if (status === 'REJECTED' && createdAt <= (reachedAt.REJECTED ?? 0)) return 'REJECTED'
  return RIDER_STATES.approved.has(status) && createdAt <= (reachedAt.ACTIVE ?? 0) ? 'APPROVED' : 'PENDING'
}

/** Shows a rider. @param withAddresses gives the person who asks ten minutes to look at each paper */
export async function viewRider(
  ctx: Ctx,
  file: RiderFile,
  { withAddresses = true } = {},
): Promise<z.output<typeof RiderView>> {
  const { rider, papers } = file
  const viewOne = (paper: Paper) =>
    viewReviewedPaper<(typeof RIDER_KINDS)[number]>(ctx, paper, statusOf(rider, paper), withAddresses)
  return {
    ...viewCard(file),
    documents: await Promise.all(papers.map(viewOne)),
    version: rider.version,
    createdAt: iso(rider.createdAt),
  }
}

const viewCard = ({
  rider,
  name,
  phone,
}: RiderFile): Omit<z.output<typeof RiderView>, 'documents' | 'version' | 'createdAt'> => ({
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
  ratingAverage: rider.ratingCount < MIN_RATINGS ? null : averageOf(rider.ratingSum, rider.ratingCount),
  lastLocation: viewLocation(rider),
})

type LastPlace = { lat: number | null; lng: number | null; locatedAt: number | null }

export const viewLocation = ({ lat, lng, locatedAt }: LastPlace) =>
  lat === null || lng === null || locatedAt === null ? null : { lat, lng, at: iso(locatedAt) }
