import * as z from 'zod'

/** The average of a sum of ratings, with two decimals; null without any. */
export const averageOf = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((100 * sum) / count) / 100

export const RatingView = z.object({ average: z.number().nullable(), count: z.int() }).meta({ id: 'Rating' })

/** The rating of a product or a shop, as everybody sees it (docs/states.md, Reviews). */
export const viewRating = ({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }) => ({
  average: averageOf(ratingSum, ratingCount),
  count: ratingCount,
})
