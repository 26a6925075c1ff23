import * as z from 'zod'
import { AnswerReview, answerReview, showAnswered } from '#domain/orders/reviews/answer.ts'
import { CreateReviews, createReviews, showOwnReviews } from '#domain/orders/reviews/create.ts'
import { deleteReview } from '#domain/orders/reviews/delete.ts'
import { EditReview, editReview } from '#domain/orders/reviews/edit.ts'
import { ListMyReviews, listMyReviews } from '#domain/orders/reviews/list-mine.ts'
import { ReportReview, reportReview } from '#domain/orders/reviews/report.ts'
import { OwnReviewView, ReviewReportView, ReviewView } from '#domain/orders/reviews/view.ts'
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
    doc: `L'acheteur note de 1 à 5 les produits, la boutique et le livreur d'une commande terminée, dans les 60 jours : chacun une fois
      (ALREADY_EXISTS), 20 avis par jour. Formulaire multipart : products, shop et rider sont des textes JSON ; images, 10 fichiers JPEG, PNG
      ou WebP au plus, de 5 Mo chacun, sans leurs métadonnées, trois au plus par produit. L'avis est visible aussitôt ; avec un numéro, une
      adresse ou un lien, il attend l'équipe (PENDING). Qui vend ne note pas sa boutique, même par un autre compte (OWN_SHOP).`,
    reasons: ['OWN_SHOP', 'INVALID_TRANSITION', 'ALREADY_EXISTS', 'CONFLICT'],
    roles: 'signedIn',
    param: IdParam,
    form: CreateReviews,
    maxBytes: MAX_FORM_BYTES,
    status: 201,
    ok: z.object({ reviews: z.array(OwnReviewView) }),
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
      doc: `Les avis de la personne, les plus récents d'abord, dans tout état : visible, en attente de l'équipe (PENDING), caché (HIDDEN,
        avec decisionReason de l'équipe, ou parce que la commande est remboursée en entier).`,
      reasons: [],
      roles: 'signedIn',
      query: ListMyReviews,
      ok: listOf('reviews', OwnReviewView),
    }),
    async (c) => c.json(ok(await listMyReviews(ctx(c), c.req.valid('query')))),
  )
  .put(
    '/:id',
    op({
      ...mine,
      id: 'editReview',
      summary: 'Modifier mon avis',
      doc: `Change la note, le commentaire (null le retire) ou le motif d'un avis, par son auteur, dans les 7 jours et avant la réponse de la
        boutique. De nouveaux mots avec un numéro ou un lien attendent l'équipe.`,
      json: EditReview,
      ok: OwnReviewView,
    }),
    async (c) => c.json(ok(await editReview(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      ...mine,
      id: 'deleteReview',
      summary: 'Supprimer mon avis',
      doc: `Supprime un avis et ses images, par son auteur, dans les 7 jours et avant la réponse de la boutique. La commande peut être notée de
        nouveau dans son délai.`,
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
      doc: `Le vendeur répond une fois à un avis visible sur sa boutique ou son produit ; l'auteur en est averti. Une réponse ne contient ni
        numéro, ni adresse, ni lien.`,
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
      doc: `Signale à l'équipe un avis visible sur un produit ou une boutique : plus personne ne le voit jusqu'à sa décision. Ce que l'équipe a
        approuvé ne se signale plus (INVALID_TRANSITION). 30 signalements par jour.`,
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
