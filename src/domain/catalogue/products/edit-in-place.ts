import { eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, abortWhen, NOT_FOUND, VERSION_MISMATCH } from '#db/guard.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { type Ctx, sellerOf, signatureOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { productModeration } from '../moderation/machine.ts'
import { modeNow } from '../moderation/move.ts'

const {
  from: [APPROVED],
  to: PENDING,
} = productModeration.events.edit

type Columns = typeof products.$inferInsert

type Edit = {
  /** The version that the seller edits; without it, any version. */
  version?: number | undefined
  set?: { [K in keyof Columns]?: Columns[K] | undefined }
  /**
   * Whether the product looks different, so that staff look at it again: a condition on `products` before the edit. Edits that staff do not
   * check, as of variants, leave it out.
   */
  isShownAnew?: SQL
}

/**
 * The writes that edit a product of the seller. The commit reads the version, so parallel edits of different fields all count, and moves
 * that read it collide with them. An APPROVED product that looks different becomes PENDING; it stays on sale (docs/states.md, Moderation).
 */
export function editInPlace(ctx: Ctx, id: string, { version, set = {}, isShownAnew = sql`0` }: Edit = {}): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  const mine = sql`products.id = ${id} AND products.seller_profile_id = ${sellerOf(ctx).sellerProfileId} AND products.deleted_at IS NULL`
  const isReviewed = sql`products.moderation_status = ${APPROVED} AND (${isShownAnew})`
  return [
    requireActiveActor(ctx),
    ...withinEdits(ctx),
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT id, version + 1, 'product', 'edit', status, status, ${actorId}, ${caller}, ${ctx.now} FROM products WHERE ${mine}`),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    ...(version === undefined
      ? []
      : [
          abortWhen(
            ctx.db,
            VERSION_MISMATCH,
            sql`EXISTS (SELECT 1 FROM products WHERE products.id = ${id} AND products.version <> ${version})`,
          ),
        ]),
    ctx.db.run(sql`
      INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, actor_id, at)
      SELECT id, version + 1, 'product', 'edit', ${APPROVED}, ${PENDING}, ${actorId}, ${ctx.now}
      FROM products WHERE products.id = ${id} AND ${isReviewed}`),
    ctx.db
      .update(products)
      .set({
        ...set,
        moderationStatus: sql`iif(${isReviewed}, ${PENDING}, products.moderation_status)`,
        moderationMode: sql`iif(${isReviewed}, ${modeNow}, products.moderation_mode)`,
        approvedBefore: sql`iif(${isReviewed}, products.status = 'PUBLISHED', products.approved_before)`,
        version: sql`products.version + 1`,
        updatedAt: ctx.now,
      })
      .where(eq(products.id, id)),
  ]
}
