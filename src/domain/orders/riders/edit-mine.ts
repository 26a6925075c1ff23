import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { requireStanding } from '../zones/guards.ts'
import { requireZones, riderFields } from './fields.ts'
import { riderMachine } from './machine.ts'
import { countZones, selectRider } from './queries.ts'
import { viewRider } from './view.ts'

export const EditMyRider = z.strictObject(riderFields).partial()

/** The rider changes their vehicle or zones; only what is sent changes (docs/states.md, Rider). 400 for an unknown zone. */
export const editMyRider = (ctx: Ctx, input: z.output<typeof EditMyRider>) =>
  retryOnStale(async () => {
    const { riderId } = riderOf(ctx)
    const [[found], [counted]] = await readTogether(
      ctx.db,
      selectRider(ctx, riderId),
      countZones(ctx, input.zones ?? []),
    )
    if (!found) fail('NOT_FOUND')
    requireZones(input.zones ?? [], counted?.known)
    const [[edited]] = await commit(
      ctx,
      [
        ...(input.zones ? [requireStanding(ctx, input.zones)] : []),
        ...withinEdits(ctx),
        ...revise(ctx, riderMachine, found.rider, 'edit', { set: input }),
      ],
      selectRider(ctx, riderId),
    )
    return viewRider(ctx, edited ?? fail('NOT_FOUND'))
  })
