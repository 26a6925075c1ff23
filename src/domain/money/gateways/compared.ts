import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { comparedNights, type GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Ctx } from '../../core/context.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { NIGHT_B } from './matters.ts'

/** The last day that was compared whole never goes back. */
export const keepDay = (ctx: Ctx, gateway: GatewayTransaction['gateway'], day: string): Write =>
  ctx.db
    .insert(comparedNights)
    .values({ gateway, day, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: comparedNights.gateway,
      set: { day: sql`max(compared_nights.day, excluded.day)`, updatedAt: ctx.now },
    })

/** A contradiction of gateway B about a movement: one word, by which it is told once, and words for people. */
export type Differs = { word: string; said: string }

/** A movement that gateway B says otherwise than our books, told once however many nights see it. */
export const movementDiffers = (ctx: Ctx, { id, reference }: GatewayTransaction, { word, said }: Differs): Write =>
  difference(ctx, `${id}:${word}`, `Mouvement ${reference} : ${said}.`)

/** What gateway B says otherwise than our books, once however often it is seen. */
export const difference = (ctx: Ctx, key: string, description: string): Write =>
  openIncident(ctx, {
    ref: refOf(NIGHT_B, key),
    severity: 'HIGH',
    title: "Différence avec la liste de l'opérateur B",
    description,
  })
