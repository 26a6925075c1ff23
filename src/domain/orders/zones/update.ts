import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, abortWhen, NOT_FOUND, VERSION_MISMATCH } from '#db/guard.ts'
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

export const UpdateZone = z.strictObject({ ...zoneFields, isOpen: z.boolean() }).partial()

/**
 * An administrator moves, renames, prices, opens or closes a zone; only what is sent changes, and only for orders that come
 * later (docs/states.md, Delivery zone).
 * @throws 404, 409 ALREADY_EXISTS, and 409 VERSION_MISMATCH if only the fee or its currency is sent and the other changed meanwhile
 */
export async function updateZone(ctx: Ctx, id: string, input: z.output<typeof UpdateZone>) {
  const { fee, name, city, ...rest } = input
  const [known] = await selectZone(ctx, id)
  if (!known) fail('NOT_FOUND')
  const set = {
    ...rest,
    ...(fee !== undefined && { feeMinor: amountOf(fee, rest.feeCurrency ?? known.feeCurrency, 'fee', 0) }),
    ...(name !== undefined && { foldedName: fold(name) }),
    ...(city !== undefined && { city, foldedCity: fold(city) }),
    name: name ?? sql`name`,
  }
  const [[zone]] = await commit(
    ctx,
    [
      ...requireOtherHalf(ctx, known, input),
      ctx.db
        .update(deliveryZones)
        .set(set)
        .where(and(eq(deliveryZones.id, id), isNull(deliveryZones.deletedAt))),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      recordAct(ctx, 'zone.update', id, input),
    ],
    selectZone(ctx, id),
  )
  return viewZone(zone ?? fail('NOT_FOUND'))
}

/** A fee means something with its currency only: who sends one of them decides on the other as it is. */
function requireOtherHalf(
  ctx: Ctx,
  known: typeof deliveryZones.$inferSelect,
  sent: z.output<typeof UpdateZone>,
): Write[] {
  const { fee, feeCurrency } = sent
  if ((fee === undefined) === (feeCurrency === undefined)) return []
  const isMoved =
    fee === undefined ? sql`z.fee_minor <> ${known.feeMinor}` : sql`z.fee_currency <> ${known.feeCurrency}`
  const hasMoved = sql`EXISTS (SELECT 1 FROM delivery_zones z WHERE z.id = ${known.id} AND ${isMoved})`
  return [abortWhen(ctx.db, VERSION_MISMATCH, hasMoved)]
}
