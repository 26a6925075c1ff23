import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { refusedFor } from '#db/commit.ts'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { type PricedVariant, variants } from '#db/schema/catalogue/variants.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { type FieldError, fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { viewVariant } from '../products/view.ts'
import { AdjustStock } from './adjust.ts'
import { withinMost } from './fields.ts'

export const ChangeStocks = z.strictObject({
  items: z
    .array(AdjustStock.extend({ variantId: f.idIn }))
    .min(1)
    .max(100)
    .refine((items) => new Set(items.map(({ variantId }) => variantId)).size === items.length, {
      error: "Chaque variante ne peut figurer qu'une fois.",
    }),
})
type ChangeStocks = z.output<typeof ChangeStocks>

/**
 * Adjusts up to a hundred variants of the seller, all of them or none (docs/states.md, Stock); each line is a movement.
 * @throws 404 if one is not theirs, 409 INSUFFICIENT_STOCK if one has too little; the details name each such line; 429
 */
export async function changeStocks(ctx: Ctx, { items }: ChangeStocks) {
  for (let tries = 1; ; tries++) {
    requireEnough(items, await selectOwn(ctx, items))
    try {
      return inOrder(items, await write(ctx, items))
    } catch (error) {
      // A sale or a reservation came since the read: the lines are read again.
      if (tries === 3 || !refusedFor(error, 'INSUFFICIENT_STOCK')) throw error
    }
  }
}

/**
 * The variants as they are now, in the order of the lines.
 * @throws 404
 */
export const readChangedStocks = async (ctx: Ctx, { items }: ChangeStocks) =>
  inOrder(items, await selectOwn(ctx, items))

const selectOwn = (ctx: Ctx, items: ChangeStocks['items']) =>
  ctx.db
    .select({ variant: variants, currency: products.currency })
    .from(variants)
    .innerJoin(products, sql`products.id = variants.product_id`)
    .where(sql`variants.id IN (SELECT value ->> 'variantId' FROM json_each(${JSON.stringify(items)}))
      AND variants.stock_shop_id IS NOT NULL AND products.seller_profile_id = ${sellerOf(ctx).sellerProfileId}`)

function requireEnough(items: ChangeStocks['items'], found: PricedVariant[]): void {
  const own = new Map(found.map((one) => [one.variant.id, one.variant]))
  const unknown: FieldError[] = []
  const short: FieldError[] = []
  for (const [i, { variantId, amount }] of items.entries()) {
    const variant = own.get(variantId)
    if (!variant) unknown.push({ field: `items.${i}.variantId`, message: 'Cette variante est introuvable.' })
    else if (variant.stock - variant.held + amount < 0) {
      const message = `Il en reste ${variant.stock - variant.held} de disponibles.`
      short.push({ field: `items.${i}.amount`, message })
    }
  }
  if (unknown.length > 0) fail('NOT_FOUND', { details: unknown })
  if (short.length > 0) fail('CONFLICT', { reason: 'INSUFFICIENT_STOCK', details: short })
}

async function write(ctx: Ctx, items: ChangeStocks['items']): Promise<PricedVariant[]> {
  const lines = JSON.stringify(items.map((item) => ({ id: ctx.ids.v7(), ...item })))
  const seller = sellerOf(ctx)
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx, items.length),
      abortWhen(
        ctx.db,
        NOT_FOUND,
        sql`(SELECT count(*) FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId'
          JOIN products p ON p.id = v.product_id
          WHERE v.stock_shop_id IS NOT NULL AND p.seller_profile_id = ${seller.sellerProfileId}) <> ${items.length}`,
      ),
      ctx.db.run(sql`
        INSERT INTO stock_movements (id, variant_id, type, amount, reason, actor_id, created_at)
        SELECT value ->> 'id', value ->> 'variantId', value ->> 'type', value ->> 'amount', value ->> 'reason', ${seller.id}, ${ctx.now}
        FROM json_each(${lines})`),
      withinMost(ctx, sql`SELECT value ->> 'variantId' FROM json_each(${lines}) WHERE value ->> 'amount' > 0`),
    ],
    selectOwn(ctx, items),
  )
  return rows
}

function inOrder(items: ChangeStocks['items'], changed: PricedVariant[]) {
  const byId = new Map(changed.map((one) => [one.variant.id, one]))
  return {
    variants: items.map(({ variantId }) => {
      const { variant, currency } = byId.get(variantId) ?? fail('NOT_FOUND')
      return viewVariant(variant, currency)
    }),
  }
}
