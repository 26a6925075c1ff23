import type { Actor, Ctx } from '#domain/core/context.ts'
import { answerReview } from '#domain/orders/reviews/answer.ts'
import { CreateReviews, createReviews } from '#domain/orders/reviews/create.ts'
import { decideReview } from '#domain/orders/reviews/decide.ts'
import { deleteReview } from '#domain/orders/reviews/delete.ts'
import { editReview } from '#domain/orders/reviews/edit.ts'
import { reportReview } from '#domain/orders/reviews/report.ts'
import type { Simulation } from '../simulation.ts'
import { picture } from './goods.ts'
import { act, type Command, type Commands, owner, pickFrom, pickOrder } from './plan.ts'

const WORDS = ['Très bien.', 'Emballage abîmé.', 'Écrivez-moi au 0810 000 123']

/** The products of an order, as its lines say. */
const productsOf = ({ store }: Simulation, orderId: string) =>
  store.rows<{ id: string }>('SELECT DISTINCT product_id AS id FROM order_items WHERE order_id = ? ORDER BY 1', orderId)

function ratingsOf(simulation: Simulation, orderId: string) {
  const { random } = simulation
  const rating = () => random.below(5) + 1
  const withPicture = random.chance(0.3)
  const products = productsOf(simulation, orderId).map(({ id }, i) => ({
    ...{ productId: id, rating: rating(), comment: random.pick(WORDS) },
    ...(i === 0 && withPicture && { images: [0] }),
  }))
  const isOfProducts = products.length > 0 && random.chance(0.8)
  const texts = {
    ...(isOfProducts && { products: JSON.stringify(products) }),
    ...(random.chance(0.6) && { shop: JSON.stringify({ rating: rating() }) }),
    ...(random.chance(0.5) && { rider: JSON.stringify({ rating: rating(), reasonCode: 'LATE' }) }),
  }
  return { ...CreateReviews.parse(texts), ...(isOfProducts && withPicture && { images: [picture()] }) }
}

type Review = { id: string; author: string; seller: string }
const ANY = `SELECT r.id, r.author_id AS author, s.seller_profile_id AS seller FROM reviews r JOIN shops s ON s.id = r.shop_id ORDER BY r.id DESC LIMIT 12`

/** Something that a person does to a review; now and then twice at once. */
const onReview = (
  name: string,
  weight: number,
  who: (simulation: Simulation, review: Review) => Actor,
  run: (ctx: Ctx, id: string, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const review = pickFrom(simulation, simulation.store.rows<Review>(ANY))
    if (!review) return undefined
    const plans = act(name, who(simulation, review), review.id, (ctx) => run(ctx, review.id, simulation))
    return simulation.random.chance(0.15) ? [...plans, ...plans] : plans
  },
})

const author = (simulation: Simulation, { author: id }: Review) =>
  owner(simulation, simulation.people.buyers, (one) => one.id === id)
const seller = (simulation: Simulation, { seller: id }: Review) =>
  owner(simulation, simulation.people.sellers, ({ sellerProfileId }) => sellerProfileId === id)
const staff = ({ random, people }: Simulation) => random.pick([people.support, ...people.admins])

/** Buyers who rate what they received, sellers who answer or complain, and staff who decide. */
export const reviewing: Commands = {
  createReviews: {
    weight: 5,
    plan(simulation) {
      const order = pickOrder(simulation, ({ status }) => status === 'COMPLETED')
      if (!order) return undefined
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === order.buyer)
      const input = ratingsOf(simulation, order.id)
      const plans = act('createReviews', buyer, order.id, (ctx) => createReviews(ctx, order.id, input))
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  editReview: onReview('editReview', 1.5, author, (ctx, id, { random }) =>
    editReview(ctx, id, random.chance(0.5) ? { rating: random.below(5) + 1 } : { comment: random.pick(WORDS) }),
  ),
  deleteReview: onReview('deleteReview', 0.7, author, deleteReview),
  answerReview: onReview('answerReview', 1, seller, (ctx, id) => answerReview(ctx, id, { body: 'Merci.' })),
  reportReview: onReview('reportReview', 1.5, seller, (ctx, id) => reportReview(ctx, id, { reasonCode: 'FALSE' })),
  approveReview: onReview('approveReview', 1.2, staff, (ctx, id) => decideReview(ctx, id, 'approve', {})),
  rejectReview: onReview('rejectReview', 0.8, staff, (ctx, id) => decideReview(ctx, id, 'reject', { reason: 'Vu' })),
}
