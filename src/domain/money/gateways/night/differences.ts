import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { comparedNights, type GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { NIGHT } from '../matters.ts'

/** The last day that was compared whole never goes back. */
export const keepDay = (ctx: Ctx, gateway: GatewayId, day: string): Write =>
  ctx.db
    .insert(comparedNights)
    .values({ gateway, day, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: comparedNights.gateway,
      set: { day: sql`max(compared_nights.day, excluded.day)`, updatedAt: ctx.now },
    })

/** A contradiction of a gateway about an attempt: one word, by which it is told once, and words for people. */
export type Differs = { word: string; said: string }

/** An attempt that its gateway says otherwise than our books, told once however many nights see it. */
export const attemptDiffers = (
  ctx: Ctx,
  { id, gateway, reference }: GatewayTransaction,
  { word, said }: Differs,
): Write => difference(ctx, gateway, `${id}:${word}`, `Mouvement ${reference} : ${said}.`)

/** An attempt that is not in the list of its gateway. */
export const attemptMissing = (ctx: Ctx, { id, gateway }: GatewayTransaction, description: string): Write =>
  difference(ctx, gateway, `${id}:notFound`, description)

/** An entry in the list of a gateway that is about none of our attempts. */
export const listDiffers = (ctx: Ctx, gateway: GatewayId, key: string, description: string): Write =>
  difference(ctx, gateway, `${gateway}:${key}`, description)

/** A difference between a gateway and our books, told once however often it is seen. */
const difference = (ctx: Ctx, gateway: GatewayId, key: string, description: string): Write =>
  openIncident(ctx, {
    ref: refOf(NIGHT, key),
    severity: 'HIGH',
    title: `Différence avec la liste de l'opérateur ${gateway}`,
    description,
  })
