import * as z from 'zod'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { amountOf } from '#kernel/fields.ts'
import { fold } from '#kernel/folding.ts'
import { zoneFields } from './fields.ts'
import { selectZone } from './queries.ts'
import { viewZone } from './view.ts'

export const CreateZone = z.strictObject({ ...zoneFields, isOpen: z.boolean().default(true) })

/** An administrator adds a zone (docs/states.md, Delivery zone). 409 ALREADY_EXISTS for a name that differs only in accents or case. */
export async function createZone(ctx: Ctx, { fee, ...input }: z.output<typeof CreateZone>) {
  const id = ctx.ids.v7()
  const row = {
    id,
    ...input,
    feeMinor: amountOf(fee, input.feeCurrency, 'fee', 0),
    foldedName: fold(input.name),
    foldedCity: fold(input.city),
    createdAt: ctx.now,
  }
  const [[zone]] = await commit(
    ctx,
    [ctx.db.insert(deliveryZones).values(row), recordAct(ctx, 'zone.create', id, { name: input.name })],
    selectZone(ctx, id),
  )
  return viewZone(zone ?? fail('NOT_FOUND'))
}
