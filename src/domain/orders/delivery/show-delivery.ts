import type * as z from 'zod'
import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { selectDelivery, toDeliveryFile } from './queries.ts'
import { type DeliveryView, viewDelivery } from './view.ts'

/** A delivery: any for staff; for a rider their own, or one that still waits for a rider. Others 404. */
export async function showDelivery(ctx: Ctx, id: string): Promise<z.output<typeof DeliveryView>> {
  const actor = actorOf(ctx)
  const [row] = await selectDelivery(ctx, id)
  if (!row) fail('NOT_FOUND')
  const { status, riderId } = row.delivery
  const isOwn = riderId !== null && riderId === actor.riderId
  if (!isStaff(actor.role) && !isOwn && status !== 'UNASSIGNED') fail('NOT_FOUND')
  return viewDelivery(ctx, toDeliveryFile(row), !isStaff(actor.role) && !isOwn)
}
