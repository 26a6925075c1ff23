import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { refreshVisibility } from '../above.ts'
import { shopMachine } from './machine.ts'
import { shopReactivated, shopSuspended } from './notices.ts'
import { selectShop } from './queries.ts'
import { tellSeller } from './tell-seller.ts'
import { type Shop, type ShopView, viewShop } from './view.ts'

const SELLER_LEFT = guard('SELLER_LEFT', 'CONFLICT', {
  message: "Le vendeur vient de cesser son activité. Relisez la boutique avant d'agir.",
})

export const SuspendShop = z.strictObject({ reason: f.reason, version: f.version.optional() })
export const ReactivateShop = z.strictObject({ reason: f.reason.optional() })

/**
 * Suspends a shop: it and its products stay hidden, whatever its owner does, until staff lift it. Its orders go on, and its owner is told
 * why (docs/states.md, Shop).
 * @throws 404; 409 INVALID_TRANSITION; VERSION_MISMATCH if it changed since `version`
 */
export const suspendShop = (
  ctx: Ctx,
  id: string,
  { reason, version }: z.output<typeof SuspendShop>,
): Promise<ShopView> =>
  retryOnStale(async () => {
    const [found] = await selectShop(ctx, id)
    const shop = found ?? fail('NOT_FOUND')
    refuseOwnThing(ctx, shop.sellerProfileId)
    const moves = transition(ctx, shopMachine, shop, 'suspend', { reason, set: { suspensionReason: reason } })
    requireSeen(version, shop.version)
    return settle(ctx, shop, [
      ...moves,
      recordAct(ctx, 'shop.suspend', id, { reason }),
      ...tellSeller(ctx, shop, shopSuspended, reason),
    ])
  })

/**
 * Lifts a suspension: the shop has its former state again. A shop that was public comes back unpublished if its seller has left since.
 * @throws 404, 409 INVALID_TRANSITION
 */
export const reactivateShop = (ctx: Ctx, id: string, { reason }: z.output<typeof ReactivateShop>): Promise<ShopView> =>
  retryOnStale(async () => {
    const [[found], [was]] = await readTogether(
      ctx.db,
      selectShop(ctx, id),
      ctx.db.all<{ before: string; isInTrade: 0 | 1 }>(sql`
        SELECT h.from_status AS before, ${isInTrade(id)} AS isInTrade FROM history h
        WHERE h.thing_id = ${id} AND h.event = 'suspend' ORDER BY h.version DESC LIMIT 1`),
    )
    const shop = found ?? fail('NOT_FOUND')
    refuseOwnThing(ctx, shop.sellerProfileId)
    const reopens = was?.before === 'PUBLISHED' && was.isInTrade === 1
    const back = reopens ? 'restorePublished' : was?.before === 'DRAFT' ? 'restoreDraft' : 'restoreUnpublished'
    return settle(ctx, shop, [
      ...transition(ctx, shopMachine, shop, back, { reason, set: { suspensionReason: null } }),
      ...(reopens ? [abortWhen(ctx.db, SELLER_LEFT, sql`NOT ${isInTrade(id)}`)] : []),
      recordAct(ctx, 'shop.reactivate', id, { reason }),
      ...tellSeller(ctx, shop, shopReactivated, reason),
    ])
  })

async function settle(ctx: Ctx, shop: Shop, writes: Write[]): Promise<ShopView> {
  const [rows] = await commit(
    ctx,
    [...writes, ...refreshVisibility(ctx, shop.sellerProfileId)],
    selectShop(ctx, shop.id),
  )
  return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
}

/**
 * Whether the shop's owner is still a seller. A seller who leaves while the shop is suspended does not unpublish it, so this is asked at
 * its return.
 */
const isInTrade = (shopId: string) => sql`EXISTS (
  SELECT 1 FROM shops s JOIN seller_profiles sp ON sp.id = s.seller_profile_id JOIN users u ON u.id = sp.user_id
  WHERE s.id = ${shopId} AND u.role = 'SELLER' AND u.deleted_at IS NULL)`
