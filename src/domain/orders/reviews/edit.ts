import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { hasContact } from '#domain/core/contacts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { comment, rating, reasonCode } from './fields.ts'
import { buyerReviewMachine } from './machine.ts'
import { requireEditable, selectOwnReview } from './own.ts'
import { viewOwnReview } from './view.ts'

export const EditReview = z.strictObject({
  rating: rating.optional(),
  comment: comment.nullish(),
  reasonCode: reasonCode.nullish(),
})

/**
 * Changes a review of the caller, whose new words may wait for staff (docs/states.md, Reviews).
 * @throws 400 for words about a rider and for a reason about anything else; 404; 409 INVALID_TRANSITION; 429
 */
export const editReview = (ctx: Ctx, id: string, input: z.output<typeof EditReview>) =>
  retryOnStale(async () => {
    const [found] = await selectOwnReview(ctx, id)
    const review = requireEditable(ctx, found)
    const isOfRider = review.targetType === 'RIDER'
    if (isOfRider && input.comment) invalid('comment', 'Un livreur se note sans commentaire : donnez « reasonCode ».')
    if (!isOfRider && input.reasonCode) invalid('reasonCode', "Seule la note d'un livreur a un motif.")
    // Staff approved other words.
    const set = { ...input, decidedAt: null, decisionReason: null }
    const isHeld = review.status === 'VISIBLE' && Boolean(input.comment && hasContact(input.comment))
    const [rows] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...withinEdits(ctx),
        ...(isHeld
          ? transition(ctx, buyerReviewMachine, review, 'hold', { set })
          : revise(ctx, buyerReviewMachine, review, 'edit', { set })),
      ],
      selectOwnReview(ctx, id),
    )
    return viewOwnReview(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
