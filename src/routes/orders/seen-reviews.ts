import { ApproveReview, DecideReview, decideReview } from '#domain/orders/reviews/decide.ts'
import { ListReviews, listReviewsOfProduct, listReviewsOfShop, ReviewList } from '#domain/orders/reviews/list.ts'
import { ListReviewsForStaff, listReviewsForStaff } from '#domain/orders/reviews/list-for-staff.ts'
import { ReviewView } from '#domain/orders/reviews/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const everybody = {
  roles: 'public',
  cache: 'shared',
  param: IdParam,
  query: ListReviews,
  ok: ReviewList,
  reasons: [],
} as const

export const productReviews = newRouter().get(
  '/:id/reviews',
  op({
    ...everybody,
    id: 'listReviewsOfProduct',
    summary: "Les avis d'un produit",
    doc: `Les avis visibles d'un produit en vente, les plus récents d'abord, ou les plus bas (lowest) ; summary les compte par note.`,
  }),
  async (c) => c.json(ok(await listReviewsOfProduct(ctx(c), c.req.valid('param').id, c.req.valid('query')))),
)

export const reviewsOfShop = newRouter().get(
  '/:id/reviews',
  op({
    ...everybody,
    id: 'listReviewsOfShop',
    summary: "Les avis d'une boutique",
    doc: `Les avis visibles d'une boutique publiée, sans ceux de ses produits.`,
  }),
  async (c) => c.json(ok(await listReviewsOfShop(ctx(c), c.req.valid('param').id, c.req.valid('query')))),
)

const byStaff = {
  roles: STAFF,
  param: IdParam,
  ok: ReviewView,
  reasons: ['INVALID_TRANSITION'],
} as const

export const reviewModeration = newRouter()
  .get(
    '/',
    op({
      id: 'listReviewsForStaff',
      summary: 'Avis à modérer',
      doc: `Les avis d'un état, les plus récents d'abord ; sans status, ceux qui attendent : un numéro, un lien, ou un signalement (report).`,
      reasons: [],
      roles: STAFF,
      query: ListReviewsForStaff,
      ok: listOf('reviews', ReviewView),
    }),
    async (c) => c.json(ok(await listReviewsForStaff(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/:id/approve',
    op({
      ...byStaff,
      id: 'approveReview',
      json: ApproveReview,
      summary: 'Approuver un avis',
      doc: `Montre à tous un avis qui attend ou caché. Il ne se signale plus tant que son auteur ne le change pas.`,
    }),
    async (c) => c.json(ok(await decideReview(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...byStaff,
      id: 'rejectReview',
      json: DecideReview,
      summary: 'Cacher un avis',
      doc: `Cache un avis, avec un motif que son auteur lit. Il ne compte plus dans aucune moyenne.`,
      takesDown: true,
    }),
    async (c) => c.json(ok(await decideReview(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
