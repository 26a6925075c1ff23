import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { selectDelivery, toDeliveryFile } from '../queries.ts'
import { type DeliveryView, viewDelivery } from '../view.ts'

/**
 * A delivery: any for staff; for a rider their own, and for an active one those that still wait for a rider. Others 404.
 * @throws 403 RIDER_NOT_ACTIVE
 */
export async function showDelivery(ctx: Ctx, id: string): Promise<z.output<typeof DeliveryView>> {
  const actor = actorOf(ctx)
  const [[row], [rider]] = await readTogether(
    ctx.db,
    selectDelivery(ctx, id),
    ctx.db
      .select({ status: riders.status })
      .from(riders)
      .where(eq(riders.id, actor.riderId ?? '')),
  )
  if (!row) fail('NOT_FOUND')
  if (isStaff(actor.role)) return viewDelivery(ctx, toDeliveryFile(row))
  const { status, riderId } = row.delivery
  const isOwn = riderId !== null && riderId === actor.riderId
  if (!isOwn && status !== 'UNASSIGNED') fail('NOT_FOUND')
  if (!isOwn && rider?.status !== 'ACTIVE') fail('FORBIDDEN', 'RIDER_NOT_ACTIVE')
  return viewDelivery(ctx, toDeliveryFile(row), !isOwn)
}
