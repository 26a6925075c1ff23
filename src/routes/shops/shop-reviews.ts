import { ApproveShop, DecideShop, decideShop } from '#domain/shops/reviews/decide.ts'
import { ListShopReviews, listShopReviews } from '#domain/shops/reviews/list.ts'
import { ReviewedShopView, showShopReview } from '#domain/shops/reviews/show.ts'
import { ShopView } from '#domain/shops/shops/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'
import { again } from './again.ts'

const byStaff = {
  roles: STAFF,
  param: IdParam,
  ok: ShopView,
  again,
  reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'] as const,
} as const

export const shopReviews = newRouter()
  .get(
    '/',
    op({
      id: 'listShopReviews',
      summary: 'Boutiques à examiner',
      doc: `Les boutiques de tout état, les plus récentes d'abord, pour l'équipe ; « reviewStatus=PENDING » donne celles
        qui attendent un avis.`,
      reasons: [],
      roles: STAFF,
      query: ListShopReviews,
      ok: listOf('shops', ShopView),
    }),
    async (c) => c.json(ok(await listShopReviews(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showShopReview',
      summary: 'Examiner une boutique',
      doc: "Une boutique de tout état, pour l'équipe, avec les 50 derniers changements de son état et de son examen.",
      reasons: [],
      roles: STAFF,
      param: IdParam,
      ok: ReviewedShopView,
    }),
    async (c) => c.json(ok(await showShopReview(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/approve',
    op({
      ...byStaff,
      id: 'approveShop',
      summary: 'Approuver une boutique',
      doc: "Approuve une boutique en attente d'examen ; son vendeur en est prévenu.",
      json: ApproveShop,
    }),
    async (c) => c.json(ok(await decideShop(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...byStaff,
      id: 'rejectShop',
      summary: 'Refuser une boutique',
      doc: `Refuse une boutique en attente d'examen, avec un motif que son vendeur lit. Elle reste visible : pour la
        retirer, POST /seller/shop/:id/suspend.`,
      takesDown: true,
      json: DecideShop,
    }),
    async (c) => c.json(ok(await decideShop(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/:id/request-changes',
    op({
      ...byStaff,
      id: 'requestShopChanges',
      summary: 'Demander des corrections à une boutique',
      doc: `Demande des corrections, avec un motif que le vendeur lit. Dès qu'il change le nom, la description, le logo ou
        la bannière, la boutique attend un nouvel examen.`,
      json: DecideShop,
    }),
    async (c) => c.json(ok(await decideShop(ctx(c), c.req.valid('param').id, 'requestChanges', c.req.valid('json')))),
  )
