import { eq, sql } from 'drizzle-orm'
import { isRiderKind } from '#db/schema/core/files.ts'
import { users } from '#db/schema/core/users.ts'
import { riders } from '#db/schema/orders/riders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { papersWhere, readPapers } from '#domain/core/files/documents.ts'

const papers = papersWhere(sql`d.owner_id = riders.user_id AND ${isRiderKind('d.kind')}`)

/** Riders with their person and their papers. */
export const selectRiders = (ctx: Ctx) =>
  ctx.db
    .select({ rider: riders, name: users.name, phone: users.phone, papers: papers.mapWith(readPapers).as('papers') })
    .from(riders)
    .innerJoin(users, eq(users.id, riders.userId))
    .$dynamic()

export type RiderFile = Awaited<ReturnType<typeof selectRiders>>[number]

/** The statement of one rider: for a read, or behind the writes of a commit. */
export const selectRider = (ctx: Ctx, id: string) => selectRiders(ctx).where(eq(riders.id, id))

/** Number of these delivery zones that exist. */
export const countZones = (ctx: Ctx, zones: string[]) => {
  const known = sql<number>`(SELECT count(*) FROM delivery_zones z WHERE z.deleted_at IS NULL AND z.id IN (SELECT j.value FROM json_each(${JSON.stringify(zones)}) j))`
  return ctx.db.select({ known: known.as('known') }).from(sql`(SELECT 1)`)
}
