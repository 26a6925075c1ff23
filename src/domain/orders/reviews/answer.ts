import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { isShownReview } from '#db/schema/orders/reviews.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { hasContact } from '#domain/core/contacts.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { buyerReviewMachine } from './machine.ts'
import { reviewAnswered } from './notices.ts'
import { selectReviews, selectSeller } from './queries.ts'
import { viewReview } from './view.ts'

export const AnswerReview = z.strictObject({ body: f.prose(1, 1000) })

/**
 * The owner of a shop answers a visible review of it or of a product of it, once (docs/states.md, Reviews). The answer shows no number and
 * no link.
 * @throws 400; 404 also for another's shop and for the rating of a rider; 409 ALREADY_EXISTS; 429
 */
export const answerReview = (ctx: Ctx, id: string, { body }: z.output<typeof AnswerReview>) =>
  retryOnStale(async () => {
    if (hasContact(body)) invalid('body', 'Une réponse ne contient ni numéro, ni adresse, ni lien.')
    const [[review], [seller]] = await readTogether(ctx.db, selectAnswerable(ctx, id), selectSeller(ctx, id))
    if (!review || seller?.profileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
    if (review.answer !== null)
      fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: 'Vous avez déjà répondu à cet avis.' })
    const [rows] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...withinEdits(ctx),
        ...revise(ctx, buyerReviewMachine, review, 'answer', { set: { answer: body, answeredAt: ctx.now } }),
        ...notify(ctx, review.authorId, reviewAnswered, { shop: seller.shop, opens: { orderId: review.orderId } }),
      ],
      selectAnswerable(ctx, id),
    )
    return viewReview(ctx, rows[0] ?? fail('NOT_FOUND'))
  })

/** Shows a review of the caller's shop again, if it is still visible: a repeated answer answers this. @throws 404 */
export async function showAnswered(ctx: Ctx, id: string) {
  const [[review], [seller]] = await readTogether(ctx.db, selectAnswerable(ctx, id), selectSeller(ctx, id))
  if (!review || seller?.profileId !== sellerOf(ctx).sellerProfileId) fail('NOT_FOUND')
  return viewReview(ctx, review)
}

const selectAnswerable = (ctx: Ctx, id: string) =>
  selectReviews(ctx, sql`reviews.id = ${id} AND ${isShownReview('reviews')} AND reviews.target_type <> 'RIDER'`)
