import type * as z from 'zod'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectDelivery, toDeliveryFile } from './queries.ts'
import { type DeliveryView, viewDelivery } from './view.ts'

/** Commits what moves a job, sends what it tells people, and answers the job as it now is; a rider who has it no more sees no names, streets or numbers. */
export async function commitJob(ctx: Ctx, id: string, writes: Write[]): Promise<z.output<typeof DeliveryView>> {
  const [[moved]] = await commit(ctx, writes, selectDelivery(ctx, id))
  const file = toDeliveryFile(moved ?? fail('NOT_FOUND'))
  const { role, riderId } = actorOf(ctx)
  return viewDelivery(ctx, file, role === 'RIDER' && file.delivery.riderId !== riderId)
}

/** 409 of a job that somebody else has. */
export const TAKEN = { reason: 'ALREADY_TAKEN', message: 'Un autre livreur a déjà pris cette course.' } as const
