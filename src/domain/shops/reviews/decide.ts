import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { shopMachine } from '../shops/machine.ts'
import { selectShop } from '../shops/queries.ts'
import { tellSeller } from '../shops/tell-seller.ts'
import { type ShopView, viewShop } from '../shops/view.ts'
import { recordReview, reviewAfter } from './move.ts'
import { shopApproved, shopChangesRequested, shopRejected } from './notices.ts'

const seen = { version: f.version.optional() }
export const DecideShop = z.strictObject({ reason: f.reason, ...seen })
export const ApproveShop = z.strictObject({ reason: f.reason.optional(), ...seen })

/** Decisions of staff about a shop: the action in the audit record, and the notice to the seller. */
const DECISIONS = {
  approve: { act: 'shop.approve', notice: shopApproved },
  reject: { act: 'shop.reject', notice: shopRejected },
  requestChanges: { act: 'shop.request-changes', notice: shopChangesRequested },
} as const

/**
 * Approves a shop that waits for review, refuses it or asks for changes; its visibility stays, and its owner is told why (docs/states.md,
 * Shop). If two decide at once, the first counts.
 * @throws 404; 409 INVALID_TRANSITION; VERSION_MISMATCH if it changed since `version`
 */
export const decideShop = (
  ctx: Ctx,
  id: string,
  decision: keyof typeof DECISIONS,
  { reason, version }: z.output<typeof ApproveShop>,
): Promise<ShopView> =>
  retryOnStale(async () => {
    const [shop] = await selectShop(ctx, id)
    if (!shop) fail('NOT_FOUND')
    refuseOwnThing(ctx, shop.sellerProfileId)
    const { act, notice } = DECISIONS[decision]
    const reviewed = reviewAfter(shop, decision, reason)
    requireSeen(version, shop.version)
    const [rows] = await commit(
      ctx,
      [
        ...revise(ctx, shopMachine, shop, 'moderate', { reason, set: reviewed }),
        recordReview(ctx, shop, decision, reason),
        recordAct(ctx, act, id, { reason }),
        ...tellSeller(ctx, shop, notice, reason),
      ],
      selectShop(ctx, id),
    )
    return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
