import * as z from 'zod'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { revise } from '../../core/machine.ts'
import { refuseOwnThing } from '../../core/own-thing.ts'
import { shopMachine } from '../shops/machine.ts'
import { selectShop } from '../shops/queries.ts'
import { tellSeller } from '../shops/tell-seller.ts'
import { type ShopView, viewShop } from '../shops/view.ts'
import { recordReview, reviewAfter } from './move.ts'
import { shopApproved, shopChangesRequested, shopRejected } from './notices.ts'

export const DecideShop = z.strictObject({ reason: f.reason })
export const ApproveShop = z.strictObject({ reason: f.reason.optional() })

/** What staff decide of a shop, what the record of acts calls it, and what its seller is told. */
const DECISIONS = {
  approve: { act: 'shop.approve', notice: shopApproved },
  reject: { act: 'shop.reject', notice: shopRejected },
  requestChanges: { act: 'shop.request-changes', notice: shopChangesRequested },
} as const

/**
 * Staff approve a shop that waits for it, refuse it or ask for changes; it stays as public as it was, and its owner reads why
 * (docs/states.md, Shop). Of two who decide at once one is first. 404, 409 INVALID_TRANSITION.
 */
export const decideShop = (
  ctx: Ctx,
  id: string,
  decision: keyof typeof DECISIONS,
  { reason }: z.output<typeof ApproveShop>,
): Promise<ShopView> =>
  retryOnStale(async () => {
    const [shop] = await selectShop(ctx, id)
    if (!shop) fail('NOT_FOUND')
    refuseOwnThing(ctx, shop.sellerProfileId)
    const { act, notice } = DECISIONS[decision]
    const [rows] = await commit(
      ctx,
      [
        ...revise(ctx, shopMachine, shop, 'moderate', { reason, set: reviewAfter(shop, decision, reason) }),
        recordReview(ctx, shop, decision, reason),
        audited(ctx, act, id, { reason }),
        ...tellSeller(ctx, shop, notice, reason),
      ],
      selectShop(ctx, id),
    )
    return viewShop(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
