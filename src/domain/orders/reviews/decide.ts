import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { notifySeldom } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { buyerReviewMachine } from './machine.ts'
import { reviewReceived } from './notices.ts'
import { selectReview, selectSeller } from './queries.ts'
import { viewStaffReview } from './view.ts'

export const DecideReview = z.strictObject({ reason: f.reason })
export const ApproveReview = z.strictObject({ reason: f.reason.optional() })

/**
 * Staff show a review to everybody, or hide it (docs/states.md, Reviews). Its report, if there is one, is over. If two decide at once, the
 * first counts.
 * @throws 403 for their own, for one of their shop or of their rides, or for one that they reported; 404; 409 INVALID_TRANSITION
 */
export const decideReview = (
  ctx: Ctx,
  id: string,
  decision: 'approve' | 'reject',
  { reason }: z.output<typeof ApproveReview>,
) =>
  retryOnStale(async () => {
    const [[review], [seller]] = await readTogether(ctx.db, selectReview(ctx, id), selectSeller(ctx, id))
    if (!review || !seller) fail('NOT_FOUND')
    refuseOwnThing(ctx, review.authorId, seller.profileId, review.targetId, review.reportedBy)
    const set = {
      ...{ decidedAt: ctx.now, decisionReason: decision === 'reject' ? (reason ?? null) : null },
      ...{ reportedBy: null, reportReason: null, reportComment: null },
    }
    const isNews = decision === 'approve' && review.reportedBy === null && review.targetType !== 'RIDER'
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...transition(ctx, buyerReviewMachine, review, decision, { reason, set }),
        recordAct(ctx, `review.${decision}`, id, { reason }),
        ...(isNews
          ? notifySeldom(ctx, seller.userId, review.shopId, reviewReceived, {
              shop: seller.shop,
              opens: { orderId: review.orderId, shopId: review.shopId },
            })
          : []),
      ],
      selectReview(ctx, id),
    )
    return viewStaffReview(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
