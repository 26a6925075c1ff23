import * as z from 'zod'
import { AnswerReview, answerReview, showAnswered } from '#domain/orders/reviews/answer.ts'
import { CreateReviews, createReviews, showOwnReviews } from '#domain/orders/reviews/create.ts'
import { deleteReview } from '#domain/orders/reviews/delete.ts'
import { EditReview, editReview } from '#domain/orders/reviews/edit.ts'
import { ListMyReviews, listMyReviews } from '#domain/orders/reviews/list-mine.ts'
import { ReportReview, reportReview } from '#domain/orders/reviews/report.ts'
import { ReviewReportView, ReviewView } from '#domain/orders/reviews/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'

/** Ten pictures of 5 MiB, and the fields. */
const MAX_FORM_BYTES = 51 * 1024 * 1024

export const orderReviews = newRouter().post(
  '/:id/reviews',
  op({
    id: 'createReviews',
    summary: 'Donner son avis',
    doc: `L'acheteur note de 1 à 5, une fois chacun (ALREADY_EXISTS), les produits, la boutique et le livreur d'une commande terminée, dans les
      60 jours ; 20 avis par jour. Formulaire multipart : products, shop et rider sont des textes JSON ; images, 10 fichiers au plus comme ceux
      d'un produit, trois par produit. Visible aussitôt ; avec un numéro ou un lien, l'avis attend l'équipe (PENDING). OWN_SHOP : un vendeur ne
      note pas sa boutique.`,
    reasons: ['FORBIDDEN', 'OWN_SHOP', 'INVALID_TRANSITION', 'ALREADY_EXISTS', 'CONFLICT'],
    roles: 'signedIn',
    param: IdParam,
    form: CreateReviews,
    maxBytes: MAX_FORM_BYTES,
    status: 201,
    ok: z.object({ reviews: z.array(ReviewView) }),
    again: (ctx, _, { id }) => showOwnReviews(ctx, id),
  }),
  async (c) => c.json(ok(await createReviews(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
)

const mine = { roles: 'signedIn', param: IdParam, reasons: ['INVALID_TRANSITION'] } as const

export const reviews = newRouter()
  .get(
    '/me',
    op({
      id: 'listMyReviews',
      summary: 'Mes avis',
      doc: `Ses avis dans tout état, les plus récents d'abord. HIDDEN : caché par l'équipe (decisionReason), ou commande remboursée en entier.`,
      reasons: [],
      roles: 'signedIn',
      query: ListMyReviews,
      ok: listOf('reviews', ReviewView),
    }),
    async (c) => c.json(ok(await listMyReviews(ctx(c), c.req.valid('query')))),
  )
  .put(
    '/:id',
    op({
      ...mine,
      id: 'editReview',
      summary: 'Modifier mon avis',
      doc: `L'auteur change sa note, son commentaire (null le retire) ou son motif, dans les 7 jours et avant la réponse de la boutique.`,
      json: EditReview,
      ok: ReviewView,
    }),
    async (c) => c.json(ok(await editReview(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      ...mine,
      id: 'deleteReview',
      summary: 'Supprimer mon avis',
      doc: `L'auteur supprime son avis et ses images, dans les 7 jours et avant la réponse de la boutique ; il peut noter de nouveau.`,
      takesDown: true,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteReview(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/answer',
    op({
      id: 'answerReview',
      summary: 'Répondre à un avis',
      doc: `Le vendeur répond une fois à un avis visible, sans numéro ni lien ; l'auteur en est averti.`,
      reasons: ['FORBIDDEN', 'ALREADY_EXISTS'],
      roles: ['SELLER'],
      param: IdParam,
      json: AnswerReview,
      ok: ReviewView,
      again: (ctx, _, { id }) => showAnswered(ctx, id),
    }),
    async (c) => c.json(ok(await answerReview(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/report',
    op({
      id: 'reportReview',
      summary: 'Signaler un avis',
      doc: `Cache un avis visible jusqu'à la décision de l'équipe. INVALID_TRANSITION : elle l'a déjà approuvé. 30 par jour.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      roles: 'signedIn',
      takesDown: true,
      param: IdParam,
      json: ReportReview,
      status: 201,
      ok: ReviewReportView,
    }),
    async (c) => c.json(ok(await reportReview(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
