import type { Ctx } from '../domain/core/context.ts'
import { askForReview, dueWishes } from '../domain/orders/reviews/ask.ts'
import { drain, type Tick } from './tick.ts'

/** Buyers of orders that completed a day ago are asked for a review. */
export const askForReviews = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'askForReviews', {
    due: (limit) => dueWishes(ctx, limit),
    work: (wish) => askForReview(ctx, wish),
  })
